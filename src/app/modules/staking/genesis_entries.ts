/** Parses the entries of `app_state.staking`, each by itself. */
import type { PubKey } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { bech32Address } from '../../types/address.js';
import { CONSENSUS_KEY_TYPES } from '../../types/consensus_key.js';
import { operatorPrefix, operatorText } from './addresses.js';
import type { Delegation } from './delegation.js';
import type { LastPower, Registered } from './store.js';
import { BOND_STATUS, type BondStatus, type Commission, type Description, statusWord } from './validator.js';

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
  return { type: known.type, bytes: node.field('key').base64(known.length) };
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

export function parseDelegation(entry: GenesisReader, prefix: string): GenesisDelegation {
  const delegator: Bytes = entry.field('delegator_address').address(prefix);
  const operator = entry.field('validator_address').address(operatorPrefix(prefix));
  const shares = entry.field('shares');
  const delegation = {
    delegator: bech32Address(delegator, prefix),
    validator: operatorText(operator, prefix),
    shares: shares.decimal(),
  };
  if (delegation.shares === 0n) throw shares.bad('more than 0 shares');
  return { delegator, operator, delegation };
}
