/**
 * What a granter allows: any message of a type, sends up to a limit, or stake up to a limit (SDK x/authz
 * `GenericAuthorization`, x/bank `SendAuthorization`, x/staking `StakeAuthorization`).
 */
import { type Any, Coin, type Packed, packedOneOf } from '../../../codec/cosmos/base.js';
import { optional, repeated, repeatedString, small, string } from '../../../codec/protobuf/field.js';
import { type Message, message } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { GasMeter } from '../../sdk/module/gas_meter.js';
import { coinsOf, DENOM, subtractCoins, tryParseCoins } from '../../types/coins.js';
import { failure, moduleFailure } from '../../types/refusal.js';
import { MsgSend } from '../bank/messages/MsgSend.js';
import { readCoins } from '../bank/send_enabled.js';
import { MsgDelegate } from '../staking/messages/MsgDelegate.js';
import { MsgBeginRedelegate, MsgCancelUnbondingDelegation, MsgUndelegate } from '../staking/messages/unbonding.js';
import { authzFailure } from './failure.js';

/** Authorization after a message: the same, used up, or less than before. */
type Outcome<T> = 'unchanged' | 'used up' | T;

export interface Authorization extends Packed {
  /** Type URL of the messages that it allows. Throws TxFailure for an authorization that `check` refuses. */
  readonly msgTypeUrl: () => string;
  /** Throws TxFailure for an authorization that cannot be granted. */
  readonly check: () => void;
  /** Throws TxFailure for a message that it does not allow. */
  readonly accept: (message: Any, gas: GasMeter) => Outcome<Authorization>;
}

interface AuthorizationType<T> {
  readonly message: Message<T>;
  readonly msgTypeUrl: (value: T) => string;
  readonly check: (value: T) => void;
  readonly accept: (value: T, message: Any, gas: GasMeter) => Outcome<T>;
}

interface AuthorizationKind {
  readonly message: Message<unknown>;
  readonly read: (bytes: Bytes) => Authorization;
}

function defineAuthorization<T extends object>(type: AuthorizationType<T>): AuthorizationKind {
  const { message } = type;
  const bind = (value: T): Authorization => ({
    any: { typeUrl: message.typeUrl, value: message.encode(value) },
    amino: () => ({ type: message.aminoName, value: message.amino(value) }),
    msgTypeUrl: () => type.msgTypeUrl(value),
    check: () => type.check(value),
    accept(granted, gas) {
      const outcome = type.accept(value, granted, gas);
      return typeof outcome === 'string' ? outcome : bind(outcome);
    },
  });
  return { message, read: (bytes) => bind(message.decode(bytes)) };
}

const generic = defineAuthorization({
  message: message(
    'cosmos.authz.v1beta1.GenericAuthorization',
    { msg: string(1) },
    { aminoName: 'cosmos-sdk/GenericAuthorization' },
  ),
  msgTypeUrl: ({ msg }) => msg,
  check({ msg }) {
    if (msg === '') throw moduleFailure('undefined', 1, 'msg type cannot be empty');
  },
  accept: () => 'unchanged',
});

/** Gas for each entry of a list that is searched. */
const ENTRY_GAS = 10n;

const send = defineAuthorization({
  message: message(
    'cosmos.bank.v1beta1.SendAuthorization',
    { spendLimit: repeated(1, Coin, { keepEmpty: true }), allowList: repeatedString(2) },
    { aminoName: 'cosmos-sdk/SendAuthorization' },
  ),
  msgTypeUrl: () => MsgSend.typeUrl,
  check({ spendLimit, allowList }) {
    if (spendLimit.length === 0) throw failure('invalidCoins', 'spend limit cannot be nil: invalid coins');
    if (tryParseCoins(spendLimit) === undefined)
      throw failure('invalidCoins', 'spend limit must be positive: invalid coins');
    if (new Set(allowList).size < allowList.length) throw moduleFailure('bank', 8, 'duplicate entry');
  },
  accept({ spendLimit, allowList }, { value }, gas) {
    const { toAddress, amount } = MsgSend.message.decode(value);
    const left = subtractCoins(tryParseCoins(spendLimit) ?? [], readCoins(amount));
    if (left === undefined)
      throw failure('insufficientFunds', 'requested amount is more than spend limit: insufficient funds');
    if (!isListed(toAddress, allowList, 'send authorization', gas) && allowList.length > 0)
      throw failure('unauthorized', `cannot send to ${toAddress} address: unauthorized`);
    return left.length === 0 ? 'used up' : { spendLimit: coinsOf(left), allowList };
  },
});

/** Searches a list, and charges each entry up to the one that is found. */
function isListed(text: string, list: readonly string[], where: string, gas: GasMeter): boolean {
  return list.some((entry) => {
    gas.consume(ENTRY_GAS, where);
    return entry === text;
  });
}

const Validators = message('cosmos.staking.v1beta1.StakeAuthorization.Validators', { address: repeatedString(1) });

