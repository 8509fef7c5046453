/**
 * Provides a small chain for tests: validators with real keys in set order, the first state, and blocks on top of it.
 */
import { createCaches, memoOf } from '../../src/consensus/caches.js';
import { ALWAYS_PROPOSE, DEFAULT_TIMEOUTS, type Env, type ValidatorKey } from '../../src/consensus/env.js';
import { OwnSignature } from '../../src/consensus/signature/own_signature.js';
import { encodeBlock, makeBlock } from '../../src/consensus/types/block.js';
import { type BlockId, NIL_BLOCK_ID } from '../../src/consensus/types/block_id.js';
import { type ChainState, genesisState } from '../../src/consensus/types/chain_state.js';
import { EMPTY_COMMIT } from '../../src/consensus/types/commit.js';
import type { Evidence } from '../../src/consensus/types/evidence.js';
import { headerHash } from '../../src/consensus/types/header.js';
import { type ConsensusParams, DEFAULT_PARAMS } from '../../src/consensus/types/params.js';
import { partSetOf } from '../../src/consensus/types/part_set.js';
import type { Proposal } from '../../src/consensus/types/proposal.js';
import { addressOf, indexOfAddress, type ValidatorSet } from '../../src/consensus/types/validator_set.js';
import { type Vote, VoteType } from '../../src/consensus/types/vote.js';
import type { WholeBlock } from '../../src/consensus/types/whole_block.js';
import { ed25519PublicKey } from '../../src/crypto/ed25519.js';
import { consensusCrypto } from '../../src/crypto/validator_keys.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { parseTime, type UnixNanos } from '../../src/kernel/time.js';

export const CHAIN_ID = 'engine-1';
export const GENESIS_TIME = parseTime('2025-01-01T00:00:00Z') as UnixNanos;

export function aKey(name: string): ValidatorKey {
  const seed = sha256(utf8(name));
  const pubKey = { type: 'ed25519', bytes: ed25519PublicKey(seed) } as const;
  return { name, seed, pubKey, address: addressOf(pubKey) };
}

export function aGenesis(
  members: readonly { readonly key: ValidatorKey; readonly power: bigint }[],
  consensusParams: ConsensusParams = DEFAULT_PARAMS,
): ChainState {
  const validators = members.map(({ key, power }) => ({ pubKey: key.pubKey, power, name: key.name }));
  const doc = {
    genesisTime: GENESIS_TIME,
    chainId: CHAIN_ID,
    initialHeight: 1n,
    consensusParams,
    validators,
    appHash: utf8('genesis'),
    appState: {},
  };
  return genesisState(doc, { validators: [], appHash: doc.appHash }, 0n);
}

/** Sorts `keys` in the order of the set. */
export function inSetOrder(keys: readonly ValidatorKey[], set: ValidatorSet): readonly ValidatorKey[] {
  return [...keys].sort((a, b) => indexOfAddress(set, a.address) - indexOfAddress(set, b.address));
}

/** Returns a chain of four validators of power 10 with `keys` in the order of the set. */
export function fourValidators(params?: ConsensusParams) {
  const names = ['alice', 'bob', 'carol', 'dave'].map(aKey);
  const chain = aGenesis(
    names.map((key) => ({ key, power: 10n })),
    params,
  );
  const keys = inSetOrder(names, chain.validators);
  return { chain, keys };
}

export function anEnv(node: number, key: ValidatorKey | undefined, change: Partial<Env> = {}): Env {
  return {
    node,
    key,
    timeouts: DEFAULT_TIMEOUTS,
    emptyBlocks: ALWAYS_PROPOSE,
    crypto: consensusCrypto,
    caches: createCaches(),
    ...change,
  };
}

/** Makes a block for the initial height; its transaction makes it unique. */
export function firstBlock(
  env: Env,
  chain: ChainState,
  proposer: ValidatorKey,
  text: string,
  evidence: readonly Evidence[] = [],
): WholeBlock {
  const { initialHeight, lastBlockTime } = chain;
  const block = makeBlock(chain, initialHeight, [utf8(text)], evidence, EMPTY_COMMIT, lastBlockTime, proposer.address);
  const parts = partSetOf(encodeBlock(block));
  const whole = { block, parts, id: { hash: headerHash(block.header), parts: parts.header } };
  return memoOf(env.caches, whole).whole;
}

export interface VoteFacts {
  readonly type?: VoteType;
  readonly height?: bigint;
  readonly round?: number;
  readonly blockId?: BlockId;
  readonly timestamp?: UnixNanos;
}

/** Makes a vote; by default a prevote for nil at 1/0. */
export function aVote(env: Env, set: ValidatorSet, key: ValidatorKey, facts: VoteFacts = {}): Vote {
  return OwnSignature.onVote(env.crypto, CHAIN_ID, key, {
    type: VoteType.Prevote,
    height: 1n,
    round: 0,
    blockId: NIL_BLOCK_ID,
    timestamp: GENESIS_TIME + 1_000_000n,
    validatorAddress: key.address,
    validatorIndex: indexOfAddress(set, key.address),
    ...facts,
  });
}

/** Makes a proposal; by default with the genesis time. */
export function aProposal(
  env: Env,
  key: ValidatorKey,
  facts: Omit<Proposal, 'signature' | 'timestamp'> & Partial<Pick<Proposal, 'timestamp'>>,
): Proposal {
  return OwnSignature.onProposal(env.crypto, CHAIN_ID, key, { timestamp: GENESIS_TIME, ...facts });
}
