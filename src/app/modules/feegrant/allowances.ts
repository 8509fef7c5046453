/**
 * What a granter pays for: fees up to a limit, fees up to a limit in each period, or one of these for some message types
 * (SDK x/feegrant `BasicAllowance`, `PeriodicAllowance`, `AllowedMsgAllowance`).
 */
import { Coin, type Packed, packedOneOf } from '../../../codec/cosmos/base.js';
import {
  duration,
  embedded,
  optional,
  optionalTimestamp,
  repeated,
  repeatedString,
  timestamp,
} from '../../../codec/protobuf/field.js';
import { type Message, message, type Of } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GasMeter } from '../../sdk/module/gas_meter.js';
import { type Amount, coinsOf, coinsText, subtractCoins, tryParseCoins } from '../../types/coins.js';
import { failure } from '../../types/refusal.js';
import { feegrantFailure } from './failure.js';

/** Fee that a transaction asks the granter to pay. */
export interface FeeUse {
  readonly fee: readonly Amount[];
  /** Types of the transaction's messages. */
  readonly typeUrls: readonly string[];
  readonly now: UnixNanos;
  readonly gas: GasMeter;
}

export interface Allowance extends Packed {
  /** Last time at which it can be used. */
  readonly expiration: UnixNanos | undefined;
  /** Throws TxFailure for an allowance that cannot be granted. */
  readonly check: () => void;
  /** Returns what is left; undefined when it is used up. Throws TxFailure for a fee that it does not cover. */
  readonly accept: (use: FeeUse) => Allowance | undefined;
}

interface AllowanceType<T> {
  readonly message: Message<T>;
  readonly expiration: (value: T) => UnixNanos | undefined;
  readonly check: (value: T) => void;
  readonly accept: (value: T, use: FeeUse) => T | undefined;
}

interface AllowanceKind {
  readonly message: Message<unknown>;
  readonly read: (bytes: Bytes) => Allowance;
}

function defineAllowance<T>(type: AllowanceType<T>): AllowanceKind {
  const { message } = type;
  const bind = (value: T): Allowance => ({
    any: { typeUrl: message.typeUrl, value: message.encode(value) },
    amino: () => ({ type: message.aminoName, value: message.amino(value) }),
    expiration: type.expiration(value),
    check: () => type.check(value),
    accept(use) {
      const left = type.accept(value, use);
      return left && bind(left);
    },
  });
  return { message, read: (bytes) => bind(message.decode(bytes)) };
}

const packedOf = (kinds: readonly AllowanceKind[]) =>
  packedOneOf<Allowance>(new Map(kinds.map(({ message, read }) => [message.typeUrl, read])));

const BasicAllowance = message(
  'cosmos.feegrant.v1beta1.BasicAllowance',
  {
    /** Empty for no limit. */
    spendLimit: repeated(1, Coin, { keepEmpty: true }),
    expiration: optionalTimestamp(2),
  },
  { aminoName: 'cosmos-sdk/BasicAllowance' },
);
type BasicAllowance = Of<typeof BasicAllowance>;

function checkBasic({ spendLimit, expiration }: BasicAllowance): void {
  checkCoins(spendLimit, 'send');
  if (expiration !== undefined && expiration < 0n)
    throw feegrantFailure('invalidDuration', 'expiration time cannot be negative');
}

function checkCoins(coins: readonly Coin[], what: string): void {
  if (tryParseCoins(coins) === undefined)
    throw failure('invalidCoins', `${what} amount is invalid: ${coinsText(coins)}: invalid coins`);
}

/** Takes a fee from coins. Throws TxFailure when they are too few. */
function spend(coins: readonly Coin[], fee: readonly Amount[], what: string): readonly Coin[] {
  const left = subtractCoins(tryParseCoins(coins) ?? [], fee);
  if (left === undefined) throw feegrantFailure('limitExceeded', what);
  return coinsOf(left);
}

const basic = defineAllowance({
  message: BasicAllowance,
  expiration: ({ expiration }) => expiration,
  check: checkBasic,
  accept({ spendLimit, expiration }, { fee, now }) {
    if (expiration !== undefined && expiration < now) throw feegrantFailure('expired', 'basic allowance');
    if (spendLimit.length === 0) return { spendLimit, expiration };
    const left = spend(spendLimit, fee, 'basic allowance');
    return left.length === 0 ? undefined : { spendLimit: left, expiration };
  },
});

