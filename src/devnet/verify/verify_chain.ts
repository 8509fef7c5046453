/**
 * Verifies that a store contains what its chain's genesis and blocks give. A block that does not match its commit, or
 * does not follow from the blocks before it, ends the re-execution. So does a request of an engine in another process
 * (`application/`) that gives another app hash than the stored one. The rest of the store is then only checked by its
 * checksums.
 */
import type { ExecTxResult } from '../../abci/application.js';
import { decodeFinalizeBlockResponse } from '../../abci/wire/finalize_block_response.js';
import { isUnavailable } from '../../app/state/remote/with_remote.js';
import {
  blockKey,
  extendedCommitKey,
  IDENTITY_KEY,
  resultsKey,
  SEEN_COMMIT_KEY,
  STATE_KEY,
} from '../../chain/block_store/keys.js';
import { CodecError } from '../../codec/codec_error.js';
import { type Block, decodeBlock } from '../../consensus/types/block.js';
import { equalBlockIds } from '../../consensus/types/block_id.js';
import { decodeChainState } from '../../consensus/types/chain_state.js';
import { type Commit, decodeExtendedCommit, encodeCommit } from '../../consensus/types/commit.js';
import { headerHash } from '../../consensus/types/header.js';
import { partSetOf } from '../../consensus/types/part_set.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { LruCache } from '../../kernel/caches.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Store, WriteOp } from '../../storage/store.js';
import { networkOf } from '../chain/genesis.js';
import { refuseFork } from '../chain/open_fork.js';
import { readStoredGenesis, type StoredGenesis } from '../chain/stored_genesis.js';
import { startRequests } from './application/request_execution.js';
import { checkBesideBlocks, isBesideBlocks } from './beside_blocks.js';
import type { ChainExecution, ExecutedHeight } from './chain_execution.js';
import { ExpectedRecords, isEmpty, readEverything } from './expected_records.js';
import type { Findings } from './findings.js';
import type { ReferenceCheck } from './reference/reference_check.js';
import { Replay } from './replay.js';

export interface VerifiedChain {
  readonly chainId: string;
  /** Last height that was executed again. */
  readonly height: bigint;
  readonly blocks: number;
  readonly txs: number;
  readonly records: number;
}

/**
 * Verifies a chain. Returns undefined when the store holds no chain, or when its genesis cannot be read. `onHeight` is
 * called for each height, and `reference` runs its Ethereum transactions too.
 */
export async function verifyChain(
  store: Store,
  findings: Findings,
  onHeight: (height: bigint, tip: bigint) => void,
  reference?: ReferenceCheck,
): Promise<VerifiedChain | undefined> {
  if (await isEmpty(store)) return undefined;
  const verified = await reExecute(store, findings, onHeight, reference);
  const beside = await checkBesideBlocks(store, findings);
  if (verified === undefined || !verified.whole) await readEverything(store, findings);
  return verified && { ...verified.chain, records: verified.chain.records + beside };
}

/** Returns the last height that the store has, or should have, also where its chain's state is damaged. */
async function tipOf(store: Store, findings: Findings, initialHeight: bigint): Promise<bigint> {
  let tip = initialHeight - 1n;
  const all = { gte: blockKey(0n), lt: blockKey((1n << 64n) - 1n), reverse: true, limit: 1 };
  for await (const key of store.keys(all)) tip = new DataView(key.buffer, key.byteOffset + 2, 8).getBigUint64(0);
  const bytes = findings.read(() => store.need(STATE_KEY));
  const storedHeight = bytes === undefined ? 0n : heightIn(bytes);
  return storedHeight > tip ? storedHeight : tip;
}

function heightIn(state: Uint8Array): bigint {
  try {
    return decodeChainState(state).lastBlockHeight;
  } catch (error) {
    // The record is compared after all blocks were executed.
    if (error instanceof CodecError) return 0n;
    throw error;
  }
}

