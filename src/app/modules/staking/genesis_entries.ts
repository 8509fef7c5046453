/** The contents of `app_state.staking`, whose entries it parses, each by itself. */
import type { InitChainRequest, PubKey } from '../../../abci/application.js';
import { KEY_TYPES, keyProblem } from '../../../abci/pub_key.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { bech32Address } from '../../types/address.js';
import { CONSENSUS_KEY_TYPES } from '../../types/consensus_key.js';
import { operatorPrefix, operatorText } from './addresses.js';
import type { Delegation, Redelegation, UnbondingDelegation } from './delegation.js';
import type { StakingParams } from './params.js';
import type { LastPower, Registered } from './store.js';
import { BOND_STATUS, type BondStatus, type Commission, type Description, powerOf, statusWord } from './validator.js';

/** Time that the SDK writes for a validator that is not unbonding. */
const UNIX_EPOCH = 0n;

export function parseValidator(entry: GenesisReader, prefix: string, genesisTime: UnixNanos): Registered {
  const operator = entry.field('operator_address').address(operatorPrefix(prefix));
  const validator = {
    operator: operatorText(operator, prefix),
    pubKey: parseKey(entry.field('consensus_pubkey')),
    jailed: entry.field('jailed').boolean(false),
    status: parseStatus(entry.field('status')),
    tokens: entry.field('tokens').uint(),
    shares: entry.field('delegator_shares').decimal(),
    description: parseDescription(entry.field('description')),
    unbondingHeight: entry.field('unbonding_height').int64(0n),
    unbondingTime: entry.field('unbonding_time').time(UNIX_EPOCH),
    commission: parseCommission(entry.field('commission'), genesisTime),
    minSelfDelegation: entry.field('min_self_delegation').uint(1n),
  };
  return { operator, validator };
}

function parseKey(node: GenesisReader): PubKey {
  const type = node.field('@type');
  const known = CONSENSUS_KEY_TYPES[type.text()];
  if (known === undefined) throw type.bad(Object.keys(CONSENSUS_KEY_TYPES).join(' or '));
  const value = node.field('key');
  const key = { type: known, bytes: value.base64(KEY_TYPES[known].bytes) };
  const problem = keyProblem(key);
  if (problem !== undefined) throw value.bad(`a valid key: the ${problem}`);
  return key;
}

function parseStatus(node: GenesisReader): BondStatus {
  const names = Object.keys(BOND_STATUS) as BondStatus[];
  const text = node.text();
  const found = names.find((name) => statusWord(name) === text);
  if (found === undefined) throw node.bad(names.map(statusWord).join(' or '));
  return found;
}

const parseDescription = (node: GenesisReader): Description => ({
  moniker: node.field('moniker').text(''),
  identity: node.field('identity').text(''),
  website: node.field('website').text(''),
  securityContact: node.field('security_contact').text(''),
  details: node.field('details').text(''),
});

function parseCommission(node: GenesisReader, genesisTime: UnixNanos): Commission {
  const rates = node.field('commission_rates');
  return {
    rate: rates.field('rate').share(0n),
    maxRate: rates.field('max_rate').share(0n),
    maxChangeRate: rates.field('max_change_rate').share(0n),
    updateTime: node.field('update_time').time(genesisTime),
  };
}

/** Parses an entry of `last_validator_powers`: the power last reported to consensus. */
export function parseLastPower(entry: GenesisReader, prefix: string): LastPower {
  const power = entry.field('power').int64();
  if (power === 0n) throw entry.field('power').bad('more than 0');
  return { operator: entry.field('address').address(operatorPrefix(prefix)), power };
}

export interface GenesisDelegation {
  readonly delegator: Bytes;
  readonly operator: Bytes;
  readonly delegation: Delegation;
}

/** Parses the delegator and the validator's operator of an entry. `texts` are their bech32 texts. */
function parsePair(entry: GenesisReader, prefix: string) {
  const delegator: Bytes = entry.field('delegator_address').address(prefix);
  const operator: Bytes = entry.field('validator_address').address(operatorPrefix(prefix));
  const texts = { delegator: bech32Address(delegator, prefix), validator: operatorText(operator, prefix) };
  return { delegator, operator, texts };
}

