/**
 * `cosmos.vesting.v1beta1.MsgCreateVestingAccount`, `MsgCreatePermanentLockedAccount` and
 * `MsgCreatePeriodicVestingAccount` send coins to a new account, which may spend them as they become free.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { bool, int, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { type Amount, addCoins, coinsOf } from '../../../types/coins.js';
import { failure } from '../../../types/refusal.js';
import { VestingPeriod, type VestingTerms } from '../../auth/account_record.js';
import { ensureAccount, isKnown } from '../../auth/store.js';
import { termsProblem, writeVestingAccount } from '../../auth/vesting.js';
import { sendCoins } from '../../bank/send_coins.js';
import { checkRecipient, checkSendEnabled, readCoins } from '../../bank/send_enabled.js';

const NAME = 'cosmos.vesting.v1beta1';
const PARTIES = { fromAddress: string(1), toAddress: string(2) };
const amountField = repeated(3, Coin, { keepEmpty: true });

interface Parties {
  readonly fromAddress: string;
  readonly toAddress: string;
}

const signers = ({ fromAddress }: Parties, { bech32Prefix }: { readonly bech32Prefix: string }) => [
  readAddress("'from' address", fromAddress, bech32Prefix),
];

const readParties = ({ fromAddress, toAddress }: Parties, { params: { bech32Prefix } }: MessageContext) => ({
  from: readAddress("'from' address", fromAddress, bech32Prefix),
  to: readAddress("'to' address", toAddress, bech32Prefix),
});

const invalid = (text: string) => failure('invalidRequest', `${text}: invalid request`);

function checkIsNew({ state }: MessageContext, to: Bytes, text: string): void {
  checkRecipient(state, to, text);
  if (isKnown(state, to)) throw invalid(`account ${text} already exists`);
}

type Schedule = Pick<VestingTerms, 'kind' | 'endTime'> & Partial<VestingTerms>;

/** Makes the account and sends it the coins. Throws TxFailure. */
function create(context: MessageContext, from: Bytes, to: Bytes, coins: readonly Amount[], schedule: Schedule): void {
  const terms: VestingTerms = {
    originalVesting: coinsOf(coins),
    delegatedFree: [],
    delegatedVesting: [],
    startTime: 0n,
    vestingPeriods: [],
    ...schedule,
  };
  // The SDK accepts an end in the past, where all coins are free at once.
  const problem = terms.kind === 'periodic' ? termsProblem(terms) : undefined;
  if (problem !== undefined) throw invalid(problem);
  ensureAccount(context.state, to);
  writeVestingAccount(context.state, to, terms);
  sendCoins(context, from, to, coins);
}

export const MsgCreateVestingAccount = defineMessage({
  message: message(
    `${NAME}.MsgCreateVestingAccount`,
    { ...PARTIES, amount: amountField, endTime: int(4), delayed: bool(5) },
    { aminoName: 'cosmos-sdk/MsgCreateVestingAccount' },
  ),
  response: message(`${NAME}.MsgCreateVestingAccountResponse`, {}),
  signers,
  handle(value, context) {
    const { from, to } = readParties(value, context);
    const coins = readCoins(value.amount);
    const { endTime, delayed, toAddress } = value;
    if (endTime <= 0n) throw invalid('invalid end time');
    checkSendEnabled(context.state, coins);
    checkIsNew(context, to, toAddress);
    const startTime = context.block.time / NANOS_PER_SECOND;
    const schedule = delayed ? { kind: 'delayed' as const } : { kind: 'continuous' as const, startTime };
    create(context, from, to, coins, { ...schedule, endTime });
    return {};
  },
});

export const MsgCreatePermanentLockedAccount = defineMessage({
  message: message(
    `${NAME}.MsgCreatePermanentLockedAccount`,
    { ...PARTIES, amount: amountField },
    { aminoName: 'cosmos-sdk/MsgCreatePermLockedAccount' },
  ),
  response: message(`${NAME}.MsgCreatePermanentLockedAccountResponse`, {}),
  signers,
  handle(value, context) {
    const { from, to } = readParties(value, context);
    const coins = readCoins(value.amount);
    checkSendEnabled(context.state, coins);
    checkIsNew(context, to, value.toAddress);
    create(context, from, to, coins, { kind: 'permanent', endTime: 0n });
    return {};
  },
});

export const MsgCreatePeriodicVestingAccount = defineMessage({
  message: message(
    `${NAME}.MsgCreatePeriodicVestingAccount`,
    { ...PARTIES, startTime: int(3), vestingPeriods: repeated(4, VestingPeriod, { keepEmpty: true }) },
    { aminoName: 'cosmos-sdk/MsgCreatePeriodVestAccount' },
  ),
  response: message(`${NAME}.MsgCreatePeriodicVestingAccountResponse`, {}),
  signers,
  handle(value, context) {
    const { from, to } = readParties(value, context);
    const { startTime, vestingPeriods, toAddress } = value;
    if (startTime < 1n) throw invalid(`invalid start time of ${startTime}, length must be greater than 0`);
    const parts: Amount[] = [];
    let endTime = startTime;
    for (const [i, { length, amount }] of vestingPeriods.entries()) {
      if (length < 1n)
        throw invalid(`invalid period length of ${length} in period ${i}, length must be greater than 0`);
      for (const coin of readCoins(amount)) parts.push(coin);
      endTime = BigInt.asIntN(64, endTime + length);
    }
    const coins = addCoins([], parts);
    checkIsNew(context, to, toAddress);
    checkSendEnabled(context.state, coins);
    create(context, from, to, coins, { kind: 'periodic', endTime, startTime, vestingPeriods });
    return {};
  },
});
