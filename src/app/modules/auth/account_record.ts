/** Encodes accounts as x/auth and x/auth/vesting store them: a base account, and what other kinds add to it. */
import { Any, Coin } from '../../../codec/cosmos/base.js';
import { embedded, int, optional, repeated, repeatedString, string, uint } from '../../../codec/protobuf/field.js';
import { type Message, message, type Of } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';

/** Account that others contain. Its sequence in the store is 0, because the EVM's nonce replaces it. */
export const BaseAccount = message(
  'cosmos.auth.v1beta1.BaseAccount',
  {
    address: string(1),
    publicKey: optional(2, Any),
    number: uint(3),
    sequence: uint(4),
  },
  { names: { number: 'account_number', publicKey: 'pub_key' } },
);
export type BaseAccount = Of<typeof BaseAccount>;

export const ModuleAccountRecord = message('cosmos.auth.v1beta1.ModuleAccount', {
  baseAccount: embedded(1, BaseAccount),
  name: string(2),
  permissions: repeatedString(3),
});

const coins = (number: number) => repeated(number, Coin, { keepEmpty: true });

const BaseVestingAccount = message('cosmos.vesting.v1beta1.BaseVestingAccount', {
  baseAccount: embedded(1, BaseAccount),
  originalVesting: coins(2),
  delegatedFree: coins(3),
  delegatedVesting: coins(4),
  /** Unix time in seconds, as all times here. */
  endTime: int(5),
});

/** Part of the coins of a periodic vesting account, and the seconds after the part before. */
export const VestingPeriod = message('cosmos.vesting.v1beta1.Period', { length: int(1), amount: coins(2) });
export type VestingPeriod = Of<typeof VestingPeriod>;

const [base, startTime] = [embedded(1, BaseVestingAccount), int(2)];
const vestingMessage = (name: string) => `cosmos.vesting.v1beta1.${name}`;

/** Messages of the kinds of vesting accounts. */
export const VESTING_ACCOUNTS = {
  continuous: message(vestingMessage('ContinuousVestingAccount'), { baseVestingAccount: base, startTime }),
  delayed: message(vestingMessage('DelayedVestingAccount'), { baseVestingAccount: base }),
  periodic: message(vestingMessage('PeriodicVestingAccount'), {
    baseVestingAccount: base,
    startTime,
    vestingPeriods: repeated(3, VestingPeriod, { keepEmpty: true }),
  }),
  permanent: message(vestingMessage('PermanentLockedAccount'), { baseVestingAccount: base }),
};
type VestingKind = keyof typeof VESTING_ACCOUNTS;

/** Coins of an account that become free with time, and what of them is delegated. */
export interface VestingTerms extends Omit<Of<typeof BaseVestingAccount>, 'baseAccount'> {
  readonly kind: VestingKind;
  /** 0 for kinds without one. */
  readonly startTime: bigint;
  /** Empty for other kinds than `periodic`. */
  readonly vestingPeriods: readonly VestingPeriod[];
}

/** Vesting account of any kind; those of some kinds lack the last two fields. */
interface AnyVestingAccount {
  readonly baseVestingAccount: Of<typeof BaseVestingAccount>;
  readonly startTime?: bigint;
  readonly vestingPeriods?: readonly VestingPeriod[];
}

const vestingCodec = (kind: VestingKind): Message<AnyVestingAccount> =>
  VESTING_ACCOUNTS[kind] as unknown as Message<AnyVestingAccount>;

/** Returns the kind of vesting account that a type URL names; undefined for other types. */
export const vestingKindOf = (typeUrl: string): VestingKind | undefined =>
  (Object.keys(VESTING_ACCOUNTS) as VestingKind[]).find((kind) => VESTING_ACCOUNTS[kind].typeUrl === typeUrl);

/** Record of the store: an ordinary account, a module's, or one with vesting coins. */
export interface AccountRecord {
  readonly base: BaseAccount;
  readonly module?: Omit<ModuleAccount, 'address'> | undefined;
  readonly vesting?: VestingTerms | undefined;
}

export function packAccount({ base, module, vesting }: AccountRecord): Any {
  if (vesting !== undefined) return packVesting(base, vesting);
  if (module === undefined) return { typeUrl: BaseAccount.typeUrl, value: BaseAccount.encode(base) };
  const value = ModuleAccountRecord.encode({ baseAccount: base, ...module });
  return { typeUrl: ModuleAccountRecord.typeUrl, value };
}

function packVesting(baseAccount: BaseAccount, { kind, startTime, vestingPeriods, ...terms }: VestingTerms): Any {
  const { typeUrl, encode } = vestingCodec(kind);
  return { typeUrl, value: encode({ baseVestingAccount: { baseAccount, ...terms }, startTime, vestingPeriods }) };
}

export function decodeAccount(bytes: Bytes): AccountRecord {
  const { typeUrl, value } = Any.decode(bytes);
  if (typeUrl === BaseAccount.typeUrl) return { base: BaseAccount.decode(value) };
  const kind = vestingKindOf(typeUrl);
  if (kind !== undefined) {
    const { baseVestingAccount, startTime = 0n, vestingPeriods = [] } = vestingCodec(kind).decode(value);
    const { baseAccount, ...terms } = baseVestingAccount;
    return { base: baseAccount, vesting: { kind, ...terms, startTime, vestingPeriods } };
  }
  const { baseAccount, ...module } = ModuleAccountRecord.decode(value);
  return { base: baseAccount, module };
}
