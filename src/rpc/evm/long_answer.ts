/** Long answers that are made a piece at a time, in their client's turns, and go out while the rest is made. */
import type { TextSink } from '../../kernel/text_stream.js';
import { type Client, isGone, type Turns } from '../../kernel/turns.js';
import { Streamed } from '../jsonrpc/streamed.js';
import type { EvmContext } from './context.js';

/** `pieces` joined are one JSON value; each is short work. They must not throw. */
export const longAnswer = ({ turns, peer }: Pick<EvmContext, 'turns' | 'peer'>, pieces: Iterable<string>): Streamed =>
  new Streamed((out) => {
    const client = { id: peer.id, gone: () => out.closed || isGone(peer) };
    return writeInTurns(turns, client, out, pieces);
  });

/** Stops early when nobody reads on. */
async function writeInTurns(
  turns: Turns | undefined,
  client: Client,
  out: TextSink,
  pieces: Iterable<string>,
): Promise<void> {
  const slice = await turns?.begin(client);
  try {
    for (const piece of pieces) {
      const behind = out.write(piece);
      const rest = behind === undefined || slice === undefined ? (behind ?? slice?.rest()) : slice.pause(behind);
      if (rest !== undefined) await rest;
      if (isGone(client)) return;
    }
  } finally {
    slice?.end();
  }
}
