/**
 * Lets simulated validators take over those of a genesis document that another network exported, because a devnet has none
 * of their keys.
 */
import { toBase64 } from '../../codec/base64.js';
import { developmentAuthority } from '../../config/development_authority.js';
import { parseGenesis } from '../../consensus/types/genesis.js';
import { equalBytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { validatorKeys } from './validator_keys.js';

const BONDED = 'BOND_STATUS_BONDED';

export interface ValidatorsOfDocument {
  readonly document: unknown;
  /** Is undefined when the document names the validators. */
  readonly validators: number | undefined;
}

/**
 * Returns the document in which `validators` of the seed have the tokens, delegations and powers of its validators, as a
 * new network of engines does, and in which the dev authority is that of the seed. A document without entries in
 * `app_state.staking.validators`, and one whose validators are the seed's, stay as they are. Throws HalleyError
 * `invalid-genesis`.
 */
export async function withSimulatedValidators(
  { document, validators: count }: ValidatorsOfDocument,
  seed: string,
  genesisTime: UnixNanos,
): Promise<ValidatorsOfDocument> {
  const listed = listedValidators(document);
  if (count === undefined || listed.length === 0) return { document, validators: count };
  const nodes = keysFor(listed, seed, count);
  const { validators } = parseGenesis(document, genesisTime);
  const isOwn = validators.every(({ pubKey }) => nodes.some((node) => equalBytes(node.pubKey.bytes, pubKey.bytes)));
  if (isOwn) return { document, validators: validators.length === count ? undefined : count };
  const { networkGenesis } = await import('../other_validators/network_genesis.js');
  const devAuthority = { type: 'ed25519' as const, bytes: developmentAuthority(seed).publicKey };
  const taken = networkGenesis({ document, defaultTime: genesisTime, nodes, devAuthority });
  return { document: taken.document, validators: undefined };
}

/** Returns the first keys of the seed that no validator has which is jailed or not bonded: those it cannot give up. */
function keysFor(listed: readonly unknown[], seed: string, count: number): readonly ValidatorKey[] {
  const fixed = listed.filter((entry) => at(entry, 'jailed') === true || at(entry, 'status') !== BONDED);
  const taken = new Set(fixed.map((entry) => at(entry, 'consensus_pubkey', 'key')));
  return validatorKeys(seed, count + taken.size)
    .filter(({ pubKey }) => !taken.has(toBase64(pubKey.bytes)))
    .slice(0, count);
}

/** Lists the validators in the application's part of the document, which is checked later. */
function listedValidators(document: unknown): readonly unknown[] {
  const list = at(document, 'app_state', 'staking', 'validators');
  return Array.isArray(list) ? list : [];
}

const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((owner, name) => (Object(owner) as Record<string, unknown>)[name], value);
