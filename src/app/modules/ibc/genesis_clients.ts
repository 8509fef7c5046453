/**
 * Parses clients in a genesis document, which has them as protobuf's JSON. `clients_metadata` states when each
 * consensus state was added.
 */
import type { Height } from '../../../codec/ibc/client.js';
import { ClientState, ConsensusState } from '../../../codec/ibc/tendermint.js';
import type { ProofSpec } from '../../../codec/merkle/ics23_spec.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { tryFromHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { writeClientState, writeConsensus } from './client/store.js';

export const HASH_OP_NAMES = [
  ...['NO_HASH', 'SHA256', 'SHA512', 'KECCAK256', 'RIPEMD160', 'BITCOIN', 'SHA512_256', 'BLAKE2B_512'],
  ...['BLAKE2S_256', 'BLAKE3'],
] as const;
export const LENGTH_OP_NAMES = [
  ...['NO_PREFIX', 'VAR_PROTO', 'VAR_RLP', 'FIXED32_BIG', 'FIXED32_LITTLE', 'FIXED64_BIG', 'FIXED64_LITTLE'],
  ...['REQUIRE_32_BYTES', 'REQUIRE_64_BYTES'],
] as const;

export interface GenesisClient {
  readonly clientId: string;
  readonly client: ClientState;
  readonly consensus: readonly { readonly height: Height; readonly state: ConsensusState }[];
  /** Entries with keys below the client's own. */
  readonly metadata: readonly { readonly key: Bytes; readonly value: Bytes }[];
}

export function parseClients(node: GenesisReader): readonly GenesisClient[] {
  const consensus = byClient(node.field('clients_consensus'));
  const metadata = byClient(node.field('clients_metadata'));
  return node
    .field('clients')
    .elements()
    .map((entry) => {
      const clientId = entry.field('client_id').text();
      return {
        clientId,
        client: parseClientState(entry.field('client_state')),
        consensus: (consensus.get(clientId)?.field('consensus_states').elements() ?? []).map((state) => ({
          height: parseHeight(state.field('height')),
          state: parseConsensusState(state.field('consensus_state')),
        })),
        metadata: (metadata.get(clientId)?.field('client_metadata').elements() ?? []).map((pair) => ({
          key: pair.field('key').base64(),
          value: pair.field('value').base64(),
        })),
      };
    });
}

const byClient = (list: GenesisReader): ReadonlyMap<string, GenesisReader> =>
  new Map(list.elements().map((entry) => [entry.field('client_id').text(), entry]));

const parseHeight = (node: GenesisReader): Height => ({
  revisionNumber: node.field('revision_number').uint64(0n),
  revisionHeight: node.field('revision_height').uint64(0n),
});

function checkType(node: GenesisReader, typeUrl: string): void {
  const type = node.field('@type');
  if (type.text() !== typeUrl) throw type.bad(typeUrl);
}

function parseClientState(node: GenesisReader): ClientState {
  checkType(node, ClientState.typeUrl);
  const trust = node.field('trust_level');
  return {
    chainId: node.field('chain_id').text(),
    trustLevel: { numerator: trust.field('numerator').uint(), denominator: trust.field('denominator').uint() },
    trustingPeriod: node.field('trusting_period').duration(0n),
    unbondingPeriod: node.field('unbonding_period').duration(0n),
    maxClockDrift: node.field('max_clock_drift').duration(0n),
    frozenHeight: parseHeight(node.field('frozen_height')),
    latestHeight: parseHeight(node.field('latest_height')),
    proofSpecs: node.field('proof_specs').elements().map(parseSpec),
    upgradePath: node
      .field('upgrade_path')
      .elements()
      .map((key) => key.text()),
    allowUpdateAfterExpiry: node.field('allow_update_after_expiry').boolean(false),
    allowUpdateAfterMisbehaviour: node.field('allow_update_after_misbehaviour').boolean(false),
  };
}

function parseSpec(node: GenesisReader): ProofSpec {
  const [leaf, inner] = [node.field('leaf_spec'), node.field('inner_spec')];
  return {
    leafSpec: {
      hash: parseName(leaf.field('hash'), HASH_OP_NAMES),
      prehashKey: parseName(leaf.field('prehash_key'), HASH_OP_NAMES),
      prehashValue: parseName(leaf.field('prehash_value'), HASH_OP_NAMES),
      length: parseName(leaf.field('length'), LENGTH_OP_NAMES),
      prefix: leaf.field('prefix').base64(),
    },
    innerSpec: {
      childOrder: inner
        .field('child_order')
        .elements()
        .map((branch) => Number(branch.uint())),
      childSize: Number(inner.field('child_size').uint(0n)),
      minPrefixLength: Number(inner.field('min_prefix_length').uint(0n)),
      maxPrefixLength: Number(inner.field('max_prefix_length').uint(0n)),
      emptyChild: inner.field('empty_child').present ? inner.field('empty_child').base64() : new Uint8Array(0),
      hash: parseName(inner.field('hash'), HASH_OP_NAMES),
    },
    maxDepth: Number(node.field('max_depth').uint(0n)),
    minDepth: Number(node.field('min_depth').uint(0n)),
    prehashKeyBeforeComparison: node.field('prehash_key_before_comparison').boolean(false),
  };
}

function parseName(node: GenesisReader, names: readonly string[]): number {
  const found = names.indexOf(node.text(names[0]));
  if (found < 0) throw node.bad(`one of ${names.join(', ')}`);
  return found;
}

function parseConsensusState(node: GenesisReader): ConsensusState {
  checkType(node, ConsensusState.typeUrl);
  const named = node.field('next_validators_hash');
  const nextValidatorsHash = tryFromHex(named.text());
  if (nextValidatorsHash === undefined) throw named.bad('a hash in hexadecimal');
  return {
    timestamp: node.field('timestamp').time(0n),
    root: { hash: node.field('root').field('hash').base64() },
    nextValidatorsHash,
  };
}

export function writeClient(state: WorkingState, { clientId, client, consensus, metadata }: GenesisClient): void {
  writeClientState(state, clientId, client);
  for (const { height, state: known } of consensus) writeConsensus(state, clientId, height, known);
  const own = utf8(`clients/${clientId}/`);
  for (const { key, value } of metadata) state.set('ibc', concatBytes(own, key), value);
}
