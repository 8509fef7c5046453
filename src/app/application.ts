/**
 * Connects the replicated application to ABCI, with further methods for a process that contains it. Each operation has a
 * file of its own. ABCI calls arrive one at a time, as the protocol demands. EVM queries may run concurrently.
 */
import type {
  Application,
  CheckTxRequest,
  ExecTxResult,
  ExtendVoteRequest,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  InitChainRequest,
  InitChainResponse,
  PrepareProposalRequest,
  ProcessProposalRequest,
  QueryRequest,
  VerifyVoteExtensionRequest,
} from '../abci/application.js';
import { isPricesTx } from '../codec/cosmos/tx.js';
import { isDevTx } from '../codec/dev/dev_tx.js';
import { installFastCrypto } from '../crypto/install.js';
import { BlockYielding, runYielding } from '../evm/execution_guard.js';
import type { Execute, MachineRules } from '../evm/machine.js';
import { type MachineKind, Machines } from '../evm/machines.js';
import { type Account, EMPTY_ACCOUNT } from '../evm/state.js';
import type { Awaitable } from '../kernel/awaitable.js';
import { bytesOfText } from '../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../kernel/bytes.js';
import { HalleyError, invariant } from '../kernel/errors.js';
import type { FairScheduler } from '../kernel/fair_scheduler.js';
import { toHex } from '../kernel/hex.js';
import { finish, type Steps } from '../kernel/steps.js';
import type { UnixNanos } from '../kernel/time.js';
import type { WriteOp } from '../storage/store.js';
import type { ForkedRuns } from './block/block_run.js';
import { type AdmissionRules, checkTx } from './block/check_tx.js';
import { type DeliverTx, deliverTx } from './block/deliver_tx.js';
import { DEFAULT_FETCH_LIMITS, FetchBudget, type FetchLimits } from './block/fetch_budget.js';
import { fetchable } from './block/fetchable.js';
import { executeBlock } from './block/finalize_block.js';
import { type OpenBlock, openBlock } from './block/open_block.js';
import { PendingRun } from './block/pending_run.js';
import { prepareProposal } from './block/prepare_proposal.js';
import { acceptingProposal } from './block/process_proposal.js';
import { simulateTx } from './block/simulate_tx.js';
import { StagedHeight } from './block/staged_height.js';
import type { TransactionConsoleCalls } from './block/totals.js';
import { DECIDED_TRIES, unitsOn } from './block/unit.js';
import type { QueryLimits } from './calls/fork_runner.js';
import { DevTxPool } from './dev_txs/dev_tx_pool.js';
import { DEFAULT_QUERY_LIMITS, EvmQueries } from './evm_queries.js';
import { genesisHashOf, genesisValidators, hashOfGenesis, parseAppGenesis, writeAppGenesis } from './genesis.js';
import { BlockMachine } from './machine/block_machine.js';
import { MachinePool } from './machine/machine_pool.js';
import { MACHINE_RULES } from './machine/machine_rules.js';
import { MESSAGE_TYPES } from './modules/assembly.js';
import { acceptsExtension, acceptsPrices, makeExtension, pricesTxOf, readOracle } from './modules/oracle/prices.js';
import { QUERIES, query } from './queries/query.js';
import { readBlockRecord } from './sdk/block_record.js';
import { type ChainParams, codeSizeLimitOf, hardforkOf, readChainParams } from './sdk/chain_params.js';
import type { QueryServices } from './sdk/query/define_query.js';
import type { NodeFacts } from './sdk/query/node_facts.js';
import { fetching } from './state/remote/fetching.js';
import { isUnavailable, withRemote } from './state/remote/with_remote.js';
import type { AppState, Revert, SealedState, StateReader, WorkingState } from './state/types.js';
import { StateRanges } from './state_ranges.js';
import { Traces } from './traces/traces.js';
import { type EthereumTx, isRefusal } from './tx/tx.js';
import { TxReader, type WrapOutcome } from './tx/tx_reader.js';
import { checksumAddress } from './types/address.js';
import { APP_NAME, APP_PROTOCOL, APP_VERSION } from './types/version.js';
import { callOfWarmUp, creationOfWarmUp } from './warm_up.js';

