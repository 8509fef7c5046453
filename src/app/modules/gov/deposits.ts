/** Takes deposits to proposals, and returns, burns or charges them (SDK x/gov `deposit.go`). */
import type { Coin } from '../../../codec/cosmos/base.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import { hasModule } from '../../sdk/chain_params.js';
import { GOV } from '../../sdk/module/authority.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { StateReader } from '../../state/types.js';
import { bech32Address, storedAddress } from '../../types/address.js';
import {
  type Amount,
  addCoins,
  coinsOf,
  coinsText,
  multiplyDecimal,
  subtractCoins,
  timesDecimal,
  tryParseCoins,
} from '../../types/coins.js';
import { toDecCoins } from '../../types/dec_coins.js';
import { event } from '../../types/events.js';
import { failure, moduleFailure, type TxFailure } from '../../types/refusal.js';
import { ensureModuleAccount } from '../auth/store.js';
import { movable } from '../bank/module_coins.js';
import { sendCoins, takeCoins } from '../bank/send_coins.js';
import { checkRecipient } from '../bank/send_enabled.js';
import { balanceOf, changeSupply } from '../bank/store.js';
import { addToCommunityPool, DISTRIBUTION } from '../staking/rewards/store.js';
import { govFailure } from './failure.js';
import { decimalOf, type GovParams } from './params.js';
import { type Proposal, STATUS } from './proposal.js';
import {
  ACTIVE,
  DEPOSITS,
  deleteParts,
  INACTIVE,
  queue,
  readDeposit,
  readDeposits,
  readGovParams,
  readProposal,
  takeDeposits,
  unqueue,
  writeDeposit,
  writeProposal,
} from './store.js';

const parsed = (coins: readonly Coin[]): readonly Amount[] => tryParseCoins(coins) ?? [];

/** Parses a deposit. Throws TxFailure `invalidCoins`; no coins are valid. */
export function readDepositCoins(coins: readonly Coin[]): readonly Amount[] {
  const amounts = tryParseCoins(coins);
  if (amounts === undefined) throw failure('invalidCoins', `${coinsText(coins)}: invalid coins`);
  return amounts;
}

/** Returns a proposal. Throws TxFailure for one that does not exist. */
export function existingProposal(state: StateReader, id: bigint): Proposal {
  const proposal = readProposal(state, id);
  if (proposal === undefined) throw proposalNotFound(id);
  return proposal;
}

const proposalNotFound = (id: bigint): TxFailure =>
  moduleFailure(
    'undefined',
    1,
    `collections: not found: key '${id}' of type github.com/cosmos/gogoproto/cosmos.gov.v1.Proposal`,
  );

const minDepositOf = ({ expedited }: Pick<Proposal, 'expedited'>, params: GovParams): readonly Amount[] =>
  parsed(expedited ? params.expeditedMinDeposit : params.minDeposit);

/** Throws TxFailure for a first deposit below the least one. */
export function checkInitialDeposit(params: GovParams, expedited: boolean, deposit: readonly Amount[]): void {
  const ratio = decimalOf(params.minInitialDepositRatio);
  if (ratio > 0n) {
    const least = minDepositOf({ expedited }, params).map(({ denom, amount }) => ({
      denom,
      amount: multiplyDecimal(amount, ratio),
    }));
    if (subtractCoins(deposit, least) === undefined)
      throw govFailure('depositTooSmall', `was (${textOf(deposit)}), need (${textOf(least)})`);
  }
  checkDenoms(params, deposit);
}

const textOf = (coins: readonly Amount[]): string => coinsText(coinsOf(coins));

function checkDenoms({ minDeposit }: GovParams, deposit: readonly Amount[]): void {
  const accepted = minDeposit.map(({ denom }) => denom);
  if (deposit.every(({ denom }) => accepted.includes(denom))) return;
  throw govFailure(
    'invalidDepositDenom',
    `deposited ${textOf(deposit)}, but gov accepts only the following denom(s): [${accepted.join(' ')}]`,
  );
}

/** Checks that a deposit has the least share of at least one denom. */
function checkLeast(params: GovParams, least: readonly Amount[], deposit: readonly Amount[]): void {
  const ratio = decimalOf(params.minDepositRatio);
  if (ratio === 0n) return;
  const thresholds = least.map(({ denom, amount }) => ({ denom, amount: timesDecimal(amount, ratio) }));
  const isEnough = thresholds.some((threshold) => {
    const found = deposit.find(({ denom }) => denom === threshold.denom);
    return found !== undefined && found.amount >= threshold.amount;
  });
  if (!isEnough)
    throw govFailure(
      'depositTooSmall',
      `received ${textOf(deposit)} but need at least one of the following: ${textOf(thresholds)}`,
    );
}

