/** What every way of tracing has in common: which tracer, how long, how much. */
import { type Client, isGone } from '../../kernel/turns.js';
import type { TraceOptions, TraceOutcome } from './options.js';
import { Room } from './room.js';
import type { TracedSubject, Tracer } from './tracer.js';
import { tracerOf } from './tracers.js';

export interface Tracing {
  /** Who asks; gone also when the trace is too large, so that the run ends at its next rest. */
  readonly client: Client;
  readonly timeout: { readonly ms: number; readonly reason: string };
  /** A new one for each run. */
  tracer(subject: TracedSubject): Tracer;
}

export const refusedTrace = (reason: string): TraceOutcome => ({ type: 'refused', reason });

/** Throws HalleyError `invalid-argument` for a tracer that there is not, and for a config that it cannot read. */
export async function traced(
  options: TraceOptions,
  run: (tracing: Tracing) => Promise<TraceOutcome>,
): Promise<TraceOutcome> {
  const { client, maxLength, structLogs, tracerConfig: config, timeoutMs } = options;
  const create = tracerOf(options);
  let room = new Room(maxLength);
  const outcome = await run({
    client: { id: client.id, gone: () => room.isFull || isGone(client) },
    timeout: { ms: timeoutMs, reason: 'execution timeout' },
    tracer: (subject) => {
      room = new Room(maxLength);
      return create({ ...subject, config, structLogs, room });
    },
  });
  return room.isFull ? refusedTrace(tooLarge(maxLength)) : outcome;
}

const tooLarge = (maxLength: number): string =>
  `trace too large: more than ${maxLength} bytes; onlyTopCall, disableStack, disableStorage or a limit make it smaller`;
