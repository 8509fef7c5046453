/**
 * Reads and writes the keys of x/distribution, which are the SDK's. A record whose encoding is empty, such as an empty
 * community pool, has no key here.
 */
import { bytes } from '../../../../codec/protobuf/field.js';
import { type Message, message } from '../../../../codec/protobuf/message.js';
import { type Bytes, bigintToBytes, concatBytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { moduleAccount } from '../../../sdk/module/module_account.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { withLength } from '../../../types/address.js';
import { addDecCoins, type DecCoins } from '../../../types/dec_coins.js';
import {
  AccumulatedCommission,
  CurrentRewards,
  DistributionParams,
  FeePool,
  HistoricalRewards,
  OutstandingRewards,
  SlashEvent,
  StartingInfo,
} from './records.js';

/** Account that holds all rewards and the community pool. */
export const DISTRIBUTION = moduleAccount('distribution', []);

const PERIOD_BYTES = 8;

/** Defines the records under a prefix. A record is found by what follows the prefix in its key. */
function table<T>(number: number, of: Message<T>) {
  const prefix = Uint8Array.of(number);
  return {
    prefix,
    /** Reads a record. Where there is none, its fields have their default values. */
    read: (state: StateReader, key: Bytes = EMPTY_BYTES): T =>
      of.decode(state.get('distribution', concatBytes(prefix, key)) ?? EMPTY_BYTES),
    has: (state: StateReader, key: Bytes): boolean => state.get('distribution', concatBytes(prefix, key)) !== undefined,
    write(state: WorkingState, value: T, key: Bytes = EMPTY_BYTES): void {
      const encoded = of.encode(value);
      if (encoded.length === 0) state.delete('distribution', concatBytes(prefix, key));
      else state.set('distribution', concatBytes(prefix, key), encoded);
    },
    delete: (state: WorkingState, key: Bytes): void => state.delete('distribution', concatBytes(prefix, key)),
    /** Yields the records whose keys begin with `start`, without the prefix of the table. */
    *entries(state: StateReader, start: Bytes = EMPTY_BYTES): Iterable<readonly [key: Bytes, value: T]> {
      for (const [key, value] of state.entries('distribution', concatBytes(prefix, start)))
        yield [key.slice(1), of.decode(value)];
    },
  };
}

const Address = message('google.protobuf.BytesValue', { value: bytes(1) });

/** Pool of all validators, under an empty key. */
export const FEE_POOL = table(0, FeePool);
export const PROPOSER = table(1, Address);
export const OUTSTANDING = table(2, OutstandingRewards);
export const STARTING = table(4, StartingInfo);
export const HISTORICAL = table(5, HistoricalRewards);
export const CURRENT = table(6, CurrentRewards);
export const COMMISSION = table(7, AccumulatedCommission);
export const SLASHES = table(8, SlashEvent);
export const PARAMS = table(9, DistributionParams);

/** Prefix of withdraw addresses, whose values are the bytes of an address. */
const WITHDRAW_ADDRESSES = Uint8Array.of(3);

/** Returns the key of a validator's record, and the start of the keys of its periods, delegators and slashes. */
export const validatorKey = withLength;

/** Returns the key of a period, whose number is little-endian. */
export const periodKey = (operator: Bytes, period: bigint): Bytes =>
  concatBytes(withLength(operator), bigintToBytes(period, PERIOD_BYTES).toReversed());

export const startingKey = (operator: Bytes, delegator: Bytes): Bytes =>
  concatBytes(withLength(operator), withLength(delegator));

export const slashKey = (operator: Bytes, height: bigint, period: bigint): Bytes =>
  concatBytes(withLength(operator), bigintToBytes(height, PERIOD_BYTES), bigintToBytes(period, PERIOD_BYTES));

/** Returns the account that gets a delegator's rewards. */
export const withdrawAddress = (state: StateReader, delegator: Bytes): Bytes =>
  state.get('distribution', concatBytes(WITHDRAW_ADDRESSES, withLength(delegator))) ?? delegator;

export const writeWithdrawAddress = (state: WorkingState, delegator: Bytes, address: Bytes): void =>
  state.set('distribution', concatBytes(WITHDRAW_ADDRESSES, withLength(delegator)), address);

/** Yields the delegators that have named an account, with the account. */
export function* withdrawAddresses(state: StateReader): Iterable<readonly [delegator: Bytes, address: Bytes]> {
  for (const [key, value] of state.entries('distribution', WITHDRAW_ADDRESSES)) yield [key.slice(2), value];
}

export function addToCommunityPool(state: WorkingState, coins: DecCoins): void {
  FEE_POOL.write(state, { communityPool: addDecCoins(FEE_POOL.read(state).communityPool, coins) });
}
