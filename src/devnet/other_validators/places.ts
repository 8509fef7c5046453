/**
 * Decides which validators of a genesis document the nodes of a new network take over: the bonded ones with the most
 * power. A node whose key is already that of a validator takes over that one.
 */
import type { PubKey } from '../../abci/application.js';
import { CONSENSUS_KEY_TYPES } from '../../app/types/consensus_key.js';
import { toBase64 } from '../../codec/base64.js';
import { HalleyError } from '../../kernel/errors.js';
import type { GenesisNode } from './genesis_node.js';
import { type Json, objectAt, textAt, wholeAt } from './json.js';

const BONDED = 'BOND_STATUS_BONDED';

/** Entry of `app_state.staking.validators`. */
export interface ListedValidator {
  readonly entry: Json;
  readonly operator: string;
  /** Consensus key in base64. */
  readonly key: string;
  readonly keyType: PubKey['type'];
  readonly tokens: bigint;
  /** Power that consensus knows of. */
  readonly power: bigint;
  readonly isBonded: boolean;
  readonly isJailed: boolean;
}

/** Reads an entry. `powers` has the powers last reported to consensus by operator, in an exported document. */
export function listedValidator(
  entry: Json,
  path: string,
  powers: ReadonlyMap<string, bigint> | undefined,
  powerReduction: bigint,
): ListedValidator {
  const operator = textAt(entry['operator_address'], `${path}.operator_address`, '');
  const key = objectAt(entry['consensus_pubkey'], `${path}.consensus_pubkey`);
  const tokens = wholeAt(entry['tokens'], `${path}.tokens`);
  return {
    entry,
    operator,
    key: textAt(key['key'], `${path}.consensus_pubkey.key`, ''),
    keyType: CONSENSUS_KEY_TYPES[textAt(key['@type'], `${path}.consensus_pubkey.@type`, '')] ?? 'ed25519',
    tokens,
    power: powers === undefined ? tokens / powerReduction : (powers.get(operator) ?? 0n),
    isBonded: entry['status'] === BONDED,
    isJailed: entry['jailed'] === true,
  };
}

/**
 * Maps validators to the nodes that take them over. Nodes without a validator are absent. Throws HalleyError
 * `invalid-genesis` when a node has the key of a validator that no node can take over.
 */
export function placesOf(
  validators: readonly ListedValidator[],
  nodes: readonly GenesisNode[],
): ReadonlyMap<ListedValidator, GenesisNode> {
  const free = validators
    .filter(({ isBonded, isJailed, power, tokens }) => isBonded && !isJailed && power > 0n && tokens > 0n)
    .sort((a, b) => (a.power === b.power ? 0 : a.power > b.power ? -1 : 1));
  const places = new Map<ListedValidator, GenesisNode>();
  const waiting: GenesisNode[] = [];
  for (const node of nodes) {
    const key = toBase64(node.pubKey.bytes);
    const own = validators.find((validator) => validator.key === key);
    if (own === undefined) waiting.push(node);
    else if (free.includes(own)) places.set(own, node);
    else throw keyInUse(node, own);
  }
  const left = free.filter((validator) => !places.has(validator));
  for (const [index, validator] of left.entries()) {
    const node = waiting[index];
    if (node !== undefined) places.set(validator, node);
  }
  return places;
}

const keyInUse = ({ name }: GenesisNode, { operator }: ListedValidator): HalleyError =>
  new HalleyError(
    'invalid-genesis',
    `genesis: the validator ${operator}, which is jailed or not bonded, has the key that follows from the seed for ${name}: use another --seed, or none`,
    { operator, node: name },
  );
