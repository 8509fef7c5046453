/**
 * Builds the consensus events of a committed height, in CometBFT's order (state/execution.go, fireEvents), and of a
 * validator's rounds, with the map of composite keys that queries match (types/event_bus.go). The dialect that has
 * NewBlockEvents builds it.
 */
import type { FinalizeBlockResponse, ValidatorUpdate } from '../abci/application.js';
import { eventMap } from '../abci/event_map.js';
import type { BusEvent, EventMap, RoundEvent } from '../backend/comet.js';
import { txHash } from '../codec/tx_hash.js';
import { addressOf, type Validator } from '../consensus/types/validator_set.js';
import { toUpperHex } from '../kernel/hex.js';
import type { StoredBlock } from './block_store/block_store.js';

/** Removes the attributes from each member of a union. */
type Facts<E> = E extends unknown ? Omit<E, 'attributes'> : never;

/** Builds the map of an event when it is first read, because queries are few. */
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

const bareMaps = new Map<BusEvent['type'], EventMap>();

/** Returns `tm.event` alone; all events of a name share one map. */
function bareMap(name: BusEvent['type']): EventMap {
  const known = bareMaps.get(name);
  if (known !== undefined) return known;
  const map = eventMap(name, []);
  bareMaps.set(name, map);
  return map;
}

/** Builds an event of a validator's rounds; queries see its name alone. */
export const roundEvent = (facts: Facts<RoundEvent>): RoundEvent => ({ attributes: bareMap(facts.type), ...facts });

const asValidator = ({ pubKey, power }: ValidatorUpdate): Validator => ({
  address: addressOf(pubKey),
  pubKey,
  votingPower: power,
  proposerPriority: 0n,
});

/** Builds the events of a height, in CometBFT's order. */
export function blockEvents(stored: StoredBlock, results: FinalizeBlockResponse): BusEvent[] {
  const { header, txs, evidence } = stored.block;
  const height = header.height;
  const ofBlock = (name: BusEvent['type']) => () => eventMap(name, results.events);
  const events: BusEvent[] = [
    withMap({ type: 'NewBlock' as const, stored, results }, ofBlock('NewBlock')),
    withMap({ type: 'NewBlockHeader' as const, header, numTxs: txs.length, results }, ofBlock('NewBlockHeader')),
  ];
  for (const item of evidence)
    events.push({ type: 'NewEvidence', height, evidence: item, attributes: bareMap('NewEvidence') });
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
  if (results.validatorUpdates.length > 0) {
    const updates = results.validatorUpdates.map(asValidator);
    events.push({ type: 'ValidatorSetUpdates', updates, attributes: bareMap('ValidatorSetUpdates') });
  }
  return events;
}
