/** The commands that a world was given, as it keeps them: what each of them means is not its business. */

export interface CommandData {
  readonly type: string;
}

export interface Recorded<Data extends CommandData> {
  /** How many events had happened before it. */
  readonly afterEvents: number;
  readonly command: Data;
}

/** The newest first. */
export interface CommandLog {
  readonly recorded: Recorded<CommandData>;
  readonly previous: CommandLog | undefined;
}
