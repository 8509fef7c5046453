/**
 * Provides the golden chain in Halley's own types: keys, the genesis state, and each block built from what its height
 * decided.
 */
import type { FinalizeBlockResponse, PubKey } from '../../../src/abci/application.js';
import { medianTime } from '../../../src/consensus/types/bft_time.js';
import { type Block, encodeBlock, makeBlock } from '../../../src/consensus/types/block.js';
import type { BlockId } from '../../../src/consensus/types/block_id.js';
import { type ChainState, genesisState, nextState } from '../../../src/consensus/types/chain_state.js';
import { ABSENT_SLOT, type BlockIdFlag, type Commit, EMPTY_COMMIT } from '../../../src/consensus/types/commit.js';
import { decodeEvidence } from '../../../src/consensus/types/evidence.js';
import type { GenesisDoc } from '../../../src/consensus/types/genesis.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { DEFAULT_PARAMS } from '../../../src/consensus/types/params.js';
import { type PartSet, partSetOf } from '../../../src/consensus/types/part_set.js';
import { addressOf } from '../../../src/consensus/types/validator_set.js';
import { ed25519PublicKey } from '../../../src/crypto/ed25519.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { type GoldenBlock, type GoldenCommit, goldenChain } from '../../vectors/consensus.js';

export interface GoldenKey {
  readonly name: string;
  readonly seed: Bytes;
  readonly pubKey: PubKey;
  readonly address: Bytes;
}

/** Derives the key whose seed is the hash of its name. */
export function goldenKey(name: string): GoldenKey {
  const seed = sha256(utf8(name));
  const pubKey = { type: 'ed25519', bytes: ed25519PublicKey(seed) } as const;
  return { name, seed, pubKey, address: addressOf(pubKey) };
}

export function time(text: string): UnixNanos {
  const parsed = parseTime(text);
  if (parsed === undefined) throw new Error(`"${text}" is not a time`);
  return parsed;
}

const { chain_id: chainId, initial_params: initialParams } = goldenChain;

export const goldenGenesis: GenesisDoc = {
  genesisTime: time(goldenChain.genesis_time),
  chainId,
  initialHeight: BigInt(goldenChain.initial_height),
  consensusParams: {
    ...DEFAULT_PARAMS,
    block: { maxBytes: BigInt(initialParams.block.max_bytes), maxGas: BigInt(initialParams.block.max_gas) },
    version: { app: BigInt(goldenChain.app_version) },
  },
  validators: goldenChain.genesis_validators.map(({ name, power }) => ({
    name,
    power: BigInt(power),
    pubKey: goldenKey(name).pubKey,
  })),
  appHash: EMPTY_BYTES,
  appState: undefined,
};

export function goldenTx(text: string): Bytes {
  if (!text.startsWith('pattern:')) return fromHex(text);
  return new Uint8Array(Number(text.slice('pattern:'.length))).map((_, i) => i % 251);
}

export function goldenCommit(golden: GoldenCommit, blockId: BlockId): Commit {
  return {
    height: BigInt(golden.height),
    round: golden.round,
    blockId,
    signatures: golden.signatures.map((slot) =>
      slot.validator === ''
        ? ABSENT_SLOT
        : {
            blockIdFlag: slot.block_id_flag as BlockIdFlag,
            validatorAddress: goldenKey(slot.validator).address,
            timestamp: time(slot.timestamp),
            signature: { bytes: fromHex(slot.signature) },
          },
    ),
  };
}

export function goldenResponse({ finalize_block: answer }: GoldenBlock): FinalizeBlockResponse {
  const update = answer.consensus_param_updates;
  return {
    events: [],
    txResults: answer.tx_results.map((result) => ({
      code: result.code,
      data: fromHex(result.data),
      log: 'not hashed',
      info: '',
      gasWanted: BigInt(result.gas_wanted),
      gasUsed: BigInt(result.gas_used),
      events: [],
      codespace: '',
    })),
    validatorUpdates: answer.validator_updates.map(({ name, power }) => ({
      pubKey: goldenKey(name).pubKey,
      power: BigInt(power),
    })),
    ...(update === null
      ? {}
      : {
          consensusParamUpdates: {
            block: { maxBytes: BigInt(update.block.max_bytes), maxGas: BigInt(update.block.max_gas) },
          },
        }),
    appHash: fromHex(answer.app_hash),
  };
}

/** One height: the state before it, the block that our code builds, and the results. */
export interface GoldenHeight {
  readonly golden: GoldenBlock;
  readonly before: ChainState;
  readonly block: Block;
  readonly encoded: Bytes;
  readonly parts: PartSet;
  readonly blockId: BlockId;
  readonly seenCommit: Commit;
  readonly response: FinalizeBlockResponse;
  readonly after: ChainState;
}

function goldenHeight(golden: GoldenBlock, before: ChainState, lastCommit: Commit): GoldenHeight {
  const { lastValidators } = before;
  const block = makeBlock(
    before,
    BigInt(golden.height),
    golden.txs.map(goldenTx),
    golden.evidence.map((item) => decodeEvidence(fromHex(item.evidence_proto))),
    lastCommit,
    lastValidators === undefined ? before.lastBlockTime : medianTime(lastCommit, lastValidators),
    goldenKey(golden.proposer).address,
  );
  const encoded = encodeBlock(block);
  const parts = partSetOf(encoded);
  const blockId = { hash: headerHash(block.header), parts: parts.header };
  const response = goldenResponse(golden);
  return {
    golden,
    before,
    block,
    encoded,
    parts,
    blockId,
    seenCommit: goldenCommit(golden.seen_commit, blockId),
    response,
    after: nextState(before, block, blockId, response),
  };
}

/** Builds all six heights, each on the one before. */
export function buildGoldenChain(): readonly GoldenHeight[] {
  const initial = genesisState(
    goldenGenesis,
    { validators: [], appHash: fromHex(goldenChain.init_chain_app_hash) },
    BigInt(goldenChain.app_version),
  );
  const heights: GoldenHeight[] = [];
  let state = initial;
  let lastCommit = EMPTY_COMMIT;
  for (const golden of goldenChain.blocks) {
    const height = goldenHeight(golden, state, lastCommit);
    heights.push(height);
    state = height.after;
    lastCommit =
      golden.last_commit_in_next_block === undefined
        ? height.seenCommit
        : goldenCommit(golden.last_commit_in_next_block, height.blockId);
  }
  return heights;
}
