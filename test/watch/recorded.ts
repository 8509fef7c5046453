/** Reads what a real network of four validators sent while one of them was down. */

import type { NodeFacts } from '../../src/client/rounds/node_facts.js';
import { readDump } from '../../src/client/rounds/read_dump.js';
import { type RoundEvent, readEvent } from '../../src/client/rounds/read_event.js';
import type { View } from '../../src/client/rounds/session.js';
import type { RoundsState } from '../../src/client/rounds/state.js';
import recorded from '../vectors/cometbft-0.38.25/one_validator_down.json' with { type: 'json' };

/** Addresses of the four validators in the order of the set. The last one is down. */
export const VALIDATORS = ['34E60F1D3BB9', '409376216329', '4A4AD47E70C9', 'C6AB6B875E87'] as const;

/** Returns the dump at 52/1, step Propose, after another state. */
export const dumpInRoundOne = (before?: RoundsState): RoundsState => readDump(recorded.dumps[0], before);

/** Returns the dump at 52/1, step Precommit, with a locked block. */
export const dumpWithLock = (): RoundsState => readDump(recorded.dumps[1]);

export const EVENTS: readonly RoundEvent[] = recorded.events.flatMap((event) => readEvent(event) ?? []);

export const NODE: NodeFacts = {
  label: 'http://127.0.0.1:26657',
  chainId: 'chain-a',
  moniker: 'node',
  version: '0.38.25',
};

export const viewOf = (state: RoundsState, more: Partial<View> = {}): View => ({
  node: NODE,
  names: new Map([[VALIDATORS[0], 'first']]),
  state,
  problem: undefined,
  ...more,
});
