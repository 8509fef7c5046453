/**
 * Consensus events of a committed height, in CometBFT's order (state/execution.go, fireEvents), with the map of
 * composite keys that queries match (types/event_bus.go).
 */
import type { Event, FinalizeBlockResponse } from '../abci/application.js';
import { txHash } from '../consensus/types/block.js';
import { toUpperHex } from '../kernel/hex.js';
import type { BusEvent, EventMap } from '../rpc/ports.js';
import type { LedgerBlock } from './ledger/ledger.js';

/** `<event type>.<attribute key>` to its values in order of emission, then `tm.event`. */
export function eventMap(name: BusEvent['type'], events: readonly Event[], extra: [string, string][] = []): EventMap {
  const map = new Map<string, string[]>();
  const add = (key: string, value: string): void => {
    const values = map.get(key);
    if (values === undefined) map.set(key, [value]);
    else values.push(value);
  };
  for (const { type, attributes } of events) {
    if (type === '') continue;
    for (const { key, value } of attributes) if (key !== '') add(`${type}.${key}`, value);
  }
  for (const [key, value] of extra) add(key, value);
  add('tm.event', name);
  return map;
}

export function blockEvents(stored: LedgerBlock, results: FinalizeBlockResponse): BusEvent[] {
  const { header, txs } = { header: stored.block.header, txs: stored.block.txs };
  const height = header.height;
  const out: BusEvent[] = [
    { type: 'NewBlock', stored, results, attributes: eventMap('NewBlock', results.events) },
    {
      type: 'NewBlockHeader',
      header,
      numTxs: txs.length,
      results,
      attributes: eventMap('NewBlockHeader', results.events),
    },
  ];
  txs.forEach((tx, index) => {
    const result = results.txResults[index];
    if (result === undefined) return;
    const attributes = eventMap('Tx', result.events, [
      ['tx.hash', toUpperHex(txHash(tx))],
      ['tx.height', height.toString()],
    ]);
    out.push({ type: 'Tx', location: { height, index, tx, result }, attributes });
  });
  return out;
}
