/** Streams long responses. Each piece is made in time slices of its client, and is sent while later pieces are made. */

import { type Client, type FairScheduler, isGone } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';
import { Streamed } from '../jsonrpc/streamed.js';
import type { EvmContext } from './context.js';

/** Streams `pieces`, which together are one JSON value. Each piece must be quick to make, and must not throw. */
export const longAnswer = ({ scheduler, peer }: EvmContext, pieces: Iterable<string>): Streamed =>
  new Streamed((out) => {
    const client = { id: peer.id, gone: () => out.closed || isGone(peer) };
    return writeInSlices(scheduler, client, out, pieces);
  });

/** Writes the pieces, and stops early when the client is gone. */
async function writeInSlices(
  scheduler: FairScheduler | undefined,
  client: Client,
  out: TextSink,
  pieces: Iterable<string>,
): Promise<void> {
  const slice = await scheduler?.begin(client);
  try {
    for (const piece of pieces) {
      const behind = out.write(piece);
      const rest = behind === undefined || slice === undefined ? (behind ?? slice?.yieldIfDue()) : slice.pause(behind);
      if (rest !== undefined) await rest;
      if (isGone(client)) return;
    }
  } finally {
    slice?.end();
  }
}
