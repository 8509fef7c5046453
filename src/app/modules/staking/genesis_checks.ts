/** Checks that the parts of `app_state.staking` agree with each other, with the bank and with the consensus engine. */
import type { PubKey, ValidatorUpdate } from '../../../abci/application.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { toHex, toUpperHex } from '../../../kernel/hex.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import { formatDecimal } from '../../types/coins.js';
import { consensusAddressOf } from '../../types/consensus_key.js';
import { electedOf } from './elected.js';
import { genesisPower, type StakingGenesis, type StakingGenesisDeps } from './genesis_entries.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import type { LastPower, Registered } from './store.js';
import { POWER_REDUCTION, powerOf } from './validator.js';

/** Checks a parsed section. Throws HalleyError `invalid-genesis`. */
export function checkStakingGenesis(node: GenesisReader, genesis: StakingGenesis, around: StakingGenesisDeps): void {
  if (genesis.minted === 0n && genesis.validators.length > 0) {
    refuseDuplicates(node, genesis);
    checkShares(node, genesis);
    checkMembers(node, genesis, around.request.validators);
    if (genesis.lastPowers === undefined) checkElected(node, genesis);
    else refuseStrangers(node, genesis);
  }
  refuseRepeated(
    node.field('unbonding_delegations'),
    genesis.unbondings.map(({ delegator, operator }) => [delegator, operator]),
  );
  refuseRepeated(
    node.field('redelegations'),
    genesis.redelegations.map(({ path }) => path),
  );
  checkPools(node, genesis, around);
}

/** Checks that no two elements of a list have the same addresses. */
function refuseRepeated(node: GenesisReader, paths: readonly (readonly Bytes[])[]): void {
  const seen = new Set<string>();
  for (const [i, entry] of node.elements().entries()) {
    const key = (paths[i] ?? []).map(toHex).join();
    if (seen.has(key)) throw entry.bad('other addresses than those of an earlier entry');
    seen.add(key);
  }
}

function refuseDuplicates(node: GenesisReader, { validators, delegations }: StakingGenesis): void {
  const seen = new Set<string>();
  const once = (key: string, at: GenesisReader, expected: string): void => {
    if (seen.has(key)) throw at.bad(expected);
    seen.add(key);
  };
  node
    .field('validators')
    .elements()
    .forEach((entry, i) => {
      const { operator, validator } = validators[i] as Registered;
      once(`operator ${toHex(operator)}`, entry.field('operator_address'), 'an operator without another entry');
      const address = toHex(consensusAddressOf(validator.pubKey));
      once(`key ${address}`, entry.field('consensus_pubkey'), 'a key that no other validator has');
    });
  node
    .field('delegations')
    .elements()
    .forEach((entry, i) => {
      const { delegator, operator } = delegations[i] as StakingGenesis['delegations'][number];
      once(`delegation ${toHex(delegator)} ${toHex(operator)}`, entry, 'a delegation without another entry');
      if (!validators.some((known) => equalBytes(known.operator, operator)))
        throw entry.field('validator_address').bad('the operator of one of the validators');
    });
}

/**
 * Checks that a validator's shares are the sum of its delegations'. Without tokens there must be none, unless it is
 * jailed.
 */
function checkShares(node: GenesisReader, { validators, delegations }: StakingGenesis): void {
  node
    .field('validators')
    .elements()
    .forEach((entry, i) => {
      const { operator, validator } = validators[i] as Registered;
      const sum = delegations
        .filter((delegation) => equalBytes(delegation.operator, operator))
        .reduce((shares, { delegation }) => shares + delegation.shares, 0n);
      const shares = entry.field('delegator_shares');
      if (sum !== validator.shares) throw shares.bad(`${formatDecimal(sum)}, the sum of its delegations' shares`);
      if (sum === 0n && validator.tokens > 0n) throw shares.bad('more than 0 shares, because it has tokens');
      if (sum > 0n && validator.tokens === 0n && !validator.jailed)
        throw entry.field('tokens').bad('more than 0 tokens, because it has shares');
    });
}

/**
 * Checks that the bonded validators are the engine's, with the same powers. An engine without validators accepts these.
 * On a chain that ran before, a bonded validator may be jailed or have lost tokens, because the last validators with
 * power retain it.
 */
