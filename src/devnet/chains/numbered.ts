/** Gives clients, connections and channels the numbers of a plan: a dev transaction sets the chain's next number. */
import { MsgSetIbcSequences } from '../../codec/dev/ibc.js';
import { bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';

export type NumberedKind = 'client' | 'connection' | 'channel';

const KEYS: Readonly<Record<NumberedKind, Uint8Array>> = {
  client: utf8('nextClientSequence'),
  connection: utf8('nextConnectionSequence'),
  channel: utf8('nextChannelSequence'),
};

/** Returns the first items whose numbers follow each other, sorted by number: as many as one block can make. */
export function firstRun<T extends { readonly number: number }>(items: readonly T[]): readonly T[] {
  const sorted = [...items].sort((a, b) => a.number - b.number);
  const end = sorted.findIndex(({ number }, index) => number !== (sorted[0] as T).number + index);
  return end < 0 ? sorted : sorted.slice(0, end);
}

/** Sets the number of the next object of each kind. */
export async function makeNext(
  { node, port }: RelayedChain,
  wanted: Partial<Record<NumberedKind, number>>,
): Promise<void> {
  const view = port.at(port.height);
  const next = (kind: NumberedKind): bigint => bytesToBigint(view.get(KEYS[kind]) ?? EMPTY_BYTES);
  const of = (kind: NumberedKind): bigint => BigInt(wanted[kind] ?? next(kind));
  const value = {
    nextClientSequence: of('client'),
    nextConnectionSequence: of('connection'),
    nextChannelSequence: of('channel'),
  };
  const isSo = (['client', 'connection', 'channel'] as const).every((kind) => of(kind) === next(kind));
  if (!isSo) await node.devTxSender.sendDevTx(MsgSetIbcSequences, value);
}
