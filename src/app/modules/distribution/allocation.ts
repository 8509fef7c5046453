/**
 * Allocates the coins of the fee collector at the beginning of a block (SDK x/distribution `AllocateTokens`). The
 * community pool gets its tax; the rest goes to the validators of the last commit by their power.
 */
import type { Event } from '../../../abci/application.js';
import { hasModule } from '../../sdk/chain_params.js';
import type { ChangeContext } from '../../sdk/module/message.js';
import { type BlockHeader, type BlockHookContext, phaseContext } from '../../sdk/module/module.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import {
  addDecCoins,
  type DecCoins,
  decCoinsText,
  multiplyDecCoins,
  multiplyDecCoinsDown,
  subtractDecCoins,
  takeDecCoins,
  toDecCoins,
} from '../../types/dec_coins.js';
import { event, inPhase } from '../../types/events.js';
import { FEE_COLLECTOR } from '../auth/fee_collector.js';
import { movable } from '../bank/module_coins.js';
import { sendCoins } from '../bank/send_coins.js';
import { balancesOf } from '../bank/store.js';
import {
  addToCommunityPool,
  COMMISSION,
  CURRENT,
  DISTRIBUTION,
  OUTSTANDING,
  PARAMS,
  PROPOSER,
  validatorKey,
} from '../staking/rewards/store.js';
import { type Registered, validatorByConsensusAddress } from '../staking/store.js';

/** Runs BeginBlock of a chain whose genesis has distribution. */
export function beginDistributionBlock(block: BlockHookContext, header: BlockHeader): readonly Event[] {
  if (!hasModule(block.params, 'distribution')) return [];
  const events: Event[] = [];
  const context = phaseContext(block, events);
  if (block.height > 1n) allocate(context, header);
  PROPOSER.write(block.state, { value: header.proposerAddress });
  return inPhase('BeginBlock', events);
}

function allocate(context: ChangeContext, { decidedLastCommit: { votes } }: BlockHeader): void {
  const { state } = context;
  const coins = balancesOf(state, FEE_COLLECTOR.address)
    .map((coin) => movable(state, coin, FEE_COLLECTOR, DISTRIBUTION))
    .filter(({ amount }) => amount > 0n);
  sendCoins(context, FEE_COLLECTOR.address, DISTRIBUTION.address, coins);
  const fees = toDecCoins(coins);
  const totalPower = votes.reduce((sum, { validator }) => sum + validator.power, 0n);
  if (totalPower === 0n) {
    addToCommunityPool(state, fees);
    return;
  }
  const shared = multiplyDecCoinsDown(fees, DECIMAL_ONE - PARAMS.read(state).communityTax);
  let remaining = fees;
  for (const { validator: vote } of votes) {
    const found = validatorByConsensusAddress(state, vote.address);
    if (found === undefined) continue;
    const reward = multiplyDecCoinsDown(shared, (vote.power * DECIMAL_ONE) / totalPower);
    allocateToValidator(context, found, reward);
    remaining = subtractDecCoins(remaining, reward);
  }
  addToCommunityPool(state, remaining);
}

/** Adds to the rewards of a validator. It keeps its commission, and its delegators share the rest. */
export function allocateToValidator(
  { state, emit }: ChangeContext,
  { operator, validator }: Registered,
  tokens: DecCoins,
): void {
  const key = validatorKey(operator);
  const commission = multiplyDecCoins(tokens, validator.commission.rate);
  emit(event('commission', { amount: decCoinsText(commission), validator: validator.operator }));
  COMMISSION.write(state, { commission: addDecCoins(COMMISSION.read(state, key).commission, commission) }, key);
  const current = CURRENT.read(state, key);
  CURRENT.write(state, { ...current, rewards: addDecCoins(current.rewards, takeDecCoins(tokens, commission)) }, key);
  emit(event('rewards', { amount: decCoinsText(tokens), validator: validator.operator }));
  OUTSTANDING.write(state, { rewards: addDecCoins(OUTSTANDING.read(state, key).rewards, tokens) }, key);
}