function checkMembers(node: GenesisReader, genesis: StakingGenesis, members: readonly ValidatorUpdate[]): void {
  const { validators, params, lastPowers } = genesis;
  const entries = node.field('validators').elements();
  let bonded = 0;
  entries.forEach((entry, i) => {
    const registered = validators[i] as Registered;
    const { validator } = registered;
    const member = members.find(({ pubKey }) => sameKey(pubKey, validator.pubKey));
    if (validator.status !== 'bonded') {
      if (member !== undefined)
        throw entry.field('status').bad('BOND_STATUS_BONDED: it is one of the validators of the genesis');
      return;
    }
    bonded++;
    if (validator.jailed && lastPowers === undefined)
      throw entry.field('jailed').bad('false: a jailed validator is not bonded');
    if (members.length > 0 && member === undefined)
      throw entry.field('consensus_pubkey').bad("the key of one of the validators that the genesis' own list has");
    const own = genesisPower(genesis, registered);
    const power = member?.power ?? own;
    if (power !== 0n && own === power) return;
    if (lastPowers === undefined) throw entry.field('tokens').bad(powerText(member?.power));
    throw node
      .field('last_validator_powers')
      .bad(
        `${member === undefined ? 'a power' : `the power ${power} of the genesis' own list`} for ${validator.operator}`,
      );
  });
  if (bonded > params.maxValidators)
    throw node
      .field('params')
      .field('max_validators')
      .bad(`at least ${bonded}, as many as there are bonded validators`);
  for (const { pubKey } of members)
    if (!validators.some(({ validator }) => sameKey(pubKey, validator.pubKey)))
      throw node
        .field('validators')
        .bad(`an entry for the genesis' validator ${toUpperHex(consensusAddressOf(pubKey))}`);
}

/** Checks that last powers are of bonded validators only, each once. */
function refuseStrangers(node: GenesisReader, { validators, lastPowers = [] }: StakingGenesis): void {
  const bonded = new Set(
    validators.filter(({ validator }) => validator.status === 'bonded').map(({ operator }) => toHex(operator)),
  );
  node
    .field('last_validator_powers')
    .elements()
    .forEach((entry, i) => {
      const { operator } = lastPowers[i] as LastPower;
      if (!bonded.delete(toHex(operator))) throw entry.field('address').bad('a bonded validator without another entry');
    });
}

/**
 * Checks that the set follows from the powers. Otherwise it would change at the next update without a visible reason.
 */
function checkElected(node: GenesisReader, { validators, params }: StakingGenesis): void {
  const elected = electedOf(validators, params.maxValidators);
  node
    .field('validators')
    .elements()
    .forEach((entry, i) => {
      const registered = validators[i] as Registered;
      const { status } = registered.validator;
      const isIn = elected.includes(registered);
      if (isIn === (status === 'bonded')) return;
      throw entry
        .field('status')
        .bad(
          isIn
            ? `BOND_STATUS_BONDED: it is not jailed, and the power ${powerOf(registered.validator)} earns it a place`
            : `another than BOND_STATUS_BONDED: ${params.maxValidators} others have more power`,
        );
    });
}

const sameKey = (a: PubKey, b: PubKey): boolean => a.type === b.type && equalBytes(a.bytes, b.bytes);

const powerText = (power: bigint | undefined): string =>
  power === undefined
    ? `at least ${POWER_REDUCTION}, the tokens of a power of 1`
    : `${power * POWER_REDUCTION}, the tokens of the power ${power} that the genesis gives it`;

function checkPools(node: GenesisReader, genesis: StakingGenesis, { pools }: StakingGenesisDeps): void {
  const { validators, unbondings, minted, lastPowers } = genesis;
  const leaving = unbondings.flatMap(({ unbonding }) => unbonding.entries);
  const sums = { bonded: -minted, notBonded: leaving.reduce((sum, { balance }) => sum + balance, 0n) };
  for (const { validator } of validators)
    sums[validator.status === 'bonded' ? 'bonded' : 'notBonded'] += validator.tokens;
  const gifts = lastPowers !== undefined;
  checkPool(node, BONDED_POOL, pools.bonded, sums.bonded, gifts);
  checkPool(node, NOT_BONDED_POOL, pools.notBonded, sums.notBonded, gifts);
}

/** Checks a pool's balance. On a chain that ran before, accounts may have sent further coins to the pool's address. */
function checkPool(
  node: GenesisReader,
  { name, address }: ModuleAccount,
  balance: bigint,
  expected: bigint,
  gifts: boolean,
): void {
  if (balance === expected || (gifts && balance > expected)) return;
  throw node
    .field('validators')
    .bad(
      `app_state.bank.balances to give ${expected} to the ${name} (0x${toHex(address)}), the tokens of its validators${name === NOT_BONDED_POOL.name ? ' and of unbonding delegations' : ''}; it gives ${balance}`,
    );
}
