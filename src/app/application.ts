/**
 * Connects the replicated application to ABCI, with further methods for a process that contains it. This file only
 * connects: each operation has a file of its own. ABCI calls arrive one at a time, as the protocol demands. EVM queries
 * may run concurrently.
 */
import type {
  Application,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  InitChainRequest,
  InitChainResponse,
} from '../abci/application.js';
import type { ExecutedTx } from '../codec/cosmos/executed_tx.js';
import { isDevTx } from '../codec/dev/dev_tx.js';
import { installFastCrypto } from '../crypto/install.js';
import { type Account, EMPTY_ACCOUNT } from '../evm/account.js';
import { BlockYielding, ExecutionGuard, runYielding } from '../evm/execution_guard.js';
import type { Machine, MachineRules } from '../evm/machine.js';
import { type MachineKind, Machines } from '../evm/machines.js';
import type { Awaitable } from '../kernel/awaitable.js';
import { bytesOfText } from '../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../kernel/bytes.js';
import { HalleyError, invariant } from '../kernel/errors.js';
import type { FairScheduler } from '../kernel/fair_scheduler.js';
import { toHex } from '../kernel/hex.js';
import { finish, type Steps } from '../kernel/steps.js';
import type { UnixNanos } from '../kernel/time.js';
import type { WriteOp } from '../storage/store.js';
import { type AdmissionRules, checkTx } from './block/check_tx.js';
import type { DeliverTx } from './block/deliver_tx.js';
import type { EvmRecord } from './block/evm_record.js';
import { DEFAULT_FETCH_LIMITS, FetchBudget, type FetchLimits } from './block/fetch_budget.js';
import { fetchable } from './block/fetchable.js';
import { executeBlock } from './block/finalize_block.js';
import { type OpenBlock, openBlock } from './block/open_block.js';
import { PendingRun } from './block/pending_run.js';
import { prepareProposal } from './block/prepare_proposal.js';
import { acceptingProposal } from './block/process_proposal.js';
import { simulateTx } from './block/simulate_tx.js';
import type { TransactionConsoleCalls } from './block/totals.js';
import { DECIDED_TRIES, unitsOn } from './block/unit.js';
import type { QueryLimits } from './calls/fork_runner.js';
import type { DevTx } from './dev_txs/dev_tx_decoder.js';
import { DevTxPool } from './dev_txs/dev_tx_pool.js';
import { createEvmQueries, DEFAULT_QUERY_LIMITS, type EvmQueries } from './evm_queries.js';
import { genesisHashOf, genesisValidators, hashOfGenesis, parseAppGenesis, writeAppGenesis } from './genesis.js';
import { MachinePool } from './machine/machine_pool.js';
import { MACHINE_RULES } from './machine/machine_rules.js';
import { MESSAGE_TYPES } from './modules/message_types.js';
import { query } from './queries/query.js';
import { readBlockRecord } from './sdk/block_record.js';
import { type ChainParams, codeSizeLimitOf, hardforkOf, readChainParams } from './sdk/chain_params.js';
import type { QueryServices } from './sdk/query/handler.js';
import type { NodeFacts } from './sdk/query/node_facts.js';
import { fetching } from './state/remote/fetching.js';
import { isUnavailable, withRemote } from './state/remote/with_remote.js';
import type { AppState, Revert, SealedState, StateReader, WorkingState } from './state/types.js';

import { createStateRanges, type StateRanges } from './state_ranges.js';
import { createTraces, type Traces } from './traces/traces.js';
import { type EthereumTx, isRefusal } from './tx/tx.js';
import { TxReader, type WrapOutcome } from './tx/tx_reader.js';
import { APP_NAME, APP_PROTOCOL, APP_VERSION } from './types/version.js';
import { callOfWarmUp } from './warm_up.js';