/** Messages by the number of the authorization's type, with the validator and the amount that count. */
const STAKE_MESSAGES = new Map<number, { readonly typeUrl: string; readonly read: (value: Bytes) => StakeMove }>([
  [1, { typeUrl: MsgDelegate.typeUrl, read: (value) => moveOf(MsgDelegate.message.decode(value)) }],
  [2, { typeUrl: MsgUndelegate.typeUrl, read: (value) => moveOf(MsgUndelegate.message.decode(value)) }],
  [
    3,
    {
      typeUrl: MsgBeginRedelegate.typeUrl,
      read(value) {
        const { validatorDstAddress: validatorAddress, amount } = MsgBeginRedelegate.message.decode(value);
        return moveOf({ validatorAddress, amount });
      },
    },
  ],
  [
    4,
    {
      typeUrl: MsgCancelUnbondingDelegation.typeUrl,
      read: (value) => moveOf(MsgCancelUnbondingDelegation.message.decode(value)),
    },
  ],
]);

interface StakeMove {
  readonly validator: string;
  readonly amount: Coin;
}

const moveOf = (move: { readonly validatorAddress: string; readonly amount: Coin }): StakeMove => ({
  validator: move.validatorAddress,
  amount: move.amount,
});

const stakeMessage = {
  ...message(
    'cosmos.staking.v1beta1.StakeAuthorization',
    {
      /** Most tokens; undefined for no limit. */
      maxTokens: optional(1, Coin),
      allowList: optional(2, Validators),
      denyList: optional(3, Validators),
      authorizationType: small(4, {
        enum: 'cosmos.staking.v1beta1.AuthorizationType',
        values: [
          'AUTHORIZATION_TYPE_UNSPECIFIED',
          'AUTHORIZATION_TYPE_DELEGATE',
          'AUTHORIZATION_TYPE_UNDELEGATE',
          'AUTHORIZATION_TYPE_REDELEGATE',
          'AUTHORIZATION_TYPE_CANCEL_UNBONDING_DELEGATION',
        ],
      }),
    },
    {
      aminoName: 'cosmos-sdk/StakeAuthorization',
      oneof: 'validators',
      oneofKeys: ['allowList', 'denyList'],
    },
  ),
};

const stake = defineAuthorization({
  message: {
    ...stakeMessage,
    // Amino names the member that is there.
    amino({ allowList, denyList, ...rest }) {
      const { allow_list, deny_list, ...json } = stakeMessage.amino({ ...rest, allowList, denyList });
      if (allow_list === undefined && deny_list === undefined) return json;
      const [type, value] = allow_list === undefined ? ['DenyList', { deny_list }] : ['AllowList', { allow_list }];
      return { ...json, Validators: { type: `cosmos-sdk/StakeAuthorization/${type}`, value } };
    },
  },
  msgTypeUrl: ({ authorizationType }) => stakeType(authorizationType).typeUrl,
  check({ maxTokens, authorizationType }) {
    if (maxTokens !== undefined && !isAmount(maxTokens))
      throw authzFailure('negativeMaxTokens', `negative coin amount: ${maxTokens.amount}${maxTokens.denom}`);
    if (authorizationType === 0) throw authzFailure('unknownAuthorization');
    stakeType(authorizationType);
  },
  accept(authorization, { value }, gas) {
    const { maxTokens, allowList, denyList, authorizationType } = authorization;
    const { validator, amount } = stakeType(authorizationType).read(value);
    const allowed = allowList?.address ?? [];
    const isAllowed = isListed(validator, allowed, 'stake authorization', gas);
    const isDenied = isListed(validator, denyList?.address ?? [], 'stake authorization', gas);
    if (isDenied || (allowed.length > 0 && !isAllowed))
      throw failure('unauthorized', `cannot delegate/undelegate to ${validator} validator: unauthorized`);
    if (maxTokens === undefined) return { ...authorization };
    if (maxTokens.denom !== amount.denom || !isAmount(amount))
      throw moduleFailure('undefined', 1, `invalid coin denoms: ${maxTokens.denom}, ${amount.denom}`);
    const left = BigInt(maxTokens.amount) - BigInt(amount.amount);
    if (left < 0n) throw moduleFailure('undefined', 1, `negative coin amount: ${left}${amount.denom}`);
    return left === 0n
      ? 'used up'
      : { ...authorization, maxTokens: { denom: maxTokens.denom, amount: left.toString() } };
  },
});

const isAmount = ({ denom, amount }: Coin): boolean => DENOM.test(denom) && /^\d{1,78}$/.test(amount);

function stakeType(number: number) {
  const found = STAKE_MESSAGES.get(number);
  if (found !== undefined) return found;
  throw authzFailure('unknownAuthorization', `cannot normalize authz type with ${number}`);
}

const KINDS = [generic, send, stake];

/** Messages of all authorizations. */
export const AUTHORIZATIONS: readonly Message<unknown>[] = KINDS.map(({ message }) => message);

/** Encodes an authorization as an Any. */
export const AuthorizationAny = packedOneOf<Authorization>(
  new Map(KINDS.map(({ message, read }) => [message.typeUrl, read])),
);