async function reExecute(
  store: Store,
  findings: Findings,
  onHeight: (height: bigint, tip: bigint) => void,
  reference: ReferenceCheck | undefined,
): Promise<{ readonly chain: VerifiedChain; readonly whole: boolean } | undefined> {
  const execution = await startExecution(store, findings, reference);
  if (execution === undefined) return undefined;
  const { chainId, initialHeight } = execution;
  const expected = new ExpectedRecords(store, findings);
  expected.take(execution.writes, initialHeight - 1n);
  const tip = await tipOf(store, findings, initialHeight);
  const execute = execution.begin(tip);
  let [height, txs] = [initialHeight - 1n, 0];
  while (height < tip) {
    const executed = await execute(height + 1n);
    if (executed === undefined) break;
    height++;
    expected.take(executed.writes, height);
    txs += executed.txs;
    onHeight(height, tip);
  }
  const whole = height === tip;
  if (whole) await expected.finish(isBesideBlocks);
  const chain = { chainId, height, blocks: Number(height - initialHeight + 1n), txs, records: expected.count };
  return { chain, whole };
}

async function startExecution(
  store: Store,
  findings: Findings,
  reference: ReferenceCheck | undefined,
): Promise<ChainExecution | undefined> {
  const bytes = findings.read(() => store.need(IDENTITY_KEY));
  if (bytes === undefined) return undefined;
  try {
    const stored = readStoredGenesis(store);
    if (stored === undefined) return undefined;
    return await (stored.engine === undefined
      ? startWholeBlocks(stored, store, findings, reference)
      : startRequests(store, findings, reference));
  } catch (error) {
    if (!(error instanceof SyntaxError || (error instanceof HalleyError && error.code === 'invalid-genesis')))
      throw error;
    findings.record(IDENTITY_KEY, `cannot start a chain: ${error.message}`);
    return undefined;
  }
}

/** Number of cached blocks. Each block is read twice, with the one before it and by itself. */
const CACHED_BLOCKS = 4;

/**
 * Reads the blocks of a store, each with its commit: from the next block, or from a separate record at the chain's end.
 */
class StoredBlocks {
  readonly #cache = new LruCache<bigint, WholeBlock>(CACHED_BLOCKS);

  constructor(
    private readonly store: Store,
    private readonly findings: Findings,
    /** Last height. */
    private readonly tip: bigint,
  ) {}

  /** Returns undefined when the record is missing or no block, which is reported. */
  block(height: bigint): WholeBlock | undefined {
    const cache = this.#cache.get(height);
    if (cache !== undefined) return cache;
    const found = this.#decoded(blockKey(height), (bytes) => {
      const block = decodeBlock(bytes);
      const parts = partSetOf(bytes);
      const id = { hash: headerHash(block.header), parts: parts.header };
      return { block: this.#withExtensions(block), parts, id };
    });
    if (found !== undefined) this.#cache.set(height, found);
    return found;
  }

  /** Adds the extensions of the last commit, which have a record of their own, where it is of this commit. */
  #withExtensions(block: Block): Block {
    const key = extendedCommitKey(block.header.height - 1n);
    if (this.findings.read(() => this.store.get(key)) === undefined) return block;
    const lastCommit = this.#decoded(key, (bytes) => decodeExtendedCommit(bytes));
    const isSame = lastCommit && equalBytes(encodeCommit(lastCommit), encodeCommit(block.lastCommit));
    return isSame ? { ...block, lastCommit } : block;
  }

  /** Returns undefined when the commit cannot be read, which is reported. */
  commit(height: bigint): Commit | undefined {
    return height < this.tip
      ? this.block(height + 1n)?.block.lastCommit
      : this.#decoded(SEEN_COMMIT_KEY, (bytes) => decodeExtendedCommit(bytes));
  }

  /** Returns the recorded results of its transactions; undefined when they cannot be read, which is reported. */
  txResults(height: bigint): readonly ExecTxResult[] | undefined {
    return this.#decoded(resultsKey(height), (bytes) => decodeFinalizeBlockResponse(bytes).txResults);
  }

  /** Returns the key of the record that contains the commit for a block. */
  commitKey(height: bigint): Bytes {
    return height < this.tip ? blockKey(height + 1n) : SEEN_COMMIT_KEY;
  }

  #decoded<T>(key: Bytes, decode: (bytes: Bytes) => T): T | undefined {
    return this.findings.decoded(this.store, key, decode);
  }
}

