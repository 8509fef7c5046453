/**
 * Verifies that a store contains what its chain's genesis and blocks give. A block that does not match its commit, or
 * does not follow from the blocks before it, ends the re-execution. The rest of the store is then only checked by its
 * checksums.
 */
import { isUnavailable } from '../../app/state/remote/with_remote.js';
import { blockKey, IDENTITY_KEY, STATE_KEY } from '../../chain/block_store/keys.js';
import { CodecError } from '../../codec/codec_error.js';
import { equalBlockIds } from '../../consensus/types/block_id.js';
import { decodeChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Store, WriteOp } from '../../storage/store.js';
import { networkOf } from '../chain/genesis.js';
import { refuseFork } from '../chain/open_fork.js';
import { readStoredGenesis } from '../chain/stored_genesis.js';
import { checkBesideBlocks, isBesideBlocks } from './beside_blocks.js';
import { ExpectedRecords, isEmpty, readEverything } from './expected_records.js';
import type { Findings } from './findings.js';
import type { ReferenceCheck } from './reference/reference_check.js';
import { Replay } from './replay.js';
import { StoredBlocks } from './stored_blocks.js';

export interface VerifiedChain {
  readonly chainId: string;
  /** Is the last height that was executed again. */
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

async function reExecute(
  store: Store,
  findings: Findings,
  onHeight: (height: bigint, tip: bigint) => void,
  reference: ReferenceCheck | undefined,
): Promise<{ readonly chain: VerifiedChain; readonly whole: boolean } | undefined> {
  const started = await startReplay(store, findings, reference);
  if (started === undefined) return undefined;
  const { replay, writes } = started;
  const { chainId, initialHeight } = replay.chain;
  const expected = new ExpectedRecords(store, findings);
  expected.take(writes, initialHeight - 1n);
  const tip = await tipOf(store, findings, initialHeight);
  const blocks = new StoredBlocks(store, findings, tip);
  let [height, txs] = [initialHeight - 1n, 0];
  while (height < tip) {
    const taken = await takeBlock(height + 1n, tip, replay, blocks, expected, findings, reference);
    if (taken === undefined) break;
    height++;
    txs += taken;
    onHeight(height, tip);
  }
  const whole = height === tip;
  if (whole) await expected.finish(isBesideBlocks);
  const chain = { chainId, height, blocks: Number(height - initialHeight + 1n), txs, records: expected.count };
  return { chain, whole };
}

async function startReplay(
  store: Store,
  findings: Findings,
  reference: ReferenceCheck | undefined,
): Promise<Awaited<ReturnType<typeof Replay.start>> | undefined> {
  const bytes = findings.read(() => store.need(IDENTITY_KEY));
  if (bytes === undefined) return undefined;
  try {
    const storedGenesis = readStoredGenesis(store);
    if (storedGenesis === undefined) return undefined;
    const { genesis, genesisTime, seed, plan, engine } = storedGenesis;
    if (engine !== undefined) throw hasNoCommits();
    const network = networkOf({ document: genesis, seed, validators: undefined, genesisTime });
    if (reference !== undefined)
      refuseFork(
        network.genesis,
        'the reference cannot check a fork, because it reads accounts that the fork never fetched: verify it without --reference',
      );
    return await Replay.start(network.genesis, seed, plan, reference?.deliver, store);
  } catch (error) {
    if (!(error instanceof SyntaxError || (error instanceof HalleyError && error.code === 'invalid-genesis')))
      throw error;
    findings.record(IDENTITY_KEY, `cannot start a chain: ${error.message}`);
    return undefined;
  }
}

const hasNoCommits = (): HalleyError =>
  new HalleyError(
    'unavailable',
    "the home folder holds the application of a CometBFT node, and its blocks and commits are in the engine's files: start the node, and verify it with --node URL",
  );

/** Returns the last height that the store has, or should have. */
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

/** Returns how many transactions the block has; undefined when it cannot be executed, which is reported. */
async function takeBlock(
  height: bigint,
  tip: bigint,
  replay: Replay,
  blocks: StoredBlocks,
  expected: ExpectedRecords,
  findings: Findings,
  reference: ReferenceCheck | undefined,
): Promise<number | undefined> {
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
  reference?.expect(whole.block.txs, blocks.txResults(height));
  const writes = await executed(replay, whole, commit);
  if (writes instanceof HalleyError) {
    findings.record(blockKey(height), `cannot be executed again: ${writes.message}`);
    return undefined;
  }
  expected.take(writes, height);
  return whole.block.txs.length;
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

const UNCOMMITTED = 'and the signatures of its validators do not match';