export interface ApplicationOptions extends Partial<AdmissionRules>, Partial<QueryLimits> {
  readonly state: AppState;
  /** Selects the machine for blocks, calls and traces. */
  readonly machine?: MachineKind;
  /** Most transactions of a proposal, not counting dev transactions; 0, the default, is no limit. */
  readonly maxTransactions?: number;
  /** Seed of the chain, which a failure of the machine reports. */
  readonly seed?: string;
  /** Hash of the block below the first one, for the EVM. By default it is the hash of InitChain's request. */
  readonly genesisHash?: Bytes;
  /**
   * Shares the thread between callers. Without it `timeoutMs` has no effect, and a long call or block delays all others
   * until its gas is used up.
   */
  readonly scheduler?: FairScheduler;
  /** Fetch limits of a proposal on a forked chain. Without a scheduler, no time is limited. */
  readonly fetchLimits?: FetchLimits;
  /**
   * Returns the transactions of a committed block, for reads below a height that began with dev transactions. By
   * default there are none.
   */
  readonly txsAt?: (height: bigint) => readonly Bytes[];
  /**
   * Delivers the transactions of blocks in place of `deliverTx`, which it must call. It serves callers that verify each
   * transaction.
   */
  readonly deliver?: DeliverTx;
  /** Runs the transactions of blocks, calls and the first attempt of each estimate. By default their machine does. */
  readonly execute?: Execute;
  /** Identifies the validator of this process where a vote to extend does not name it. */
  readonly voter?: string;
  /** Returns what queries show of the node, and is called for every such query. Without it their paths are unknown. */
  readonly nodeFacts?: () => NodeFacts;
}

/** Loads the fast cryptography and creates an application. On a state with heights it continues from there. */
export async function createApplication(options: ApplicationOptions): Promise<HalleyApplication> {
  await installFastCrypto();
  return new HalleyApplication(options);
}

/** Returns the function that delivers transactions with `execute`; undefined without it. */
const watching = (execute: Execute | undefined): DeliverTx | undefined =>
  execute && ((bytes, run, reader) => deliverTx(bytes, { ...run, execute }, reader));

/** Returns a handler that returns `instead` for what the other chain's node did not answer. */
const unlessUnavailable =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (isUnavailable(error)) return instead();
    throw error;
  };

export class HalleyApplication implements Application {
  readonly evm: EvmQueries;
  /** Pending dev transactions. */
  readonly devTxs: DevTxPool;
  /** Replays committed blocks. */
  readonly traces: Traces;
  readonly ranges: StateRanges;
  readonly #state: AppState;
  readonly #reader = new TxReader(MESSAGE_TYPES, () => this.devTxs.authority);
  readonly #rules: AdmissionRules;
  readonly #machines: Machines<WorkingState>;
  readonly #machine: BlockMachine;
  /** Fork and precompiles of the machines; undefined before the first one. */
  #ruled: ChainParams | undefined;
  readonly #forkedRuns: ForkedRuns;
  readonly #queries: QueryServices;
  readonly #deliver: DeliverTx | undefined;
  #staged = StagedHeight.NONE;
  /** Console calls of the height that was executed last. */
  #consoleCalls: { readonly height: bigint; readonly consoleCalls: readonly TransactionConsoleCalls[] } | undefined;
  /** The next block, cached for the state on which it was opened. */
  #next: { readonly state: StateReader; readonly block: OpenBlock } | undefined;

