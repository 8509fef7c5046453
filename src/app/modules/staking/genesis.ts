/**
 * Parses and writes `app_state.staking`, in the SDK's shape. If a document lists validators, they must be those of the
 * consensus engine, with tokens for the same powers, and the bank's pools must have those tokens. If it lists none,
 * each of the engine's validators gets one, with tokens minted for it and delegated by its operator.
 */
import type { ValidatorUpdate } from '../../../abci/application.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { consensusAddressOf } from '../../types/consensus_key.js';
import { baseCoin, mintCoins } from '../bank/module_coins.js';
import type { StakingHooks } from './end_block.js';
import { checkStakingGenesis } from './genesis_checks.js';
import {
  genesisPower,
  parseDelegation,
  parseLastPower,
  parseRedelegation,
  parseUnbonding,
  parseValidator,
  type StakingGenesis,
  type StakingGenesisDeps,
} from './genesis_entries.js';
import { newValidator } from './new_validator.js';
import { derivedOperator } from './operator.js';
import type { StakingParams } from './params.js';
import { BONDED_POOL } from './pools.js';
import {
  type LastPower,
  type Registered,
  writeDelegation,
  writeLastPower,
  writeOperator,
  writeRedelegation,
  writeStakingParams,
  writeUnbondingDelegation,
  writeUnbondingId,
  writeUnbondingQueue,
  writeValidator,
} from './store.js';
import { queueRedelegation, queueUnbonding } from './unbonding_queues.js';
import { POWER_REDUCTION } from './validator.js';

const DAY = 86_400n * NANOS_PER_SECOND;
const MAX_UINT32 = 2n ** 32n - 1n;
/** Greatest number of validators that a devnet's options allow. */
const DEFAULT_MAX_VALIDATORS = 200;

export function parseStakingGenesis(node: GenesisReader, deps: StakingGenesisDeps): StakingGenesis {
  const { prefix, request } = deps;
  const params = parseParams(node.field('params'), deps);
  const entries = node.field('validators').elements();
  const unbondings = node.field('unbonding_delegations').elements();
  const redelegations = node.field('redelegations').elements();
  const rest = {
    params,
    unbondings: unbondings.map((entry) => parseUnbonding(entry, prefix)),
    redelegations: redelegations.map((entry) => parseRedelegation(entry, prefix)),
  };
  const genesis =
    entries.length === 0
      ? { ...rest, ...derived(request, prefix) }
      : {
          ...rest,
          validators: entries.map((entry) => parseValidator(entry, prefix, request.time)),
          delegations: node
            .field('delegations')
            .elements()
            .map((entry) => parseDelegation(entry, prefix)),
          lastPowers: parseLastPowers(node, prefix),
          minted: 0n,
        };
  checkStakingGenesis(node, genesis, deps);
  return genesis;
}

/**
 * Parses the last powers. As in the SDK, only exported documents have them; without them, the powers follow from the
 * validators' tokens.
 */
function parseLastPowers(node: GenesisReader, prefix: string): readonly LastPower[] | undefined {
  const entries = node.field('last_validator_powers').elements();
  if (!node.field('exported').boolean(false) || entries.length === 0) return undefined;
  return entries.map((entry) => parseLastPower(entry, prefix));
}

function parseParams(node: GenesisReader, { baseDenom, request }: StakingGenesisDeps): StakingParams {
  const denom = node.field('bond_denom');
  if (denom.text(baseDenom) !== baseDenom) throw denom.bad(`"${baseDenom}", the EVM's denom`);
  const members = request.validators.length;
  const most = node.field('max_validators');
  const maxValidators = uint32(most, BigInt(Math.max(DEFAULT_MAX_VALIDATORS, members)));
  if (maxValidators === 0 || maxValidators < members)
    throw most.bad(`at least ${Math.max(members, 1)}, as many as the genesis has validators`);
  const minCommissionRate = node.field('min_commission_rate').share(0n);
  const unbondingTime = node.field('unbonding_time').duration(21n * DAY);
  if (unbondingTime === 0n) throw node.field('unbonding_time').bad('a duration above 0');
  return {
    unbondingTime,
    maxValidators,
    maxEntries: uint32(node.field('max_entries'), 7n),
    historicalEntries: uint32(node.field('historical_entries'), 0n),
    bondDenom: baseDenom,
    minCommissionRate,
  };
}