export interface HalleyApplication extends Application {
  /**
   * Returns the state's part of the height's single batch, after InitChain or FinalizeBlock and until the next call.
   */
  stagedWrites(): readonly WriteOp[];
  /** Returns what the EVM JSON-RPC shows of the height, after FinalizeBlock. */
  stagedEvmRecord(): EvmRecord;
  /** Returns each account that the height changes, after FinalizeBlock, by the sender that CheckTx names. */
  stagedAccounts(): ReadonlyMap<string, Account>;
  /** Returns the height's Ethereum transactions, after FinalizeBlock. */
  stagedExecuted(): readonly ExecutedTx[];
  /** Replays committed blocks. */
  readonly traces: Traces;
  /** Reads accounts and storage page by page. */
  readonly ranges: StateRanges;
  /**
   * Returns those of the offered mempool transactions that a proposer would put into the next block now. Dev
   * transactions are not included.
   */
  choose(offered: readonly Bytes[], maxTxBytes: bigint): Awaitable<readonly Bytes[]>;
  /** Begins a block on top of the head and the pending dev transactions, still without transactions. */
  beginPending(time: UnixNanos, coinbase: Bytes): Promise<PendingRun>;
  /** Returns the console calls of the newest height's transactions. Returns nothing for any other height. */
  consoleCalls(height: bigint): readonly TransactionConsoleCalls[];
  /** Drops every height above `height`; the returned writes make that persistent. Allowed only between blocks. */
  revertTo(height: bigint): readonly WriteOp[];
  /** Prepares in steps what `revertTo` does. Only reads may run between the steps. */
  revertingTo(height: bigint): Steps<Revert>;
  readonly evm: EvmQueries;
  /** Pending dev transactions. */
  readonly devTxs: DevTxPool;
  /** Parameters at the head, with dev changes applied. */
  readonly params: ChainParams;
  /** Wraps a raw Ethereum transaction. Its sender is recovered here and cached. */
  wrap(raw: Bytes): WrapOutcome;
  /** Returns the bytes that a block would hold for a broadcast transaction; see `TxReader.normalize`. */
  normalize(bytes: Bytes): WrapOutcome;
  /**
   * Returns the Ethereum transaction, with its sender, in bytes of a block or of the mempool. It is cached since its
   * admission. Returns undefined for other transactions.
   */
  transaction(tx: Bytes): EthereumTx | undefined;
  /** Loads the machine, so that the first transaction does not wait for it. */
  warmUp(): Promise<void>;
}

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
  /** Limits of what a proposal on a forked chain fetches. Without a scheduler, no time is limited. */
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
  /** Returns what queries show of the node, and is called for every such query. Without it their paths are unknown. */
  readonly nodeFacts?: () => NodeFacts;
}

/** Loads the fast cryptography and creates an application. On a state with heights it continues from there. */
export async function createApplication(options: ApplicationOptions): Promise<HalleyApplication> {
  await installFastCrypto();
  return new ReplicatedApplication(options);
}

/** Returns a handler that returns `instead` for what the other chain's node did not answer. */
const unlessUnavailable =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (isUnavailable(error)) return instead();
    throw error;
  };

class ReplicatedApplication implements HalleyApplication {
  readonly evm: EvmQueries;
  readonly devTxs: DevTxPool;
  readonly traces: Traces;
  readonly ranges: StateRanges;
  readonly #state: AppState;
  readonly #reader = new TxReader(MESSAGE_TYPES, () => this.devTxs.authority);
  readonly #rules: AdmissionRules;
  readonly #machines: Machines<WorkingState>;
  /** Lends machines for everything except blocks. */
  readonly #pool: MachinePool;
  /** Guards the machine of blocks. */
  readonly #guard = new ExecutionGuard();
  readonly #machineFor = (state: WorkingState) => this.#machineOn(state);
  #machine: Machine<WorkingState> | undefined;
  #attached: WorkingState | undefined;
  #sealed: SealedState | undefined;
  #evmRecord: EvmRecord | undefined;
  #executed: readonly ExecutedTx[] = [];
  /** Accounts that the sealed height changes, by sender. */
  #changed: ReadonlyMap<string, Account> = new Map();
  readonly #queries: QueryServices;
  /** Next block for the state on which it was opened. */
  #next: { readonly state: StateReader; readonly block: OpenBlock } | undefined;
  /** Dev transactions that lead the sealed height. */
  #run: readonly DevTx[] = [];
  /** Console calls of the height that was executed last. */
  #consoleCalls: { readonly height: bigint; readonly consoleCalls: readonly TransactionConsoleCalls[] } | undefined;

