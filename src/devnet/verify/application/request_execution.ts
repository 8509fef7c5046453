/**
 * Verifies the chain of an application under CometBFT by its home alone. The store has each request of FinalizeBlock,
 * but no commit: the engine has those. A request is taken as the engine's when executing it gives a stored app hash.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CommitInfo, FinalizeBlockRequest, FinalizeBlockResponse } from '../../../abci/application.js';
import { createApplication, type HalleyApplication } from '../../../app/application.js';
import type { DeliverTx } from '../../../app/block/deliver_tx.js';
import { openAppState } from '../../../app/state/open.js';
import { BlockStore } from '../../../chain/block_store/block_store.js';
import { FINALIZED_BLOCKS, finalizedBlock } from '../../../chain/block_store/finalized_blocks.js';
import { blockKey, evmRecordKey, IDENTITY_KEY, resultsKey, STATE_KEY } from '../../../chain/block_store/keys.js';
import type { EvmRecord } from '../../../chain/block_store/records.js';
import { CodecError } from '../../../codec/codec_error.js';
import { txHash } from '../../../codec/tx_hash.js';
import { type ChainState, decodeChainState, genesisState, nextState } from '../../../consensus/types/chain_state.js';
import type { GenesisDoc } from '../../../consensus/types/genesis.js';
import { addressOf } from '../../../consensus/types/validator.js';
import { indexOfAddress, validatorsHash } from '../../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { to0x, toUpperHex } from '../../../kernel/hex.js';
import { formatTime } from '../../../kernel/time.js';
import { MemoryStore } from '../../../storage/memory_store.js';
import type { Store, WriteOp } from '../../../storage/store.js';
import { engineGenesisWrite, readEngineGenesis } from '../../app_node/engine_genesis.js';
import type { ChainExecution, ExecutedHeight } from '../chain_execution.js';
import { DIFFERS } from '../expected_records.js';
import type { Findings } from '../findings.js';
import { type Difference, resultsDifference } from '../node/differences.js';
import type { ReferenceCheck } from '../reference/reference_check.js';
import { type StoredRequest, StoredRequests } from './stored_requests.js';

interface ExecutedRequest {
  readonly response: FinalizeBlockResponse;
  readonly evm: EvmRecord;
  readonly writes: readonly WriteOp[];
}

/**
 * Execution of the chain of an application under CometBFT, in memory, from its genesis and the stored requests of
 * FinalizeBlock. It gives the records that a store of the application must contain.
 */
class RequestReplay {
  private constructor(
    private readonly app: HalleyApplication,
    private readonly blockStore: BlockStore,
  ) {}

  /** Runs InitChain, and returns the first records of the chain. Throws HalleyError `invalid-genesis`. */
  static async start(
    genesis: GenesisDoc,
    deliver: DeliverTx | undefined,
  ): Promise<{ readonly replay: RequestReplay; readonly writes: readonly WriteOp[] }> {
    // No block is written to this store. With a store, the state returns the writes that it would make.
    const store = new MemoryStore();
    const state = await openAppState(store, { recentHeights: 1 });
    const app = await createApplication({ state, deliver });
    const { genesisTime: time, chainId, consensusParams, validators, appState, initialHeight } = genesis;
    const response = await app.initChain({ time, chainId, consensusParams, validators, appState, initialHeight });
    const { appVersion } = await app.info();
    const first = genesisState(genesis, response, appVersion);
    const { blockStore, writes } = BlockStore.found(store, true, first, FINALIZED_BLOCKS);
    const replay = new RequestReplay(app, blockStore);
    return { replay, writes: [...app.staged.writes, ...writes, engineGenesisWrite(genesis)] };
  }

  /** State of the chain before the next block. */
  get chain(): ChainState {
    return this.blockStore.state;
  }

  /** Executes the next request, which must have no problem. */
  async execute(request: FinalizeBlockRequest): Promise<ExecutedRequest> {
    const { app, blockStore } = this;
    const before = blockStore.state;
    const response = await app.finalizeBlock(request);
    const { block, blockId, record } = finalizedBlock(request, before.lastBlockId);
    const state = nextState(before, block, blockId, response);
    const evm = app.staged.evm;
    const committed = { block, blockId, record, request, seenCommit: undefined, response, state, evm };
    const writes = [...app.staged.writes, ...blockStore.prepare(committed)];
    await app.commit();
    blockStore.publish(committed);
    return { response, evm, writes };
  }
}

/** Starts the chain. Throws HalleyError `invalid-genesis`, and `height-pruned` for a chain that state sync began. */
export async function startRequests(
  store: Store,
  findings: Findings,
  reference: ReferenceCheck | undefined,
): Promise<ChainExecution> {
  const genesis = readEngineGenesis(store);
  mustHaveFirstBlock(store, findings, genesis);
  const { replay, writes } = await RequestReplay.start(genesis, reference?.deliver);
  const { chainId, initialHeight, appHash } = replay.chain;
  return {
    ...{ chainId, initialHeight, writes },
    begin(tip) {
      const stored = new StoredRequests(store, findings, tip);
      const execution = new RequestExecution(replay, stored, findings, appHash, reference);
      return (height) => execution.execute(height);
    },
  };
}

