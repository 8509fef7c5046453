/** Stores the commands that a simulated network received. The log does not interpret them. */

export interface CommandData {
  readonly type: string;
}

export interface Recorded<Data extends CommandData> {
  /** Events that happened before the command. */
  readonly afterEvents: number;
  readonly command: Data;
}

/** Links the commands, newest first. */
export interface CommandLog {
  readonly recorded: Recorded<CommandData>;
  readonly previous: CommandLog | undefined;
  readonly length: number;
}

/** Appends a command. When the log reaches twice `limit`, its older half is dropped. */
export function remember(
  log: CommandLog | undefined,
  recorded: Recorded<CommandData>,
  limit = Number.POSITIVE_INFINITY,
): CommandLog {
  const length = (log?.length ?? 0) + 1;
  const whole: CommandLog = { recorded, previous: log, length };
  return length < 2 * limit ? whole : newest(whole, limit);
}

function newest(log: CommandLog, count: number): CommandLog {
  const newestFirst: Recorded<CommandData>[] = [];
  for (let at: CommandLog | undefined = log; at !== undefined && newestFirst.length < count; at = at.previous)
    newestFirst.push(at.recorded);
  let short: CommandLog = { recorded: newestFirst.at(-1) ?? log.recorded, previous: undefined, length: 1 };
  for (let at = newestFirst.length - 2; at >= 0; at--)
    short = { recorded: newestFirst[at] as Recorded<CommandData>, previous: short, length: short.length + 1 };
  return short;
}