  constructor(private readonly options: ApplicationOptions) {
    const { state, scheduler } = options;
    this.#state = state;
    this.#machines = new Machines(() => this.#machineRules, options.machine);
    this.devTxs = new DevTxPool(state, options.txsAt ?? (() => []));
    this.#rules = { allowUnprotectedTxs: options.allowUnprotectedTxs ?? false, minTip: options.minTip ?? 0n };
    const limits = {
      gasCap: options.gasCap,
      timeoutMs: options.timeoutMs ?? DEFAULT_QUERY_LIMITS.timeoutMs,
    };
    this.#pool = new MachinePool(this.#machines, scheduler);
    const pool = this.#pool;
    const { timeoutMs } = limits;
    this.evm = createEvmQueries(state, this.devTxs, pool, limits);
    this.traces = createTraces({ state, readers: this.#readers, pool });
    this.ranges = createStateRanges(state, scheduler);
    this.#queries = {
      nodeFacts: options.nodeFacts,
      simulate: async (tx) =>
        withRemote(state.remote, (through) =>
          simulateTx(tx, {
            fork: () => state.fork(through(this.devTxs.keep())),
            reader: this.#reader,
            pool,
            timeoutMs,
            next: this.#nextBlock(),
          }),
        ),
    };
  }

  get params(): ChainParams {
    return readChainParams(this.devTxs.latest);
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
    this.#sealed = this.#state.seal();
    this.#state.commit();
    return { validators, appHash: this.#sealed.appHash };
  }

  async checkTx(request: Parameters<Application['checkTx']>[0]) {
    return withRemote(this.#state.remote, (through) => {
      const state = through(this.devTxs.latest);
      return checkTx(request, {
        reader: this.#reader,
        state,
        fork: () => this.#state.fork(state),
        next: this.#nextBlock(),
        rules: this.#rules,
      });
    });
  }

  async prepareProposal(request: Parameters<Application['prepareProposal']>[0]) {
    const { maxTransactions } = this.options;
    const choose = (txs: readonly Bytes[]): readonly Bytes[] =>
      prepareProposal({ ...request, txs }, this.devTxs, this.#reader, this.#nextBlock(), maxTransactions);
    if (this.#state.remote === undefined) return { txs: choose(request.txs) };
    const txs = await this.#reading(() => choose(request.txs)).catch(unlessUnavailable(() => choose([])));
    const devState = this.devTxs.keep();
    const { scheduler, fetchLimits = DEFAULT_FETCH_LIMITS } = this.options;
    const budget = new FetchBudget(fetchLimits, () => scheduler?.now() ?? 0);
    return { txs: await fetchable(txs, request, this.#state, devState, this.#reader, this.#machineFor, budget) };
  }

  async processProposal(request: Parameters<Application['processProposal']>[0]) {
    const yielding = this.#newYielding();
    const accepting = () => runYielding(yielding, acceptingProposal(request, this.#state, this.#readers));
    return { accept: await this.#reading(accepting) };
  }

  async finalizeBlock(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
    const working = this.#state.begin(request.height);
    const { deliver } = this.options;
    const yielding = this.#newYielding();
    this.#guard.set(yielding);
    const unit = unitsOn(this.#state, { tries: DECIDED_TRIES });
    const block = await executeBlock(request, working, this.#readers, this.#machineFor, unit, yielding, deliver);
    const { evm, devTxs, executed, consoleCalls, ...response } = block;
    this.#run = devTxs;
    this.#consoleCalls = { height: request.height, consoleCalls };
    this.#sealed = await runYielding(yielding, this.#state.sealing());
    this.#changed = await runYielding(yielding, bySender(this.#sealed.accounts));
    this.#evmRecord = { stateRoot: this.#sealed.stateRoot, ...evm };
    this.#executed = executed;
    return { appHash: this.#sealed.appHash, ...response };
  }

  async commit() {
    invariant(this.#sealed !== undefined, 'Commit without FinalizeBlock');
    this.#state.commit();
    this.#sealed = undefined;
    this.#evmRecord = undefined;
    this.#executed = [];
    this.#changed = new Map();
    this.devTxs.committed(this.#run);
    this.#run = [];
    return { retainHeight: 0n };
  }

  async query(request: Parameters<Application['query']>[0]) {
    return query(request, this.#state, this.#queries);
  }

  stagedWrites(): readonly WriteOp[] {
    return this.#sealed?.writes ?? [];
  }

  stagedEvmRecord(): EvmRecord {
    invariant(this.#evmRecord !== undefined, 'no height is staged');
    return this.#evmRecord;
  }

  stagedExecuted(): readonly ExecutedTx[] {
    return this.#executed;
  }

  stagedAccounts(): ReadonlyMap<string, Account> {
    return this.#changed;
  }

  choose(offered: readonly Bytes[], maxTxBytes: bigint): Awaitable<readonly Bytes[]> {
    const request = { txs: offered, maxTxBytes };
    return fetching(this.#state.remote, () =>
      prepareProposal(request, this.devTxs, this.#reader, this.#nextBlock()).filter((tx) => !isDevTx(tx)),
    );
  }

  beginPending(time: UnixNanos, coinbase: Bytes): Promise<PendingRun> {
    const base = this.devTxs.keep(this.#state.height);
    return PendingRun.begin({ state: this.#state, reader: this.#reader, pool: this.#pool }, { base, time, coinbase });
  }

  consoleCalls(height: bigint): readonly TransactionConsoleCalls[] {
    return this.#consoleCalls?.height === height ? this.#consoleCalls.consoleCalls : [];
  }

  revertTo(height: bigint): readonly WriteOp[] {
    const revert = finish(this.revertingTo(height));
    revert.apply();
    finish(revert.free());
    return revert.writes;
  }

  *revertingTo(height: bigint): Steps<Revert> {
    const revert = yield* this.#state.revertingTo(height);
    const apply = (): void => {
      this.#sealed = undefined;
      this.#consoleCalls = undefined;
      this.#evmRecord = undefined;
      this.#executed = [];
      this.#run = [];
      this.devTxs.forget();
      revert.apply();
    };
    return { ...revert, apply };
  }

  wrap(raw: Bytes): WrapOutcome {
    return this.#reader.wrap(raw, this.params);
  }

  normalize(bytes: Bytes): WrapOutcome {
    return this.#reader.normalize(bytes, this.params);
  }

  transaction(tx: Bytes): EthereumTx | undefined {
    const known = this.#reader.read(tx, this.params);
    return isRefusal(known) || known.type === 'cosmos' ? undefined : known;
  }

  async warmUp(): Promise<void> {
    const machine = await this.#machines.create(this.#guard);
    // A block executed meanwhile has created its own machine, and may be using it.
    this.#machine ??= machine;
    const { height } = this.#state;
    if (height !== undefined) await callOfWarmUp(this.evm, height);
  }

  /** Lets a block run in slices, where the thread is shared. */
  #newYielding(): BlockYielding | undefined {
    const { scheduler } = this.options;
    return scheduler && new BlockYielding(scheduler);
  }

  async #reading<T>(read: () => Awaitable<T>): Promise<T> {
    return fetching(this.#state.remote, read);
  }

  /** Returns the rules of the chain's machines, which never change during the life of the chain. */
  get #machineRules(): MachineRules<WorkingState> {
    const { seed } = this.options;
    const params = readChainParams(this.#state.latest);
    const chosen = { hardfork: hardforkOf(params), codeSizeLimit: codeSizeLimitOf(params) };
    return { ...MACHINE_RULES, ...chosen, ...(seed !== undefined && { seed }) };
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

  /** Returns the machine of blocks, with `state` attached. */
  #machineOn(state: WorkingState): Machine<WorkingState> | Promise<Machine<WorkingState>> {
    const machine = this.#machine;
    if (machine === undefined || machine.broken) return this.#newMachineOn(state);
    if (this.#attached !== state) machine.attach(state);
    this.#attached = state;
    return machine;
  }

  async #newMachineOn(state: WorkingState): Promise<Machine<WorkingState>> {
    this.#machine = await this.#machines.create(this.#guard);
    this.#attached = undefined;
    return this.#machineOn(state);
  }
}

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
