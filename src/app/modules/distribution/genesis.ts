/**
 * Parses, writes and exports `app_state.distribution`, in the SDK's shape. Validators and delegations without records
 * get them as if they had just been created.
 */
import { messageToJson } from '../../../codec/protobuf/json.js';
import { type Bytes, bytesToBigint, equalBytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { GenesisContext, Module } from '../../sdk/module/module.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { DECIMAL_ONE, DENOM } from '../../types/coins.js';
import { addDecCoins, type DecCoins, splitDecCoins, subtractDecCoins } from '../../types/dec_coins.js';
import { holdingOf } from '../bank/genesis.js';
import { bank } from '../bank/module.js';
import { consensusPrefix, consensusText, operatorPrefix, operatorText } from '../staking/addresses.js';
import type { StakingGenesis } from '../staking/genesis_entries.js';
import { beginRewards, endPeriod, heightOfSlash, initializeValidator } from '../staking/rewards/periods.js';
import { type DistributionParams, DistributionState } from '../staking/rewards/records.js';
import {
  COMMISSION,
  CURRENT,
  DISTRIBUTION,
  FEE_POOL,
  HISTORICAL,
  OUTSTANDING,
  PARAMS,
  PROPOSER,
  periodKey,
  SLASHES,
  STARTING,
  slashKey,
  startingKey,
  validatorKey,
  withdrawAddresses,
  writeWithdrawAddress,
} from '../staking/rewards/store.js';
import { readValidator } from '../staking/store.js';

/** Place of an entry in the document, and the operator that it names. */
interface Entry {
  readonly at: GenesisReader;
  readonly operator: Bytes;
}
type ListOf<K extends keyof DistributionState> = DistributionState[K] extends readonly (infer T)[]
  ? (T & Entry)[]
  : never;

export interface DistributionGenesis {
  readonly params: DistributionParams;
  readonly communityPool: DecCoins;
  readonly withdrawals: readonly { readonly delegator: Bytes; readonly address: Bytes }[];
  readonly previousProposer: Bytes | undefined;
  readonly outstanding: ListOf<'outstandingRewards'>;
  readonly commissions: ListOf<'validatorAccumulatedCommissions'>;
  readonly historical: ListOf<'validatorHistoricalRewards'>;
  readonly current: ListOf<'validatorCurrentRewards'>;
  readonly starting: (ListOf<'delegatorStartingInfos'>[number] & { readonly delegator: Bytes })[];
  readonly slashes: ListOf<'validatorSlashEvents'>;
  readonly staking: StakingGenesis;
}

export function parseDistributionGenesis(node: GenesisReader, { params, of }: GenesisContext): DistributionGenesis {
  const { bech32Prefix: prefix } = params;
  const state = node.message(DistributionState, new Map());
  const listed = <T>(name: string, values: readonly T[]): (T & Entry)[] =>
    node
      .field(name)
      .elements()
      .map((at, i) => ({
        ...(values[i] as T),
        at,
        operator: at.field('validator_address').address(operatorPrefix(prefix)),
      }));
  const proposer = node.field('previous_proposer');
  const genesis: DistributionGenesis = {
    params: parseParams(node.field('params')),
    communityPool: state.feePool.communityPool,
    withdrawals: node
      .field('delegator_withdraw_infos')
      .elements()
      .map((at) => ({
        delegator: at.field('delegator_address').address(prefix),
        address: at.field('withdraw_address').address(prefix),
      })),
    previousProposer: state.previousProposer === '' ? undefined : proposer.address(consensusPrefix(prefix)),
    outstanding: listed('outstanding_rewards', state.outstandingRewards),
    commissions: listed('validator_accumulated_commissions', state.validatorAccumulatedCommissions),
    historical: listed('validator_historical_rewards', state.validatorHistoricalRewards),
    current: listed('validator_current_rewards', state.validatorCurrentRewards),
    starting: listed('delegator_starting_infos', state.delegatorStartingInfos).map((entry) => ({
      ...entry,
      delegator: entry.at.field('delegator_address').address(prefix),
    })),
    slashes: listed('validator_slash_events', state.validatorSlashEvents),
    // The assembly makes the module of staking, so its name alone is known here.
    staking: of({ name: 'staking' } as Module<StakingGenesis>),
  };
  checkCoins(node, genesis);
  checkValidators(genesis);
  checkReferences(genesis);
  checkBalance(node, genesis, (denom) => holdingOf(of(bank), DISTRIBUTION.address, denom));
  return genesis;
}

/** Parses the parameters. A missing one has the SDK's default. */
const parseParams = (node: GenesisReader): DistributionParams => ({
  communityTax: node.field('community_tax').share(DECIMAL_ONE / 50n),
  baseProposerReward: node.field('base_proposer_reward').share(0n),
  bonusProposerReward: node.field('bonus_proposer_reward').share(0n),
  withdrawAddrEnabled: node.field('withdraw_addr_enabled').boolean(true),
});

function checkCoins(node: GenesisReader, genesis: DistributionGenesis): void {
  const check = (at: GenesisReader, coins: DecCoins): void => {
    const isValid = coins.every(
      ({ denom, amount }, i) => amount > 0n && DENOM.test(denom) && (i === 0 || (coins[i - 1]?.denom ?? '') < denom),
    );
    if (!isValid) throw at.bad('coins with amounts above 0, ascending by denom');
  };
  check(node.field('fee_pool').field('community_pool'), genesis.communityPool);
  for (const { at, outstandingRewards } of genesis.outstanding)
    check(at.field('outstanding_rewards'), outstandingRewards);
  for (const { at, accumulated } of genesis.commissions) check(at.field('accumulated'), accumulated.commission);
  for (const { at, rewards } of genesis.historical) check(at.field('rewards'), rewards.cumulativeRewardRatio);
  for (const { at, rewards } of genesis.current) check(at.field('rewards'), rewards.rewards);
  for (const { at, startingInfo } of genesis.starting)
    if (startingInfo.stake < 0n) throw at.field('starting_info').field('stake').bad('at least 0');
  for (const { at, validatorSlashEvent } of genesis.slashes)
    at.field('validator_slash_event').field('fraction').share(validatorSlashEvent.fraction);
}

/** Checks that entries name validators of staking, each once in a list, and that commissions are outstanding. */
function checkValidators({
  staking,
  outstanding,
  commissions,
  historical,
  current,
  slashes,
}: DistributionGenesis): void {
  const operators = new Set(staking.validators.map(({ operator }) => toHex(operator)));
  for (const list of [outstanding, commissions, historical, current, slashes])
    for (const { at, operator } of list)
      if (!operators.has(toHex(operator)))
        throw at.field('validator_address').bad('the operator of a validator of staking');
  for (const list of [outstanding, commissions, current]) {
    const seen = new Set<string>();
    for (const { at, operator } of list) {
      if (seen.has(toHex(operator))) throw at.bad('a validator without another entry');
      seen.add(toHex(operator));
    }
  }
  for (const { at, operator, accumulated } of commissions) {
    const all = outstanding.find((entry) => equalBytes(entry.operator, operator))?.outstandingRewards ?? [];
    if (subtractDecCoins(all, accumulated.commission).some(({ amount }) => amount < 0n))
      throw at.field('accumulated').bad('at most the outstanding rewards of the validator');
  }
}

/** Checks that the records of periods are those that delegations, slashes and current periods need. */
function checkReferences({ staking, historical, current, starting, slashes }: DistributionGenesis): void {
  const keyOf = (operator: Bytes, period: bigint): string => `${toHex(operator)} ${period}`;
  const records = new Map(historical.map((entry) => [keyOf(entry.operator, entry.period), { ...entry, count: 0 }]));
  const need = (at: GenesisReader, operator: Bytes, period: bigint): void => {
    const record = records.get(keyOf(operator, period));
    if (record === undefined) throw at.bad(`a period with an entry of validator_historical_rewards, not ${period}`);
    record.count++;
  };
  for (const { at, operator, rewards } of current) need(at.field('rewards'), operator, rewards.period - 1n);
  const delegations = new Set(
    staking.delegations.map(({ delegator, operator }) => `${toHex(delegator)} ${toHex(operator)}`),
  );
  for (const { at, operator, delegator, startingInfo } of starting) {
    if (!delegations.delete(`${toHex(delegator)} ${toHex(operator)}`))
      throw at.bad('a delegation without another entry');
    need(at.field('starting_info'), operator, startingInfo.previousPeriod);
  }
  for (const { at, operator, validatorSlashEvent } of slashes)
    need(at.field('validator_slash_event'), operator, validatorSlashEvent.validatorPeriod);
  for (const { at, rewards, count } of records.values())
    if (rewards.referenceCount !== count)
      throw at.field('rewards').field('reference_count').bad(`${count}, the number of entries that need the period`);
  if (records.size !== historical.length) throw historical[0]?.at.bad('one entry for each period') as Error;
}

/** Checks that the module's account has the rewards and the community pool. It may have more, which nobody owns. */
function checkBalance(
  node: GenesisReader,
  { communityPool, outstanding }: DistributionGenesis,
  balanceOf: (denom: string) => bigint,
): void {
  const all = outstanding.reduce((sum, { outstandingRewards }) => addDecCoins(sum, outstandingRewards), communityPool);
  for (const { denom, amount } of splitDecCoins(all).whole)
    if (balanceOf(denom) < amount)
      throw node.bad(
        `app_state.bank.balances to give ${amount}${denom} to the account of distribution (0x${toHex(DISTRIBUTION.address)}), the rewards and the community pool; it gives ${balanceOf(denom)}`,
      );
}

/** Writes the state, after staking. `height` is that of the genesis block for modules. */
export function writeDistributionGenesis(state: WorkingState, genesis: DistributionGenesis, height: bigint): void {
  PARAMS.write(state, genesis.params);
  FEE_POOL.write(state, { communityPool: genesis.communityPool });
  for (const { delegator, address } of genesis.withdrawals) writeWithdrawAddress(state, delegator, address);
  if (genesis.previousProposer !== undefined) PROPOSER.write(state, { value: genesis.previousProposer });
  for (const { operator, outstandingRewards: rewards } of genesis.outstanding)
    OUTSTANDING.write(state, { rewards }, validatorKey(operator));
  for (const { operator, accumulated } of genesis.commissions)
    COMMISSION.write(state, accumulated, validatorKey(operator));
  for (const { operator, period, rewards } of genesis.historical)
    HISTORICAL.write(state, rewards, periodKey(operator, period));
  for (const { operator, rewards } of genesis.current) CURRENT.write(state, rewards, validatorKey(operator));
  for (const { operator, delegator, startingInfo } of genesis.starting)
    STARTING.write(state, startingInfo, startingKey(operator, delegator));
  for (const { operator, height: at, period, validatorSlashEvent } of genesis.slashes)
    SLASHES.write(state, validatorSlashEvent, slashKey(operator, at, period));
  for (const { operator } of genesis.staking.validators)
    if (!CURRENT.has(state, validatorKey(operator))) initializeValidator(state, operator);
  for (const { delegator, operator } of genesis.staking.delegations) {
    const validator = readValidator(state, operator);
    if (validator === undefined || STARTING.has(state, startingKey(operator, delegator))) continue;
    endPeriod(state, { operator, validator });
    beginRewards(state, height, delegator, operator);
  }
}

export function exportDistribution(state: StateReader): object {
  const { bech32Prefix: prefix } = readChainParams(state);
  const proposer = PROPOSER.read(state).value;
  const validators = [...CURRENT.entries(state)].map(([key, rewards]) => ({
    key,
    validatorAddress: operatorText(key.slice(1), prefix),
    rewards,
  }));
  /** Returns the operator at the start of a key, and the rest of the key. */
  const split = (key: Bytes) => {
    const end = 1 + (key[0] ?? 0);
    return { validatorAddress: operatorText(key.slice(1, end), prefix), rest: key.slice(end) };
  };
  const exported: DistributionState = {
    params: PARAMS.read(state),
    feePool: FEE_POOL.read(state),
    delegatorWithdrawInfos: Array.from(withdrawAddresses(state), ([delegator, address]) => ({
      delegatorAddress: bech32Address(delegator, prefix),
      withdrawAddress: bech32Address(address, prefix),
    })),
    previousProposer: proposer.length === 0 ? '' : consensusText(proposer, prefix),
    outstandingRewards: validators.map(({ key, validatorAddress }) => ({
      validatorAddress,
      outstandingRewards: OUTSTANDING.read(state, key).rewards,
    })),
    validatorAccumulatedCommissions: validators.map(({ key, validatorAddress }) => ({
      validatorAddress,
      accumulated: COMMISSION.read(state, key),
    })),
    validatorHistoricalRewards: Array.from(HISTORICAL.entries(state), ([key, rewards]) => {
      const { validatorAddress, rest } = split(key);
      return { validatorAddress, period: bytesToBigint(rest.toReversed()), rewards };
    }),
    validatorCurrentRewards: validators.map(({ validatorAddress, rewards }) => ({ validatorAddress, rewards })),
    delegatorStartingInfos: Array.from(STARTING.entries(state), ([key, startingInfo]) => {
      const { validatorAddress, rest } = split(key);
      return { delegatorAddress: bech32Address(rest.slice(1), prefix), validatorAddress, startingInfo };
    }),
    validatorSlashEvents: Array.from(SLASHES.entries(state), ([key, validatorSlashEvent]) => ({
      validatorAddress: split(key).validatorAddress,
      height: heightOfSlash(key),
      period: validatorSlashEvent.validatorPeriod,
      validatorSlashEvent,
    })),
  };
  return messageToJson(DistributionState, DistributionState.encode(exported), new Map());
}
