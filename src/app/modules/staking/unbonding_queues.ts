/**
 * Queues entries of unbonding delegations and of redelegations until they end (SDK x/staking `UBDQueue`,
 * `RedelegationQueue`). A key is the time at which entries end, and its value names their owners in the order in which
 * they came. The end of a block looks at them only when the earliest of these times has come.
 */
import type { Event } from '../../../abci/application.js';
import { repeated, string } from '../../../codec/protobuf/field.js';
import { type Codec, message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { type ChainParams, readChainParams } from '../../sdk/chain_params.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { storedAddress } from '../../types/address.js';
import { event } from '../../types/events.js';
import { TxFailure } from '../../types/refusal.js';
import { timeKey, timeOfKey } from '../../types/time_key.js';
import { trackUndelegation } from '../auth/vesting.js';
import { giveCoins, takeCoins } from '../bank/send_coins.js';
import { NOT_BONDED_POOL } from './pools.js';
import {
  readRedelegation,
  readStakingParams,
  readUnbondingDelegation,
  readUnbondingQueue,
  writeRedelegation,
  writeUnbondingDelegation,
  writeUnbondingQueue,
} from './store.js';

const Pair = message(
  'cosmos.staking.v1beta1.DVPair',
  { delegator: string(1), validator: string(2) },
  { names: { delegator: 'delegator_address', validator: 'validator_address' } },
);
const Pairs = message('cosmos.staking.v1beta1.DVPairs', { pairs: repeated(1, Pair) });
type Pair = Of<typeof Pair>;

const Triplet = message(
  'cosmos.staking.v1beta1.DVVTriplet',
  { delegator: string(1), source: string(2), destination: string(3) },
  { names: { delegator: 'delegator_address', destination: 'validator_dst_address', source: 'validator_src_address' } },
);
const Triplets = message('cosmos.staking.v1beta1.DVVTriplets', { triplets: repeated(1, Triplet) });
type Triplet = Of<typeof Triplet>;

const UNBONDING_QUEUE = Uint8Array.of(0x41);
const REDELEGATION_QUEUE = Uint8Array.of(0x42);

/** Queues an entry of an unbonding delegation until `time`. */
export const queueUnbonding = (state: WorkingState, owner: Pair, time: UnixNanos): void =>
  queue(state, UNBONDING_QUEUE, Pairs.encode({ pairs: [owner] }), time);

/** Queues an entry of a redelegation until `time`. */
export const queueRedelegation = (state: WorkingState, owner: Triplet, time: UnixNanos): void =>
  queue(state, REDELEGATION_QUEUE, Triplets.encode({ triplets: [owner] }), time);

/** Adds to the list of a time. A list followed by a list of one is the encoding of both. */
function queue(state: WorkingState, prefix: Bytes, list: Bytes, time: UnixNanos): void {
  const key = timeKey(prefix, time);
  state.set('staking', key, concatBytes(state.get('staking', key) ?? EMPTY_BYTES, list));
  const { entries, nextMaturity } = readUnbondingQueue(state);
  if (nextMaturity === 0n || time < nextMaturity) writeUnbondingQueue(state, { entries, nextMaturity: time });
}

/** Block that ends entries, with the bond denom. */
interface Ending {
  readonly state: WorkingState;
  readonly params: ChainParams;
  readonly denom: string;
  readonly block: { readonly time: UnixNanos };
}

/** Ends all entries whose time has come, and returns the events (SDK `BlockValidatorUpdates`). */
export function endDelegations(state: WorkingState, now: UnixNanos): readonly Event[] {
  const ending = {
    state,
    params: readChainParams(state),
    denom: readStakingParams(state).bondDenom,
    block: { time: now },
  };
  const events = takeMature(state, UNBONDING_QUEUE, now, Pairs).flatMap(({ pairs }) =>
    pairs.flatMap((owner) => endUnbonding(ending, owner)),
  );
  for (const { triplets } of takeMature(state, REDELEGATION_QUEUE, now, Triplets))
    for (const owner of triplets) events.push(...endRedelegation(ending, owner));
  const next = [firstTime(state, UNBONDING_QUEUE), firstTime(state, REDELEGATION_QUEUE)];
  const nextMaturity = next.reduce((least, time) => (least === 0n || (time !== 0n && time < least) ? time : least));
  writeUnbondingQueue(state, { ...readUnbondingQueue(state), nextMaturity });
  return events;
}

/** Removes and returns the lists up to a time. */
function takeMature<T>(state: WorkingState, prefix: Bytes, now: UnixNanos, { decode }: Codec<T>): T[] {
  const last = timeKey(prefix, now);
  const mature: (readonly [Bytes, T])[] = [];
  for (const [key, value] of state.entries('staking', prefix)) {
    if (compareBytes(key, last) > 0) break;
    mature.push([key, decode(value)]);
  }
  for (const [key] of mature) state.delete('staking', key);
  return mature.map(([, list]) => list);
}

/** Returns the earliest time in a queue, or 0. */
function firstTime(state: StateReader, prefix: Bytes): UnixNanos {
  for (const [key] of state.entries('staking', prefix)) return timeOfKey(key);
  return 0n;
}

/**
 * Pays the delegator what has ended (SDK `CompleteUnbonding`). An account that cannot have so much gets nothing, and
 * the entries remain.
 */
function endUnbonding(ending: Ending, owner: Pair): readonly Event[] {
  const { state, params, denom } = ending;
  const now = ending.block.time;
  const [delegator, operator] = [storedAddress(owner.delegator), storedAddress(owner.validator)];
  const found = readUnbondingDelegation(state, delegator, operator);
  if (found === undefined) return [];
  const checkpoint = state.checkpoint();
  const events: Event[] = [];
  let paid = 0n;
  try {
    for (const { completionTime, balance: amount } of found.entries) {
      if (completionTime > now || amount === 0n) continue;
      events.push(takeCoins(ending, NOT_BONDED_POOL.address, [{ denom, amount }]));
      events.push(giveCoins(ending, delegator, [{ denom, amount }]));
      if (params.hasVesting) trackUndelegation(state, delegator, { denom, amount });
      paid += amount;
    }
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    state.revertTo(checkpoint);
    return [];
  }
  const entries = found.entries.filter(({ completionTime }) => completionTime > now);
  writeUnbondingDelegation(state, delegator, operator, { ...found, entries });
  events.push(
    event('complete_unbonding', {
      amount: amountText(paid, denom),
      validator: owner.validator,
      delegator: owner.delegator,
    }),
  );
  return events;
}

function endRedelegation({ state, denom, block: { time: now } }: Ending, owner: Triplet): readonly Event[] {
  const path = [storedAddress(owner.delegator), storedAddress(owner.source), storedAddress(owner.destination)] as const;
  const found = readRedelegation(state, ...path);
  if (found === undefined) return [];
  const isMature = ({ completionTime }: { readonly completionTime: bigint }): boolean => completionTime <= now;
  const ended = found.entries.filter(isMature).reduce((sum, { initialBalance }) => sum + initialBalance, 0n);
  writeRedelegation(state, path, { ...found, entries: found.entries.filter((entry) => !isMature(entry)) });
  const { delegator, source: source_validator, destination: destination_validator } = owner;
  const amount = amountText(ended, denom);
  return [event('complete_redelegation', { amount, delegator, source_validator, destination_validator })];
}

/** Formats coins, which are an empty text when there are none. */
const amountText = (amount: bigint, denom: string): string => (amount === 0n ? '' : `${amount}${denom}`);