export function parseDelegation(entry: GenesisReader, prefix: string): GenesisDelegation {
  const { delegator, operator, texts } = parsePair(entry, prefix);
  const shares = entry.field('shares');
  const delegation = { ...texts, shares: shares.decimal() };
  if (delegation.shares === 0n) throw shares.bad('more than 0 shares');
  return { delegator, operator, delegation };
}

/** Unbonding delegation with the addresses of its texts. */
export interface GenesisUnbonding {
  readonly delegator: Bytes;
  readonly operator: Bytes;
  readonly unbonding: UnbondingDelegation;
}

export function parseUnbonding(entry: GenesisReader, prefix: string): GenesisUnbonding {
  const { delegator, operator, texts } = parsePair(entry, prefix);
  const entries = parts(entry).map((part) => ({ ...parsePart(part), balance: part.field('balance').uint() }));
  return { delegator, operator, unbonding: { ...texts, entries } };
}

/** Redelegation with its delegator, source and destination. */
export interface GenesisRedelegation {
  readonly path: readonly [delegator: Bytes, source: Bytes, destination: Bytes];
  readonly redelegation: Redelegation;
}

export function parseRedelegation(entry: GenesisReader, prefix: string): GenesisRedelegation {
  const delegator: Bytes = entry.field('delegator_address').address(prefix);
  const source = entry.field('validator_src_address').address(operatorPrefix(prefix));
  const destination = entry.field('validator_dst_address').address(operatorPrefix(prefix));
  const entries = parts(entry).map((part) => ({ ...parsePart(part), sharesDst: part.field('shares_dst').decimal() }));
  const texts = {
    delegator: bech32Address(delegator, prefix),
    source: operatorText(source, prefix),
    destination: operatorText(destination, prefix),
  };
  return { path: [delegator, source, destination], redelegation: { ...texts, entries } };
}

function parts(entry: GenesisReader): readonly GenesisReader[] {
  const found = entry.field('entries').elements();
  if (found.length === 0) throw entry.field('entries').bad('at least one entry');
  return found;
}

/** Parses what entries of both kinds have. Nothing here can hold an entry back. */
function parsePart(part: GenesisReader) {
  const held = part.field('unbonding_on_hold_ref_count');
  if (held.int64(0n) !== 0n) throw held.bad('0');
  const end = part.field('completion_time');
  const completionTime = end.time(0n);
  if (completionTime <= 0n) throw end.bad('a time after 1970');
  return {
    creationHeight: part.field('creation_height').int64(0n),
    completionTime,
    initialBalance: part.field('initial_balance').uint(),
    unbondingId: part.field('unbonding_id').uint(0n),
    unbondingOnHoldRefCount: 0n,
  };
}

export interface StakingGenesis {
  readonly params: StakingParams;
  readonly validators: readonly Registered[];
  readonly delegations: readonly GenesisDelegation[];
  readonly unbondings: readonly GenesisUnbonding[];
  readonly redelegations: readonly GenesisRedelegation[];
  /**
   * Powers last reported to consensus, in the document of a chain that ran before. When it is `undefined`, powers
   * follow from tokens.
   */
  readonly lastPowers: readonly LastPower[] | undefined;
  /** Tokens that the derived validators need in the bonded pool. */
  readonly minted: bigint;
}

/** Balances of the pools in the base denom. */
export interface PoolBalances {
  readonly bonded: bigint;
  readonly notBonded: bigint;
}

export interface StakingGenesisDeps {
  readonly prefix: string;
  readonly baseDenom: string;
  readonly request: InitChainRequest;
  /** Balances of the pools in `app_state.bank`. */
  readonly pools: PoolBalances;
}

/** Returns the initial power of a bonded validator. It is 0 where an exported document has none. */
export function genesisPower({ lastPowers }: StakingGenesis, { operator, validator }: Registered): bigint {
  if (lastPowers === undefined) return powerOf(validator);
  return lastPowers.find((last) => equalBytes(last.operator, operator))?.power ?? 0n;
}
