/** Clients, connections and channels get the numbers that a plan wants: the chain is told which one comes next. */
import { MsgSetIbcSequences } from '../../codec/dev/MsgSetIbcSequences.js';
import { bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';

export type NumberedKind = 'client' | 'connection' | 'channel';

const KEYS: Readonly<Record<NumberedKind, Uint8Array>> = {
  client: utf8('nextClientSequence'),
  connection: utf8('nextConnectionSequence'),
  channel: utf8('nextChannelSequence'),
};

/** Those at the front whose numbers follow each other, by number: as many as one block can make. */
export function firstRun<T extends { readonly number: number }>(items: readonly T[]): readonly T[] {
  const sorted = [...items].sort((a, b) => a.number - b.number);
  const end = sorted.findIndex(({ number }, index) => number !== (sorted[0] as T).number + index);
  return end < 0 ? sorted : sorted.slice(0, end);
}

/** The next one of the kind gets this number. */
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
