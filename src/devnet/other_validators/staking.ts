/**
 * Gives a genesis document the validators of a new network, so that staking, slashing, the bank and the engine agree.
 *
 * Validators of the document are taken over: they retain operator, tokens, delegations and power, and get the key of a
 * node. Other bonded validators have no node. They are jailed and unbonded, so that they are not elected, and their
 * tokens move to the pool of those. Nodes that are left get a validator of their own, with tokens minted for it and
 * delegated by its operator, as InitChain does for a document without validators.
 */
import { KEY_TYPES } from '../../abci/pub_key.js';
import { validatorJson } from '../../app/modules/staking/export.js';
import { newValidator } from '../../app/modules/staking/new_validator.js';
import { derivedOperator } from '../../app/modules/staking/operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../app/modules/staking/pools.js';
import { POWER_REDUCTION } from '../../app/modules/staking/validator.js';
import { bech32Address } from '../../app/types/address.js';
import { formatDecimal } from '../../app/types/coins.js';
import { toBase64 } from '../../codec/base64.js';
import { addressOf } from '../../consensus/types/validator.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type BankChange, withBankChanges } from './bank.js';
import type { GenesisNode } from './genesis_node.js';
import { type Json, listAt, objectAt, textAt, wholeAt } from './json.js';
import { type ListedValidator, listedValidator, placesOf } from './places.js';
import { withSigningKeys } from './slashing.js';

/** Power of a validator that the document does not have. */
const NEW_POWER = 10n;

const UNIX_EPOCH = '1970-01-01T00:00:00Z';
const PATH = 'app_state.staking';

export interface ChainTerms {
  readonly time: UnixNanos;
  /** bech32 prefix of accounts. */
  readonly prefix: string;
  readonly denom: string;
  /** Tokens of a power of 1. Default: those of this chain. */
  readonly powerReduction?: bigint;
  /** Tokens of a validator that the document does not have. Default: those of `NEW_POWER`. */
  readonly newTokens?: bigint;
}

export interface WithValidators {
  readonly appState: Json;
  /** Power of each node's validator, in the order of the nodes. */
  readonly powers: readonly bigint[];
}

/** Returns the state of the application with a validator for each node. */
export function withValidators(appState: Json, nodes: readonly GenesisNode[], terms: ChainTerms): WithValidators {
  const staking = objectAt(appState['staking'], PATH);
  const powers = lastPowers(staking);
  const { powerReduction = POWER_REDUCTION } = terms;
  const newTokens = terms.newTokens ?? NEW_POWER * powerReduction;
  const newPower = newTokens / powerReduction;
  const listed = listAt(staking['validators'], `${PATH}.validators`).map((entry, index) =>
    listedValidator(entry, `${PATH}.validators[${index}]`, powers, powerReduction),
  );
  const places = placesOf(listed, nodes);
  const taken = new Set(places.values());
  const added = nodes
    .filter((node) => !taken.has(node))
    .map((node) => addedValidator(node, newTokens, newPower, terms));
  const left = listed.filter((validator) => validator.isBonded && !places.has(validator));
  const moved = left.reduce((sum, { tokens }) => sum + tokens, 0n);
  const minted = BigInt(added.length) * newTokens;
  const bank: readonly BankChange[] = [
    { address: BONDED_POOL.address, amount: minted - moved },
    { address: NOT_BONDED_POOL.address, amount: moved },
  ];
  const next = {
    ...staking,
    validators: [...listed.map((each) => entryOf(each, places.get(each))), ...added.map(({ entry }) => entry)],
    delegations: [
      ...listAt(staking['delegations'], `${PATH}.delegations`),
      ...added.map(({ delegation }) => delegation),
    ],
    ...(powers && reportedPowers([...places.keys(), ...added])),
  };
  return {
    appState: {
      ...appState,
      bank: withBankChanges(objectAt(appState['bank'], 'app_state.bank'), terms.denom, terms.prefix, bank),
      staking: next,
      ...withSigningKeys(appState, places, terms.prefix),
    },
    powers: nodes.map((node) => [...places].find(([, by]) => by === node)?.[0].power ?? newPower),
  };
}

/** Returns the powers last reported to consensus by operator. Only exported documents have them. */
function lastPowers(staking: Json): ReadonlyMap<string, bigint> | undefined {
  const entries = listAt(staking['last_validator_powers'], `${PATH}.last_validator_powers`);
  if (staking['exported'] !== true || entries.length === 0) return undefined;
  return new Map(
    entries.map((entry, index) => {
      const path = `${PATH}.last_validator_powers[${index}]`;
      return [textAt(entry['address'], `${path}.address`, ''), wholeAt(entry['power'], `${path}.power`)];
    }),
  );
}

function reportedPowers(validators: readonly Pick<ListedValidator, 'operator' | 'power'>[]): Json {
  return {
    last_total_power: `${validators.reduce((sum, { power }) => sum + power, 0n)}`,
    last_validator_powers: validators.map(({ operator, power }) => ({ address: operator, power: `${power}` })),
  };
}

/** Returns the entry of a listed validator, with the node that takes it over, or without any. */
function entryOf({ entry, isBonded }: ListedValidator, node: GenesisNode | undefined): Json {
  if (node !== undefined)
    return {
      ...entry,
      consensus_pubkey: {
        '@type': `/${KEY_TYPES[node.pubKey.type].sdkPackage}.PubKey`,
        key: toBase64(node.pubKey.bytes),
      },
      description: { ...objectAt(entry['description'], `${PATH}.validators.description`), moniker: node.name },
    };
  if (!isBonded) return { ...entry, jailed: true };
  const unbonded = { status: 'BOND_STATUS_UNBONDED', unbonding_height: '0', unbonding_time: UNIX_EPOCH };
  return { ...entry, jailed: true, ...unbonded };
}

function addedValidator({ name, pubKey }: GenesisNode, tokens: bigint, power: bigint, { prefix, time }: ChainTerms) {
  const operator = derivedOperator(addressOf(pubKey));
  const validator = newValidator({ operator, pubKey, moniker: name, tokens, status: 'bonded', prefix, time });
  return {
    operator: validator.operator,
    power,
    entry: validatorJson(validator) as Json,
    delegation: {
      delegator_address: bech32Address(operator, prefix),
      validator_address: validator.operator,
      shares: formatDecimal(validator.shares),
    },
  };
}
