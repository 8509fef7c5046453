/** Streams JSON Lines of long work, in time slices of its reader. The work ends when the reader goes away. */
import { HalleyError } from '../../kernel/errors.js';
import { type FairScheduler, isGone } from '../../kernel/fair_scheduler.js';
import { type TextSink, TextStream } from '../../kernel/text_stream.js';
import type { Peer, ProtocolResponse } from '../protocol_handler.js';

/** Receiver of the lines of long work. */
export interface LineSink<Line> {
  emit(line: Line): void;
  /** Lets others run. Resolves to false when nobody reads any more. */
  pause(): Promise<boolean>;
}

/** Answers with lines as `work` makes them. `lineOfFailure` makes the last line when the work throws. */
export function lineResponse<Line>(
  { scheduler, onBug }: { readonly scheduler: FairScheduler; readonly onBug: (error: unknown) => void },
  peer: Peer,
  work: (sink: LineSink<Line>) => Promise<void>,
  lineOfFailure: (text: string) => Line,
): ProtocolResponse {
  const stream = async (sink: TextSink): Promise<void> => {
    let behind: Promise<void> | undefined;
    const emit = (line: Line): void => {
      behind = sink.write(`${JSON.stringify(line)}\n`) ?? behind;
    };
    const slice = await scheduler.begin({ id: peer.id });
    const pause = async (): Promise<boolean> => {
      const waiting = behind;
      behind = undefined;
      await (waiting === undefined ? slice.yieldIfDue() : slice.pause(waiting));
      return !sink.closed && !isGone(peer) && !scheduler.stopped;
    };
    try {
      await work({ emit, pause });
    } catch (error) {
      if (!(error instanceof HalleyError)) onBug(error);
      emit(lineOfFailure(error instanceof HalleyError ? error.message : 'internal error: this is a bug of Halley'));
    } finally {
      slice.end();
    }
  };
  // Each line is sent as soon as it exists.
  const body = new TextStream(stream, 1);
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body };
}