function uint32(node: GenesisReader, fallback: bigint): number {
  const value = node.uint(fallback);
  if (value > MAX_UINT32) throw node.bad(`a whole number up to ${MAX_UINT32}`);
  return Number(value);
}

function derived(
  { validators, time }: StakingGenesisDeps['request'],
  prefix: string,
): Omit<StakingGenesis, 'params' | 'unbondings' | 'redelegations'> {
  const registered = validators.map((update, index) => derivedValidator(update, index, prefix, time));
  return {
    validators: registered,
    delegations: registered.map(({ operator, validator: { operator: text, shares } }) => ({
      delegator: operator,
      operator,
      delegation: { delegator: bech32Address(operator, prefix), validator: text, shares },
    })),
    lastPowers: undefined,
    minted: registered.reduce((sum, { validator }) => sum + validator.tokens, 0n),
  };
}

function derivedValidator(
  { pubKey, power }: ValidatorUpdate,
  index: number,
  prefix: string,
  time: UnixNanos,
): Registered {
  const operator = derivedOperator(consensusAddressOf(pubKey));
  const tokens = power * POWER_REDUCTION;
  const moniker = `validator${index}`;
  const validator = newValidator({ operator, pubKey, moniker, tokens, status: 'bonded', prefix, time });
  return { operator, validator };
}

/** Returns the updates for a consensus engine whose own genesis named no validators. */
export const genesisUpdates = (genesis: StakingGenesis): ValidatorUpdate[] =>
  genesis.validators
    .filter(({ validator }) => validator.status === 'bonded')
    .map((registered) => ({ pubKey: registered.validator.pubKey, power: genesisPower(genesis, registered) }));

/**
 * Writes the state. `height` is that of the genesis block for modules: the initial height, or 0 when that is 1 (SDK
 * `InitChain`).
 */
export function writeStakingGenesis(
  state: WorkingState,
  genesis: StakingGenesis,
  height: bigint,
  hooks: StakingHooks,
): void {
  const { params, validators, delegations, minted } = genesis;
  writeStakingParams(state, params);
  for (const { operator, validator } of validators) {
    writeValidator(state, { operator, validator });
    writeOperator(state, consensusAddressOf(validator.pubKey), operator);
    if (validator.status === 'bonded')
      writeLastPower(state, { operator, power: genesisPower(genesis, { operator, validator }) });
    if (validator.status !== 'unbonded') hooks.afterValidatorBonded(state, validator.pubKey, height);
  }
  for (const { delegator, operator, delegation } of delegations)
    writeDelegation(state, delegator, operator, delegation);
  const unbonding = validators
    .filter(({ validator }) => validator.status === 'unbonding')
    .map(({ operator, validator }) => ({ operator, time: validator.unbondingTime }));
  if (unbonding.length > 0) writeUnbondingQueue(state, { entries: unbonding, nextMaturity: 0n });
  writeEnding(state, genesis);
  mintCoins(state, BONDED_POOL, baseCoin(state, minted));
}

/** Writes what delegators withdraw and move, and the queues of it. */
function writeEnding(state: WorkingState, { unbondings, redelegations }: StakingGenesis): void {
  for (const { delegator, operator, unbonding } of unbondings) {
    writeUnbondingDelegation(state, delegator, operator, unbonding);
    for (const { completionTime } of unbonding.entries) queueUnbonding(state, unbonding, completionTime);
  }
  for (const { path, redelegation } of redelegations) {
    writeRedelegation(state, path, redelegation);
    for (const { completionTime } of redelegation.entries) queueRedelegation(state, redelegation, completionTime);
  }
  const ids = [...unbondings.map(({ unbonding }) => unbonding), ...redelegations.map((each) => each.redelegation)]
    .flatMap(({ entries }): readonly { readonly unbondingId: bigint }[] => entries)
    .map(({ unbondingId }) => unbondingId);
  const last = ids.reduce((greatest, id) => (id > greatest ? id : greatest), 0n);
  if (last > 0n) writeUnbondingId(state, last);
}