/** Adds a deposit. Returns whether the voting period began with it. Throws TxFailure. */
export function addDeposit(context: MessageContext, id: bigint, depositor: Bytes, deposit: readonly Amount[]): boolean {
  const { state, params: chain, emit } = context;
  const before = existingProposal(state, id);
  if (before.status !== STATUS.deposit && before.status !== STATUS.voting)
    throw govFailure('inactiveProposal', id.toString());
  const params = readGovParams(state);
  const least = minDepositOf(before, params);
  checkDenoms(params, deposit);
  checkLeast(params, least, deposit);
  ensureModuleAccount(state, GOV);
  sendCoins(context, depositor, GOV.address, deposit);
  const total = addCoins(parsed(before.totalDeposit), deposit);
  const proposal = { ...before, totalDeposit: coinsOf(total) };
  const begins = before.status === STATUS.deposit && subtractCoins(total, least) !== undefined;
  if (begins) beginVoting(context, proposal, params);
  else writeProposal(state, proposal);
  const text = bech32Address(depositor, chain.bech32Prefix);
  const known = readDeposit(state, id, depositor);
  emit(event('proposal_deposit', { depositor: text, amount: textOf(deposit), proposal_id: id.toString() }));
  const amount = coinsOf(addCoins(parsed(known?.amount ?? []), deposit));
  writeDeposit(state, { proposalId: id, depositor: text, amount });
  return begins;
}

function beginVoting({ state, block }: MessageContext, proposal: Proposal, params: GovParams): void {
  const { id, depositEndTime = 0n, expedited } = proposal;
  const votingEndTime = block.time + (expedited ? params.expeditedVotingPeriod : params.votingPeriod);
  writeProposal(state, { ...proposal, status: STATUS.voting, votingStartTime: block.time, votingEndTime });
  unqueue(state, INACTIVE, depositEndTime, id);
  queue(state, ACTIVE, votingEndTime, id);
}

/**
 * Pays from the module's account, and returns what it has paid. Where the SDK halts, the rest is not paid: an
 * impersonated sender may have taken it, or the recipient's balance would pass 2^256.
 */
function pay(context: MessageContext, to: Bytes, coins: readonly Amount[]): readonly Amount[] {
  const paid = payable(context, coins).flatMap(({ denom, amount }) => {
    const room = equalBytes(to, GOV.address) ? amount : MAX_UINT256 - balanceOf(context.state, to, denom);
    const least = room < amount ? room : amount;
    return least > 0n ? [{ denom, amount: least }] : [];
  });
  if (paid.length > 0) sendCoins(context, GOV.address, to, paid);
  return paid;
}

const payable = ({ state }: MessageContext, coins: readonly Amount[]): readonly Amount[] =>
  coins.map((coin) => movable(state, coin, GOV)).filter(({ amount }) => amount > 0n);

function burn(context: MessageContext, coins: readonly Amount[]): void {
  const burnt = payable(context, coins);
  if (burnt.length === 0) return;
  const { state, params, emit } = context;
  emit(takeCoins(context, GOV.address, burnt));
  for (const { denom, amount } of burnt) changeSupply(state, denom, -amount);
  emit(event('burn', { burner: bech32Address(GOV.address, params.bech32Prefix), amount: textOf(burnt) }));
}

/** Returns the deposits to those who made them. */
export function refundDeposits(context: MessageContext, id: bigint): void {
  for (const { depositor, amount } of takeDeposits(context.state, id))
    pay(context, storedAddress(depositor), parsed(amount));
}

export function burnDeposits(context: MessageContext, id: bigint): void {
  const all = takeDeposits(context.state, id).reduce<readonly Amount[]>(
    (sum, { amount }) => addCoins(sum, parsed(amount)),
    [],
  );
  burn(context, all);
}

/** Returns the deposits to a canceled proposal less what the parameters charge, which is burnt or paid to their account. */
export function chargeDeposits(context: MessageContext, id: bigint): void {
  const { proposalCancelRatio, proposalCancelDest } = readGovParams(context.state);
  const ratio = decimalOf(proposalCancelRatio);
  let charges: readonly Amount[] = [];
  for (const { depositor, amount } of readDeposits(context.state, id)) {
    const coins = parsed(amount);
    const charge = coins.map((coin) => ({ denom: coin.denom, amount: timesDecimal(coin.amount, ratio) }));
    charges = addCoins(charges, charge);
    pay(context, storedAddress(depositor), subtractCoins(coins, charge) ?? []);
  }
  deleteParts(context.state, DEPOSITS, id);
  if (charges.every(({ amount }) => amount === 0n)) return;
  if (proposalCancelDest === '') burn(context, charges);
  else payCharges(context, storedAddress(proposalCancelDest), proposalCancelDest, charges);
}

/** Pays charges to an account, or to the community pool where it is that of distribution. Throws TxFailure. */
function payCharges(context: MessageContext, to: Bytes, text: string, charges: readonly Amount[]): void {
  const { state, params } = context;
  if (equalBytes(to, DISTRIBUTION.address) && hasModule(params, 'distribution')) {
    addToCommunityPool(state, toDecCoins(pay(context, to, charges)));
    return;
  }
  checkRecipient(state, to, text);
  pay(context, to, charges);
}
