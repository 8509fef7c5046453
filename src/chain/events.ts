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

/** Queries are few: the map of an event is made when somebody first asks for it. */
function withMap<E extends object>(event: E, make: () => EventMap): E & { readonly attributes: EventMap } {
  let made: EventMap | undefined;
  return {
    ...event,
    get attributes() {
      made ??= make();
      return made;
    },
  };
}

export function blockEvents(stored: LedgerBlock, results: FinalizeBlockResponse): BusEvent[] {
  const { header, txs } = stored.block;
  const height = header.height;
  const ofBlock = (name: BusEvent['type']) => () => eventMap(name, results.events);
  const events: BusEvent[] = [
    withMap({ type: 'NewBlock' as const, stored, results }, ofBlock('NewBlock')),
    withMap({ type: 'NewBlockHeader' as const, header, numTxs: txs.length, results }, ofBlock('NewBlockHeader')),
  ];
  txs.forEach((tx, index) => {
    const result = results.txResults[index];
    if (result === undefined) return;
    const own = (): [string, string][] => [
      ['tx.hash', toUpperHex(txHash(tx))],
      ['tx.height', height.toString()],
    ];
    const location = { height, index, tx, result };
    events.push(withMap({ type: 'Tx' as const, location }, () => eventMap('Tx', result.events, own())));
  });
  return events;
}