  constructor(private readonly options: ApplicationOptions) {
    const { state, scheduler } = options;
    this.#state = state;
    const machines = new Machines(() => this.#machineRules, options.machine);
    this.#machines = machines;
    this.#machine = new BlockMachine(machines);
    this.#deliver = options.deliver ?? watching(options.execute);
    this.devTxs = new DevTxPool(state, options.txsAt ?? (() => []));
    this.#rules = { allowUnprotectedTxs: options.allowUnprotectedTxs ?? false, minTip: options.minTip ?? 0n };
    const { gasCap, timeoutMs = DEFAULT_QUERY_LIMITS.timeoutMs } = options;
    const pool = new MachinePool(machines, scheduler);
    this.#forkedRuns = { state, readers: this.#readers, pool };
    this.evm = new EvmQueries(state, this.devTxs, pool, { gasCap, timeoutMs }, options.execute);
    this.traces = new Traces(this.#forkedRuns);
    this.ranges = new StateRanges(state, scheduler);
    this.#queries = {
      paths: () => QUERIES.map(({ path }) => path),
      nodeFacts: options.nodeFacts,
      query: (request) => this.query(request),
      simulate: async (tx) =>
        withRemote(state.remote, async (through) =>
          simulateTx(tx, this.#nextBlock(), state.fork(through(this.devTxs.keep())), this.#reader, pool, timeoutMs),
        ),
    };
  }

  /** Parameters at the head, with dev changes applied. */
  get params(): ChainParams {
    return readChainParams(this.devTxs.latest);
  }

  /** The height that was executed last, until the next call; also the state of InitChain. */
  get staged(): StagedHeight {
    return this.#staged;
  }

  async info() {
    const height = this.#state.height;
    const started = height !== undefined && height >= this.params.initialHeight;
    return {
      data: APP_NAME,
      version: APP_VERSION,
      appVersion: APP_PROTOCOL,
      lastBlockHeight: started ? height : 0n,
      lastBlockAppHash: started ? this.#state.appHash(height) : EMPTY_BYTES,
    };
  }

  /**
   * Commits the genesis state at once, as a separate height. A chain that stopped before its first block calls
   * InitChain again with the same genesis, whose state exists then.
   */
  async initChain(request: InitChainRequest): Promise<InitChainResponse> {
    const hash = this.options.genesisHash ?? genesisHashOf(request);
    const { height } = this.#state;
    const genesis = parseAppGenesis(request);
    // If the consensus engine has no validators, it gets those in the application's part of the document.
    const validators = request.validators.length === 0 ? genesisValidators(genesis) : [];
    if (height !== undefined) {
      if (height === request.initialHeight - 1n && equalBytes(hashOfGenesis(this.#state.latest), hash))
        return { validators, appHash: this.#state.appHash(height) };
      throw new HalleyError(
        'invalid-argument',
        `InitChain needs an empty state, or one of the same genesis without blocks, got a state of height ${height}`,
        {
          height,
        },
      );
    }
    const working = this.#state.begin(request.initialHeight - 1n);
    writeAppGenesis(working, genesis, hash);
    const { writes, appHash } = this.#state.seal();
    this.#staged = new StagedHeight(writes);
    this.#state.commit();
    return { validators, appHash };
  }

  async checkTx(request: CheckTxRequest) {
    return withRemote(this.#state.remote, (through) => {
      const state = through(this.devTxs.latest);
      return checkTx(request, this.#reader, state, () => this.#state.fork(state), this.#nextBlock(), this.#rules);
    });
  }

  async prepareProposal(request: PrepareProposalRequest) {
    const { maxTransactions } = this.options;
    const prices = pricesTxOf(this.#state.latest, request.localLastCommit);
    const choose = (txs: readonly Bytes[]): readonly Bytes[] =>
      prepareProposal(txs, request.maxTxBytes, this.devTxs, this.#reader, this.#nextBlock(), maxTransactions, prices);
    if (this.#state.remote === undefined) return { txs: choose(request.txs) };
    const txs = await this.#reading(() => choose(request.txs)).catch(unlessUnavailable(() => choose([])));
    const devState = this.devTxs.keep();
    const { scheduler, fetchLimits = DEFAULT_FETCH_LIMITS } = this.options;
    const budget = new FetchBudget(fetchLimits, () => scheduler?.now() ?? 0);
    return { txs: await fetchable(txs, request, this.#state, devState, this.#reader, this.#machine.on, budget) };
  }

  async processProposal(request: ProcessProposalRequest) {
    const yielding = this.#newYielding();
    const accepting = () => runYielding(yielding, acceptingProposal(request, this.#state, this.#readers));
    return { accept: (await this.#reading(accepting)) && (await this.#acceptsPrices(request)) };
  }

  /** Returns whether the prices in an accepted proposal, where it has some, are those that validators signed. */
  async #acceptsPrices(request: ProcessProposalRequest): Promise<boolean> {
    const tx = request.txs.find(isPricesTx);
    const state = this.#state.latest;
    return tx === undefined || readOracle(state) === undefined || acceptsPrices(tx, state, request);
  }

  async extendVote({ height, validatorAddress }: ExtendVoteRequest) {
    const voter = validatorAddress === undefined ? (this.options.voter ?? '') : toHex(validatorAddress);
    return { voteExtension: await this.#reading(() => makeExtension(this.#state.latest, height, voter)) };
  }

  async verifyVoteExtension({ voteExtension }: VerifyVoteExtensionRequest) {
    return { accept: acceptsExtension(this.#state.latest, voteExtension) };
  }

  async finalizeBlock(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
    const working = this.#state.begin(request.height);
    const yielding = this.#newYielding();
    this.#machine.guard.set(yielding);
    const unit = unitsOn(this.#state, { tries: DECIDED_TRIES });
    const block = await executeBlock(request, working, this.#readers, this.#machine.on, unit, yielding, this.#deliver);
    const { evm, devTxs, executed, consoleCalls, ...response } = block;
    this.#consoleCalls = { height: request.height, consoleCalls };
    const { writes, appHash, stateRoot, accounts: changed } = await runYielding(yielding, this.#state.sealing());
    const accounts = await runYielding(yielding, bySender(changed));
    this.#staged = new StagedHeight(writes, { evm: { stateRoot, ...evm }, executed, accounts, devTxs });
    return { appHash, ...response };
  }

  async commit() {
    const { devTxs } = this.#staged;
    invariant(this.#staged !== StagedHeight.NONE, 'Commit without FinalizeBlock');
    this.#state.commit();
    this.#followRules();
    this.#staged = StagedHeight.NONE;
    this.devTxs.committed(devTxs);
    return { retainHeight: 0n };
  }

  async query(request: QueryRequest) {
    return query(request, this.#state, this.#queries);
  }

  /**
   * Returns those of the offered mempool transactions that a proposer would put into the next block now. Dev
   * transactions are not included.
   */
  choose(offered: readonly Bytes[], maxTxBytes: bigint): Awaitable<readonly Bytes[]> {
    return fetching(this.#state.remote, () =>
      prepareProposal(offered, maxTxBytes, this.devTxs, this.#reader, this.#nextBlock()).filter((tx) => !isDevTx(tx)),
    );
  }

  /** Begins a block on top of the head and the pending dev transactions, still without transactions. */
  beginPending(time: UnixNanos, coinbase: Bytes): Promise<PendingRun> {
    const base = this.devTxs.keep(this.#state.height);
    return PendingRun.begin(this.#forkedRuns, { base, time, coinbase });
  }

  /** Returns the console calls of the newest height's transactions. Returns nothing for any other height. */
  consoleCalls(height: bigint): readonly TransactionConsoleCalls[] {
    return this.#consoleCalls?.height === height ? this.#consoleCalls.consoleCalls : [];
  }

  /** Drops every height above `height`; the returned writes make that persistent. Allowed only between blocks. */
  revertTo(height: bigint): readonly WriteOp[] {
    const revert = finish(this.revertingTo(height));
    revert.apply();
    finish(revert.free());
    return revert.writes;
  }

  /** Prepares in steps what `revertTo` does. Only reads may run between the steps. */
  *revertingTo(height: bigint): Steps<Revert> {
    const revert = yield* this.#state.revertingTo(height);
    const apply = (): void => {
      this.#staged = StagedHeight.NONE;
      this.#consoleCalls = undefined;
      this.devTxs.forget();
      revert.apply();
      this.#followRules();
    };
    return { ...revert, apply };
  }

  /** Wraps a raw Ethereum transaction. Its sender is recovered here and cached. */
  wrap(raw: Bytes): WrapOutcome {
    return this.#reader.wrap(raw, this.params);
  }

  /** Returns the bytes that a block would hold for a broadcast transaction; see `TxReader.normalize`. */
  normalize(bytes: Bytes): WrapOutcome {
    return this.#reader.normalize(bytes, this.params);
  }

  /**
   * Returns the Ethereum transaction, with its sender, in bytes of a block or of the mempool. It is cached since its
   * admission. Returns undefined for other transactions.
   */
  transaction(tx: Bytes): EthereumTx | undefined {
    const known = this.#reader.read(tx, this.params);
    return isRefusal(known) || known.type === 'cosmos' ? undefined : known;
  }

  /**
   * Loads the machine and runs code on it, so that the first transaction does not wait for either. Resolves to the
   * results of the transactions, which nobody decides.
   */
  async warmUp(): Promise<readonly ExecTxResult[]> {
    await this.#machine.load();
    const { height, remote } = this.#state;
    if (height === undefined) return [];
    await callOfWarmUp(this.evm, height);
    // The remote of a fork is not asked for what no client needs.
    return remote === undefined ? creationOfWarmUp(this.#forkedRuns, (raw) => this.wrap(raw)) : [];
  }

  /** Lets a block run in slices, where the thread is shared. */
  #newYielding(): BlockYielding | undefined {
    const { scheduler } = this.options;
    return scheduler && new BlockYielding(scheduler);
  }

  async #reading<T>(read: () => Awaitable<T>): Promise<T> {
    return fetching(this.#state.remote, read);
  }

  /** Drops the machines after an upgrade or a proposal, or the revert of one, has changed their rules. */
  #followRules(): void {
    const params = readChainParams(this.#state.latest);
    if (this.#ruled === undefined || this.#ruled === params || hasSameRules(this.#ruled, params)) return;
    this.#machines.renew();
    this.#machine.renew();
    this.#forkedRuns.pool.renew();
  }

  /** Returns the rules of the chain's machines. */
  get #machineRules(): MachineRules<WorkingState> {
    const { seed } = this.options;
    const params = readChainParams(this.#state.latest);
    this.#ruled = params;
    const { inactivePrecompiles } = params;
    const natives =
      inactivePrecompiles.length === 0
        ? MACHINE_RULES.natives
        : MACHINE_RULES.natives.filter(({ address }) => !inactivePrecompiles.includes(checksumAddress(address)));
    return { ...MACHINE_RULES, natives, hardfork: hardforkOf(params), codeSizeLimit: codeSizeLimitOf(params), seed };
  }

  get #readers() {
    return { txs: this.#reader, devTxs: this.devTxs.reader };
  }

  /** Returns the next block, as far as it is known. Admission and proposals check transactions by its rules. */
  #nextBlock(): OpenBlock {
    const state = this.devTxs.latest;
    // A state with pending dev transactions changes in place, so it cannot identify the cached block.
    if (this.#next?.state !== state || this.devTxs.waiting.length > 0) {
      const { time, coinbase } = readBlockRecord(state);
      this.#next = { state, block: openBlock(state, time, coinbase) };
    }
    return this.#next.block;
  }
}

/** Returns whether two sets of parameters give machines the same rules. */
const hasSameRules = (a: ChainParams, b: ChainParams): boolean =>
  a.hardfork === b.hardfork && a.inactivePrecompiles.join() === b.inactivePrecompiles.join();

/** Accounts that a step spells. */
const ACCOUNTS_OF_STEP = 1_024;

/** Returns changed accounts by the sender that CheckTx names. */
function* bySender(changed: SealedState['accounts']): Steps<ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>();
  for (const [address, { account = EMPTY_ACCOUNT }] of changed) {
    accounts.set(toHex(bytesOfText(address)), account);
    if (accounts.size % ACCOUNTS_OF_STEP === 0) yield;
  }
  return accounts;
}