const PeriodicAllowance = message(
  'cosmos.feegrant.v1beta1.PeriodicAllowance',
  {
    basic: embedded(1, BasicAllowance),
    period: duration(2),
    periodSpendLimit: repeated(3, Coin, { keepEmpty: true }),
    /** Rest of the period's limit. */
    periodCanSpend: repeated(4, Coin, { keepEmpty: true }),
    /** Time at which the next period begins. */
    periodReset: timestamp(5),
  },
  { aminoName: 'cosmos-sdk/PeriodicAllowance' },
);
type PeriodicAllowance = Of<typeof PeriodicAllowance>;

/** Begins the next period when its time has come. Periods without a use do not add up. */
function inPeriod(allowance: PeriodicAllowance, now: UnixNanos): PeriodicAllowance {
  const { basic, period, periodSpendLimit, periodReset } = allowance;
  if (now < periodReset) return allowance;
  const limit = tryParseCoins(basic.spendLimit) ?? [];
  const isMoreThanAll = limit.length > 0 && subtractCoins(limit, tryParseCoins(periodSpendLimit) ?? []) === undefined;
  const next = periodReset + period;
  return {
    ...allowance,
    periodCanSpend: isMoreThanAll ? basic.spendLimit : periodSpendLimit,
    periodReset: now > next ? now + period : next,
  };
}

const periodic = defineAllowance({
  message: PeriodicAllowance,
  expiration: ({ basic }) => basic.expiration,
  check({ basic, period, periodSpendLimit, periodCanSpend }) {
    checkBasic(basic);
    checkCoins(periodSpendLimit, 'spend');
    if (periodSpendLimit.length === 0) throw failure('invalidCoins', 'spend limit must be positive: invalid coins');
    checkCoins(periodCanSpend, 'can spend');
    const denoms = new Set(basic.spendLimit.map(({ denom }) => denom));
    if (denoms.size > 0 && periodSpendLimit.some(({ denom }) => !denoms.has(denom)))
      throw failure('invalidCoins', 'period spend limit has different currency than basic spend limit: invalid coins');
    if (period < 0n) throw feegrantFailure('invalidDuration', 'negative clock step');
  },
  accept(allowance, { fee, now }) {
    const { expiration } = allowance.basic;
    if (expiration !== undefined && expiration < now) throw feegrantFailure('expired', 'absolute limit');
    const current = inPeriod(allowance, now);
    const periodCanSpend = spend(current.periodCanSpend, fee, 'period limit');
    if (allowance.basic.spendLimit.length === 0) return { ...current, periodCanSpend };
    const spendLimit = spend(allowance.basic.spendLimit, fee, 'absolute limit');
    return spendLimit.length === 0 ? undefined : { ...current, periodCanSpend, basic: { spendLimit, expiration } };
  },
});

/** Gas for each message type that is compared. */
const MESSAGE_GAS = 10n;

const allowedMessages = defineAllowance({
  message: message(
    'cosmos.feegrant.v1beta1.AllowedMsgAllowance',
    { allowance: optional(1, packedOf([basic, periodic])), allowedMessages: repeatedString(2) },
    { aminoName: 'cosmos-sdk/AllowedMsgAllowance' },
  ),
  expiration: ({ allowance }) => allowance?.expiration,
  check({ allowance, allowedMessages }) {
    if (allowance === undefined) throw feegrantFailure('noAllowance', 'allowance should not be empty');
    if (allowedMessages.length === 0) throw feegrantFailure('noMessages', "allowed messages shouldn't be empty");
    allowance.check();
  },
  accept({ allowance, allowedMessages }, use) {
    const allowed = new Set(allowedMessages);
    use.gas.consume(MESSAGE_GAS * BigInt(allowedMessages.length), 'check msg');
    for (const typeUrl of use.typeUrls) {
      use.gas.consume(MESSAGE_GAS, 'check msg');
      if (!allowed.has(typeUrl))
        throw feegrantFailure('messageNotAllowed', 'message does not exist in allowed messages');
    }
    const left = allowance?.accept(use);
    return left && { allowance: left, allowedMessages };
  },
});

const KINDS = [basic, periodic, allowedMessages];

/** Messages of all allowances. */
export const ALLOWANCES: readonly Message<unknown>[] = KINDS.map(({ message }) => message);

/** Encodes an allowance as an Any. */
export const AllowanceAny = packedOf(KINDS);