/** Throws HalleyError for a chain whose first blocks the store never had. */
function mustHaveFirstBlock(store: Store, findings: Findings, { initialHeight }: GenesisDoc): void {
  const state = stateIn(findings.read(() => store.get(STATE_KEY)));
  const hasFirst = findings.read(() => store.get(blockKey(initialHeight))) !== undefined;
  if (state === undefined || state.initialHeight <= initialHeight || hasFirst) return;
  throw new HalleyError(
    'height-pruned',
    `the application of the home folder has blocks from height ${state.initialHeight} only, because state sync restored the state before, and execution begins at height ${initialHeight}: verify a peer that has all blocks, with --node and the URL of its CometBFT RPC`,
    { height: initialHeight, earliest: state.initialHeight },
  );
}

function stateIn(record: Bytes | undefined): ChainState | undefined {
  try {
    return record && decodeChainState(record);
  } catch (error) {
    // The record is compared after all blocks were executed.
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/**
 * Returns why the request cannot follow on the chain's state; undefined when it can. Votes have no times in a request,
 * so the time of a block is compared with that of the block before it only.
 */
function requestProblem(chain: ChainState, { parentHash, request }: StoredRequest): string | undefined {
  const { initialHeight, lastBlockHeight, lastBlockId, nextValidators, validators } = chain;
  const { height, nextValidatorsHash, proposerAddress } = request;
  const expectedHeight = lastBlockHeight === 0n ? initialHeight : lastBlockHeight + 1n;
  if (height !== expectedHeight) return `its height is ${height}, expected ${expectedHeight}`;
  if (!equalBytes(parentHash, lastBlockId.hash))
    return `the hash of the block before is ${toUpperHex(parentHash)}, expected ${toUpperHex(lastBlockId.hash)}`;
  const next = validatorsHash(nextValidators);
  if (!equalBytes(nextValidatorsHash, next))
    return `next_validators_hash is ${toUpperHex(nextValidatorsHash)}, expected ${toUpperHex(next)}`;
  if (indexOfAddress(validators, proposerAddress) === -1)
    return `proposer_address is ${toUpperHex(proposerAddress)}, expected a validator of the height`;
  return timeProblem(chain, request) ?? votesProblem(chain, request.decidedLastCommit);
}

/** Checks the time. The first block has that of genesis. */
function timeProblem(
  { lastBlockTime, lastValidators }: ChainState,
  { time }: FinalizeBlockRequest,
): string | undefined {
  if (lastValidators === undefined)
    return time === lastBlockTime
      ? undefined
      : `time is ${formatTime(time)}, expected ${formatTime(lastBlockTime)}, that of genesis`;
  return time > lastBlockTime ? undefined : `time is ${formatTime(time)}, expected after ${formatTime(lastBlockTime)}`;
}

/** Checks the votes, which follow the order of the set that signed. */
function votesProblem({ lastValidators }: ChainState, { votes }: CommitInfo): string | undefined {
  const members = lastValidators?.validators ?? [];
  if (votes.length !== members.length) return `it has ${votes.length} votes, expected ${members.length}`;
  const wrong = votes.findIndex(({ validator: { address, power } }, index) => {
    const member = members[index];
    return member === undefined || member.votingPower !== power || !equalBytes(address, addressOf(member.pubKey));
  });
  return wrong === -1 ? undefined : `vote ${wrong} is not that of validator ${wrong} of the height before`;
}

const differenceText = ({ field, found, expected }: Difference): string => `${field} is ${found}, expected ${expected}`;

/**
 * Compares the results of a height: first what last_results_hash covers, the validator updates and the app hash, and
 * then logs, events and parameters.
 */
function storedResultsDifference(
  txs: readonly Bytes[],
  height: bigint,
  found: FinalizeBlockResponse,
  expected: FinalizeBlockResponse,
): string | undefined {
  const { txResults, validatorUpdates, appHash } = found;
  const covered = resultsDifference(txs, { height, txResults, validatorUpdates, appHash }, expected);
  if (covered !== undefined) return differenceText(covered);
  for (const [index, result] of expected.txResults.entries()) {
    const field = firstDifferent(['log', 'info', 'codespace', 'events'], txResults[index] ?? {}, result);
    if (field !== undefined)
      return `${field} of transaction ${index} (${toUpperHex(txHash(txs[index] as Bytes))}) differs`;
  }
  const field = firstDifferent(['events', 'consensusParamUpdates'], found, expected);
  return field === undefined ? undefined : `${field} of the block differs`;
}

function firstDifferent<T extends object>(
  fields: readonly (keyof T & string)[],
  found: Partial<T>,
  expected: T,
): string | undefined {
  return fields.find((field) => !isDeepStrictEqual(found[field], expected[field]));
}

function evmRecordDifference(found: EvmRecord, expected: EvmRecord): string | undefined {
  const facts = recordFacts(found);
  for (const [field, value] of Object.entries(recordFacts(expected)))
    if (facts[field] !== value) return `${field} is ${facts[field]}, expected ${value}`;
  return undefined;
}

const recordFacts = ({ stateRoot, baseFeePerGas, gasLimit, miner, logsBloom }: EvmRecord): Record<string, string> => ({
  stateRoot: to0x(stateRoot),
  baseFeePerGas: `${baseFeePerGas}`,
  gasLimit: `${gasLimit}`,
  miner: to0x(miner),
  logsBloom: to0x(logsBloom),
});

class RequestExecution {
  constructor(
    private readonly replay: RequestReplay,
    private readonly stored: StoredRequests,
    private readonly findings: Findings,
    /** App hash that InitChain gave. */
    private readonly genesisAppHash: Bytes,
    private readonly reference: ReferenceCheck | undefined,
  ) {}

  async execute(height: bigint): Promise<ExecutedHeight | undefined> {
    const { replay, stored, reference } = this;
    const found = stored.request(height);
    if (found === undefined) return undefined;
    const { request } = found;
    const problem = requestProblem(replay.chain, found);
    if (problem !== undefined) return this.#unfit(height, `does not follow on the blocks before it: ${problem}`);
    if (stored.isUnknownHash(request))
      return this.#unfit(height, `has the hash ${toUpperHex(request.hash)}, which no other record has`);
    const results = stored.results(height);
    reference?.expect(request.txs, results?.txResults);
    const executed = await this.#executed(request);
    if (executed instanceof HalleyError) return this.#unfit(height, `cannot be executed again: ${executed.message}`);
    const diverged = this.#divergence(request, results, executed);
    if (diverged !== undefined) return this.#unfit(height, diverged);
    this.#compare(request, results, executed);
    return { txs: request.txs.length, writes: executed.writes };
  }

  /** Executes a request. Returns the error for one that the application refuses. */
  async #executed(request: FinalizeBlockRequest): Promise<ExecutedRequest | HalleyError> {
    try {
      return await this.replay.execute(request);
    } catch (error) {
      if (error instanceof HalleyError) return error;
      throw error;
    }
  }

  /** Reports a request that ends the execution. That of the first block may be right, and the genesis wrong. */
  #unfit(height: bigint, how: string): undefined {
    const { initialHeight } = this.replay.chain;
    const isOfGenesis = height === initialHeight && this.#isOtherGenesis(initialHeight - 1n);
    if (isOfGenesis) this.findings.record(IDENTITY_KEY, `does not match the chain's first block, which ${how}`);
    else this.findings.record(blockKey(height), how);
  }

  #isOtherGenesis(height: bigint): boolean {
    const appHash = this.stored.appHash(height);
    return appHash !== undefined && !equalBytes(appHash, this.genesisAppHash);
  }

  /**
   * Returns the difference between the execution and the stored data. An app hash is stored in the results and in the
   * state.
   */
  #divergence(
    request: FinalizeBlockRequest,
    results: FinalizeBlockResponse | undefined,
    { response }: ExecutedRequest,
  ): string | undefined {
    const hashes = [results?.appHash, this.stored.appHash(request.height)].filter((hash) => hash !== undefined);
    const [first] = hashes;
    if (first === undefined || hashes.some((hash) => equalBytes(hash, response.appHash))) return undefined;
    const what = `gives the app hash ${toUpperHex(response.appHash)} when it is executed again, and ${toUpperHex(first)} is stored`;
    const index = this.stored.withoutPlace(request);
    if (index !== -1)
      return `${what}; transaction ${index} (${toUpperHex(txHash(request.txs[index] as Bytes))}) has no place in the store, so the block had another one`;
    const outcome = results && { ...results, appHash: response.appHash };
    const difference = outcome && storedResultsDifference(request.txs, request.height, outcome, response);
    return difference === undefined ? what : `${what}; ${difference}`;
  }

  /** Reports the differences in the records of the height. The rest of its records is compared as bytes. */
  #compare(
    { txs, height }: FinalizeBlockRequest,
    results: FinalizeBlockResponse | undefined,
    executed: ExecutedRequest,
  ): void {
    const { findings } = this;
    const inResults = results && storedResultsDifference(txs, height, results, executed.response);
    if (inResults !== undefined) findings.record(resultsKey(height), `${DIFFERS}: ${inResults}`);
    const record = this.stored.evmRecord(height);
    const inRecord = record && evmRecordDifference(record, executed.evm);
    if (inRecord !== undefined) findings.record(evmRecordKey(height), `${DIFFERS}: ${inRecord}`);
  }
}