/** Starts the chain of a devnet, whose store has whole blocks and their commits. */
async function startWholeBlocks(
  { genesis: document, genesisTime, seed, plan }: StoredGenesis,
  store: Store,
  findings: Findings,
  reference: ReferenceCheck | undefined,
): Promise<ChainExecution> {
  const { genesis } = networkOf({ document, seed, validators: undefined, genesisTime });
  if (reference !== undefined)
    refuseFork(
      genesis,
      'the reference cannot check a fork, because it reads accounts that the fork never fetched: verify it without --reference',
    );
  const { replay, writes } = await Replay.start(genesis, seed, plan, reference?.deliver, store);
  const { chainId, initialHeight } = replay.chain;
  return {
    ...{ chainId, initialHeight, writes },
    begin(tip) {
      const blocks = new StoredBlocks(store, findings, tip);
      return (height) => executeBlock(height, tip, replay, blocks, findings, reference);
    },
  };
}

/** Executes a block. Returns undefined when it cannot be executed, which is reported. */
async function executeBlock(
  height: bigint,
  tip: bigint,
  replay: Replay,
  blocks: StoredBlocks,
  findings: Findings,
  reference: ReferenceCheck | undefined,
): Promise<ExecutedHeight | undefined> {
  const whole = blocks.block(height);
  if (whole === undefined) return undefined;
  const commit = blocks.commit(height);
  if (commit !== undefined && !equalBlockIds(commit.blockId, whole.id)) {
    const isForged = replay.commitProblem(commit) !== undefined;
    findings.record(isForged ? blocks.commitKey(height) : blockKey(height), UNCOMMITTED);
    return undefined;
  }
  const problem = replay.problem(whole);
  if (problem !== undefined) {
    const isFirst = height === replay.chain.initialHeight;
    const isProven = commit !== undefined && replay.commitProblem(commit) === undefined;
    if (isFirst && isProven) findings.record(IDENTITY_KEY, `does not match the chain's blocks: ${problem}`);
    else findings.record(blockKey(height), `does not follow from executing the blocks before it: ${problem}`);
    return undefined;
  }
  // At earlier heights the check of the next block includes it.
  const unproven = height === tip && commit !== undefined ? replay.commitProblem(commit) : undefined;
  if (unproven !== undefined) findings.record(blocks.commitKey(height), `does not prove the last block: ${unproven}`);
  const { lastCommit } = whole.block;
  if (replay.hasForgedExtension(lastCommit)) findings.record(extendedCommitKey(height - 1n), FORGED);
  reference?.expect(whole.block.txs, blocks.txResults(height));
  const writes = await executed(replay, whole, commit);
  if (writes instanceof HalleyError) {
    findings.record(blockKey(height), `cannot be executed again: ${writes.message}`);
    return undefined;
  }
  return { txs: whole.block.txs.length, writes };
}

/** Executes a block. Returns the error for state of a forked chain that the store lacks. */
async function executed(
  replay: Replay,
  whole: WholeBlock,
  commit: Commit | undefined,
): Promise<readonly WriteOp[] | HalleyError> {
  try {
    return await replay.execute(whole, commit);
  } catch (error) {
    if (isUnavailable(error)) return error as HalleyError;
    throw error;
  }
}

const FORGED = 'has an extension that its validator did not sign';
const UNCOMMITTED = 'and the signatures of its validators do not match';
