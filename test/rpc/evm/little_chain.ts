/**
 * This chain of a few hand-made blocks implements EvmBackend; tests can grow it and roll it back. It executes nothing:
 * calls answer what `outcomes` has for their input, and transactions do what a test specifies. It satisfies the
 * backend's contract all the same: `contract.ts` checks that, as for a real chain.
 */

import type { EvmSigner, StateAt } from '../../../src/backend/evm/accounts.js';
import type { EvmBlock, EvmBlockFees, EvmLog, EvmReceipt, EvmTransaction } from '../../../src/backend/evm/block.js';
import type { EvmEvent, EvmPendingState } from '../../../src/backend/evm/blocks.js';
import type {
  EvmChainFacts,
  EvmChannelEnd,
  EvmChannelTerms,
  EvmOpenedChannel,
  EvmRelayer,
} from '../../../src/backend/evm/chains.js';
import type { EvmBackend } from '../../../src/backend/evm/evm_backend.js';
import type {
  EvmCallOutcome,
  EvmCallRequest,
  EvmSimulationOutcome,
  EvmSimulationRequest,
  EvmTraceOptions,
  EvmTraceOutcome,
  StateOverrides,
} from '../../../src/backend/evm/execution.js';
import type { EvmAutomineSwitch, EvmInterval, EvmMiningRequest, EvmSteps } from '../../../src/backend/evm/mining.js';
import type { EvmForkConfig } from '../../../src/backend/evm/node.js';
import type { EvmPooled, SubmitOutcome } from '../../../src/backend/evm/pool.js';
import type {
  EvmAccountPageRequest,
  EvmPageRequest,
  EvmReorg,
  EvmSnapshot,
  ForkedHistory,
  ForkTarget,
  StateDumpRequest,
} from '../../../src/backend/evm/snapshots.js';

import { evmTransaction } from '../../../src/chain/evm/receipts.js';
import { blockFees } from '../../../src/chain/evm_chain.js';
import { CodecError } from '../../../src/codec/codec_error.js';
import type { UnsignedEthereumTx } from '../../../src/codec/ethereum/tx.js';
import { decodeEthereumTx, recoveryBit, signingHash } from '../../../src/codec/ethereum/tx.js';
import type { Message } from '../../../src/codec/protobuf/message.js';
import { recoverAddress } from '../../../src/crypto/secp256k1/index.js';
import { evmKeystore, signerOf } from '../../../src/devnet/backends/evm/accounts.js';

import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { aKeystore } from '../../support/keystore.js';
import { aBlock, aTransaction, baseFeeOf, CHAIN_ID, type Executed, type TxSpec, wallet } from './little_block.js';
import { ALICE, BLOCK_1_HASH, BLOCK_2_HASH, BOB, CONTRACT, COUNT_SELECTOR, EVENT_TOPIC, word } from './little_names.js';
import { LittleNetwork } from './little_network.js';
import { LittleState } from './little_state.js';

const VALIDATORS = 4;
/** Most blocks of one call. */
const MOST_BLOCKS = 100_000;

const hashOf = (number: bigint, fork = 0): string => to0x(keccak256(bigintToBytes(number * 100n + BigInt(fork), 16)));

const nodeAt = (index: number) => ({
  nodeId: new Uint8Array(20).fill(index),
  moniker: `node-${index}`,
  listenAddress: `tcp://127.0.0.1:${26_656 + index}`,
});

const refused = (log: string): SubmitOutcome => ({ type: 'refused', code: 1, codespace: 'sdk', log });

export class LittleChain implements EvmBackend {
  readonly chainId = CHAIN_ID;
  readonly order = 'fees';
  readonly safeDistance = 0n;
  firstHeight = 0n;
  isPruned = false;
  readonly blocks: EvmBlock[] = [];
  readonly knowsSources = () => false;
  readonly namesOf = () => undefined;
  readonly contractOf = async () => undefined;
  readonly addSources = async () => undefined;
  readonly coverage = async () => undefined;
  readonly gasReport = async () => undefined;
  readonly resetReports = () => false;
  readonly explainCall = async () => [];
  readonly explainTransaction = async () => [];
  readonly explainSimulation = async () => [];
  readonly openDebugSession = async () => undefined;
  readonly openDebugCall = async () => ({ id: '1', position: 0, steps: 0, sources: [] });
  readonly debugMove = async () => ({ position: 0, reason: 'end' }) as const;
  readonly debugView = async () => {
    throw new HalleyError('not-found', 'there is no debug session');
  };
  readonly debugLine = () => undefined;
  readonly closeDebugSession = () => false;
  /** Accounts after each block. */
  readonly #states: LittleState[] = [];
  readonly waiting: EvmTransaction[] = [];
  /** Effects of each pending transaction. */
  readonly #specs = new WeakMap<EvmTransaction, TxSpec>();
  /** Outcomes of calls by input. Any other call succeeds with no data. */
  readonly outcomes = new Map<string, EvmCallOutcome>([
    [COUNT_SELECTOR, { type: 'success', returnData: fromHex(word(1)), gasUsed: 23_000n }],
  ]);
  /** Receives the next transactions. */
  submit: (raw: Bytes) => Promise<SubmitOutcome> = async (raw) => this.#take(raw);
  /** Last call, as the backend received it. */
  asked:
    | {
        readonly request: EvmCallRequest;
        readonly at: StateAt;
        readonly state: StateOverrides | undefined;
        readonly block: unknown;
      }
    | undefined;
  bodiesRead = 0;
  logsRead = 0;
  #fork = 0;
  readonly #listeners = new Set<(event: EvmEvent) => void>();

  constructor() {
    this.blocks.push(aBlock(0n, hashOf(0n), `0x${'00'.repeat(32)}`, []));
    this.#states.push(LittleState.atGenesis());
    this.#append(BLOCK_1_HASH, [{ to: BOB }]);
    this.#append(BLOCK_2_HASH, [{ to: CONTRACT, tip: 125_000_000n, gasUsed: 30_000n, logs: [[EVENT_TOPIC]] }]);
  }

  /** Appends a block and notifies the listeners. */
  mine(...txs: readonly TxSpec[]): EvmBlock {
    return this.#publishBlock(this.#append(this.#nextHash(), txs));
  }

  /** Appends a block of the pending transactions and notifies the listeners. */
  minePending(): EvmBlock {
    const txs = this.#executing();
    this.waiting.length = 0;
    return this.#publishBlock(this.#appendExecuted(this.#nextHash(), txs));
  }

  readonly loadedStates: Bytes[] = [];

  async loadState(bytes: Bytes): Promise<void> {
    this.loadedStates.push(bytes);
  }

  async dumpState({ historicalStates, out }: StateDumpRequest): Promise<void> {
    await out.write(JSON.stringify(historicalStates ? '0x1f8b01' : '0x1f8b00'));
  }

  /** Adds a transaction to the mempool and notifies the listeners. */
  wait(spec: TxSpec): EvmTransaction {
    const tx = aTransaction(spec, this.nonce(fromHex(spec.from ?? ALICE), 'pending'));
    this.#specs.set(tx, spec);
    this.waiting.push(tx);
    this.#publish({ type: 'pendingTransaction', hash: tx.hash });
    return tx;
  }

  #reverts = 0;
  reverts = (): number => this.#reverts;
  /** Notifies the listeners, and removes the blocks above a height. The next blocks have other hashes. */
  revertTo(height: bigint): void {
    this.#reverts++;
    const removesBlocks = height < this.head();
    if (removesBlocks) this.#publish({ type: 'undoing', first: height + 1n, last: this.head() });
    this.blocks.length = Number(height) + 1;
    this.#states.length = this.blocks.length;
    this.#fork++;
    if (removesBlocks) this.#publish({ type: 'reverted', block: this.blocks.at(-1) as EvmBlock });
  }

  #executing = (): Executed[] => this.waiting.map((tx) => ({ tx, spec: this.#specs.get(tx) ?? {} }));

  get listeners(): number {
    return this.#listeners.size;
  }

  #nextHash = (): string => hashOf(BigInt(this.blocks.length), this.#fork);

  #append(hash: string, specs: readonly TxSpec[]): EvmBlock {
    const next = new Map<string, bigint>();
    const txs = specs.map((spec): Executed => {
      const from = spec.from ?? ALICE;
      const tx = aTransaction(spec, next.get(from) ?? this.nonce(fromHex(from), this.head()));
      next.set(from, tx.nonce + 1n);
      return { tx, spec };
    });
    return this.#appendExecuted(hash, txs);
  }

  #appendExecuted(hash: string, txs: readonly Executed[]): EvmBlock {
    const parent = this.blocks.at(-1) as EvmBlock;
    const block = aBlock(parent.number + 1n, hash, to0x(parent.hash), txs);
    this.#states.push((this.#states.at(-1) as LittleState).after(block, txs));
    this.blocks.push(block);
    const stale = this.waiting.filter(({ from, nonce }) => nonce < this.nonce(from, block.number));
    for (const tx of stale) this.waiting.splice(this.waiting.indexOf(tx), 1);
    return block;
  }

  #publishBlock(block: EvmBlock): EvmBlock {
    this.#publish({ type: 'block', block });
    return block;
  }

  #publish(event: EvmEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** Mines a transaction at once, as automine does. */
  #take(raw: Bytes): SubmitOutcome {
    try {
      const tx = decodeEthereumTx(raw);
      const yParity = recoveryBit(tx);
      const from = yParity === undefined ? undefined : recoverAddress(signingHash(tx), { r: tx.r, s: tx.s, yParity });
      if (from === undefined) return refused('invalid sender');
      const hash = keccak256(raw);
      this.#publishBlock(this.#appendExecuted(this.#nextHash(), [{ tx: evmTransaction(raw, from, hash), spec: {} }]));
      return { type: 'accepted', hash };
    } catch (error) {
      if (error instanceof CodecError) return refused(error.message);
      throw error;
    }
  }

  #at(at: StateAt): LittleState {
    return this.#states[at === 'pending' ? this.#states.length - 1 : Number(at)] as LittleState;
  }

  head = (): bigint => BigInt(this.blocks.length - 1);
  block = (height: bigint): EvmBlock | undefined => {
    this.bodiesRead++;
    return this.blocks[Number(height)];
  };
  fees = (height: bigint): EvmBlockFees | undefined => {
    const block = this.blocks[Number(height)];
    return block === undefined ? undefined : blockFees(block);
  };
  logs = (height: bigint): readonly EvmLog[] => {
    this.logsRead++;
    return this.blocks[Number(height)]?.receipts.flatMap(({ logs }) => logs) ?? [];
  };
  heightOfHash = (hash: Bytes): bigint | undefined =>
    this.blocks.find((block) => to0x(block.hash) === to0x(hash))?.number;
  receipt = (hash: Bytes): EvmReceipt | undefined =>
    this.blocks.flatMap((block) => block.receipts).find((receipt) => to0x(receipt.transaction.hash) === to0x(hash));
  transaction = (hash: Bytes): EvmTransaction | undefined =>
    this.receipt(hash)?.transaction ?? this.waiting.find((tx) => to0x(tx.hash) === to0x(hash));
  bloom = (height: bigint): Bytes => (this.blocks[Number(height)] as EvmBlock).logsBloom;
  pendingBlock = (): EvmBlock => {
    const parent = this.blocks.at(-1) as EvmBlock;
    return aBlock(parent.number + 1n, `0x${'00'.repeat(32)}`, to0x(parent.hash), this.#executing());
  };
  readPending = <T>(read: (state: EvmPendingState) => T): T => {
    const littleState = (this.#states.at(-1) as LittleState).after(this.pendingBlock(), this.#executing());
    return read({
      balance: (address) => littleState.balance(to0x(address)),
      code: (address) => littleState.code(to0x(address)),
      storage: (address, slot) => littleState.storage(to0x(address), slot),
    });
  };
  balance = (address: Bytes, at: bigint): bigint => this.#at(at).balance(to0x(address));
  nonce = (address: Bytes, at: StateAt): bigint => {
    const committed = this.#at(at).nonce(to0x(address));
    if (at !== 'pending') return committed;
    return committed + BigInt(this.waiting.filter((tx) => to0x(tx.from) === to0x(address)).length);
  };
  code = (address: Bytes, at: bigint): Bytes => this.#at(at).code(to0x(address));
  storage = (address: Bytes, slot: Bytes, at: bigint): Bytes => this.#at(at).storage(to0x(address), slot);
  proof = (address: Bytes, slots: readonly Bytes[], at: StateAt) => ({
    balance: this.#at(at).balance(to0x(address)),
    nonce: this.#at(at).nonce(to0x(address)),
    codeHash: keccak256(this.#at(at).code(to0x(address))),
    storageHash: keccak256(fromHex('0x80')),
    accountProof: [fromHex('0xc0')],
    storageProof: slots.map((slot) => {
      const value = this.#at(at).storage(to0x(address), slot);
      return { slot, value: value.subarray(value.findIndex((byte) => byte !== 0) >>> 0), proof: [fromHex('0xc0')] };
    }),
  });
  nextBaseFee = (height: bigint): bigint => baseFeeOf(height + 1n);
  minGasPrice = (): bigint => 1n;
  suggestedTip = (): bigint => 125_000_000n;
  call = async (
    request: EvmCallRequest,
    at: StateAt,
    state?: StateOverrides,
    block?: unknown,
  ): Promise<EvmCallOutcome> => {
    this.asked = { request, at, state, block };
    const { input } = request;
    return (
      this.outcomes.get(input === undefined ? '' : to0x(input)) ?? {
        type: 'success',
        returnData: EMPTY_BYTES,
        gasUsed: 21_000n,
      }
    );
  };
  estimateGas = async (request: EvmCallRequest, at: StateAt, state?: StateOverrides) => {
    const outcome = await this.call(request, at, state);
    return { outcome, gas: outcome.type === 'success' ? outcome.gasUsed : undefined };
  };
  createAccessList = async (request: EvmCallRequest, at: StateAt, state?: StateOverrides) => {
    const outcome = await this.call(request, at, state);
    if (outcome.type === 'refused') return outcome;
    return { type: 'listed' as const, accessList: request.accessList ?? [], outcome };
  };
  /** Requested simulations. */
  simulated: EvmSimulationRequest[] = [];
  simulation: EvmSimulationOutcome = { type: 'simulated', blocks: [] };
  simulate = async (request: EvmSimulationRequest): Promise<EvmSimulationOutcome> => {
    this.simulated.push(request);
    return this.simulation;
  };
  sendRaw = (raw: Bytes): Promise<SubmitOutcome> => this.submit(raw);
  accounts = (): readonly Bytes[] => [...wallet.addresses, ...this.#keystore.addresses];
  #impersonated = new Set<string>();
  #all = false;
  impersonate = async (account: Bytes): Promise<void> => void this.#impersonated.add(to0x(account));
  stopImpersonating = async (account: Bytes): Promise<boolean> => this.#impersonated.delete(to0x(account));
  impersonateAll = async (all: boolean): Promise<void> => {
    this.#all = all;
  };
  readonly #keystore = aKeystore();
  readonly #keys = evmKeystore(wallet, this.#keystore);
  importKey = this.#keys.importKey;
  newAccount = this.#keys.newAccount;
  unlock = this.#keys.unlock;
  lock = this.#keys.lock;
  recoverSigner = this.#keys.recoverSigner;
  signerWith = this.#keys.signerWith;
  isLocked = (account: Bytes): boolean => this.#keystore.has(account) && this.signer(account) === undefined;
  signer = (account: Bytes): EvmSigner | undefined => {
    const key = wallet.key(account) ?? this.#keystore.unlockedKey(account);
    return key && signerOf(key);
  };
  inOrder = <T>(_account: Bytes, work: () => Promise<T>): Promise<T> => work();
  inTurn = <T>(_client: string, work: () => Promise<T>): Promise<T> => work();
  signsFor = (account: Bytes): boolean =>
    this.signer(account) !== undefined || this.#all || this.#impersonated.has(to0x(account));
  send = (from: Bytes, { to, value }: UnsignedEthereumTx): Promise<SubmitOutcome> => {
    const spec = { from: to0x(from), to: to && to0x(to), value };
    return this.submit(aTransaction(spec, this.nonce(from, 'pending')).raw);
  };
  conflictingCommits = (): undefined => undefined;
  voteExtensions = (): undefined => undefined;
  /** Calls of `halley_setValidatorPower`. */
  powers: [number | Bytes, bigint][] = [];
  setValidatorPower = async (validator: number | Bytes, power: bigint): Promise<void> => {
    if (typeof validator === 'number' && validator >= VALIDATORS)
      throw new HalleyError('not-found', `no validator ${validator}`, { validator });
    if (power < 0n) throw new HalleyError('invalid-argument', `power ${power} is negative`, { power });
    this.powers.push([validator, power]);
    this.mine();
  };
  passProposal = async (proposal: bigint | readonly unknown[]) => {
    this.mine();
    const id = typeof proposal === 'bigint' ? proposal : 1n;
    return { id, status: 'PROPOSAL_STATUS_PASSED', failedReason: '' };
  };
  addValidator = async ({ power = 10n, name = 'validator-4' }: { power?: bigint; name?: string }) => {
    this.mine();
    const address = new Uint8Array(20);
    return { index: VALIDATORS, name, address, operator: undefined, power: 0n, tokens: power, jailed: false };
  };
  removeValidator = (validator: number | Bytes): Promise<void> => this.setValidatorPower(validator, 0n);
  validatorKeys = () => [];
  nextValidatorKey = () => {
    throw new HalleyError('unavailable', 'this chain has no validators of its own');
  };
  /** Dev transactions: the name of the message and its value. */
  devMessages: [string, unknown][] = [];
  acceptsDevTxs = (): boolean => this.isDevelopment;
  /** Whether the chain has a dev authority. */
  isDevelopment = true;
  sendDevTx = async <T>({ name, encode, decode }: Message<T>, value: T): Promise<void> => {
    this.devMessages.push([name, decode(encode(value))]);
  };
  /** Requests to mine. */
  mined: EvmMiningRequest[] = [];
  mineBlocks = async (request: EvmMiningRequest): Promise<bigint> => {
    const { blocks, timestamp } = request;
    if (!Number.isInteger(blocks) || blocks < 0 || blocks > MOST_BLOCKS)
      throw new HalleyError('invalid-argument', `${blocks} blocks cannot be mined`, { blocks });
    if (timestamp !== undefined && timestamp <= (this.blocks.at(-1) as EvmBlock).timestamp)
      throw new HalleyError('unavailable', `Timestamp ${timestamp} is not later`, { timestamp });
    this.mined.push(request);
    for (let made = 0; made < blocks; made++) this.minePending();
    return this.head();
  };
  drop = async (hash: Bytes): Promise<boolean> => {
    const at = this.waiting.findIndex((tx) => to0x(tx.hash) === to0x(hash));
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  };
  dropOf = async (sender: Bytes): Promise<void> => {
    this.waiting.splice(0, Infinity, ...this.waiting.filter(({ from }) => to0x(from) !== to0x(sender)));
  };
  dropAll = async (): Promise<void> => void this.waiting.splice(0);
  #automine = false;
  #interval: EvmInterval | undefined;
  isAutomine = (): boolean => this.#automine;
  interval = (): EvmInterval | undefined => this.#interval;
  setAutomine = async (on: boolean, { exclusiveModes }: EvmAutomineSwitch): Promise<void> => {
    this.#automine = on;
    if (on && exclusiveModes) this.#interval = undefined;
  };
  setInterval = async (interval: EvmInterval | undefined, exclusive: boolean): Promise<void> => {
    if (interval !== undefined && (interval.ms < 1 || (interval.maxMs ?? interval.ms) < interval.ms))
      throw new HalleyError('invalid-argument', `${interval.ms} ms is no interval`, { interval });
    if (exclusive) this.#automine = false;
    this.#interval = interval;
  };
  /** Results set for views. */
  answers: [Bytes, Bytes, bigint][] = [];
  setAnswer = async (contract: Bytes, query: Bytes, value: bigint): Promise<void> => {
    this.answers.push([contract, query, value]);
  };
  /** Calls of `halley_setMiningMode`. */
  miningModes: [string, Readonly<Record<string, unknown>>][] = [];
  setMiningMode = async (name: string, parameters: Readonly<Record<string, unknown>>): Promise<void> => {
    this.miningModes.push([name, parameters]);
  };
  /** Calls of `halley_step`. */
  steps: [string, number][] = [];
  step = async (unit: string, count: number): Promise<EvmSteps> => {
    this.steps.push([unit, count]);
    return { height: this.head() + 1n, round: count, step: 'Propose', count };
  };
  readonly networkControl = new LittleNetwork();

  /** Calls of the relayer. */
  relayed: [string, unknown?][] = [];
  relayer = (): EvmRelayer => {
    const note =
      (name: string) =>
      async (what?: unknown): Promise<void> =>
        void this.relayed.push(what === undefined ? [name] : [name, what]);
    return {
      start: note('start'),
      stop: note('stop'),
      settled: note('settled'),
      setDelay: note('setDelay'),
      drop: note('drop'),
      step: async () => 3,
      pending: () => [
        {
          kind: 'packet',
          chain: 'b-1',
          from: 'a-1',
          packet: { port: 'transfer', channel: 'channel-0', sequence: 7n },
          failure: undefined,
        },
        { kind: 'channel', chain: 'b-1', from: 'a-1', packet: undefined, failure: 'no such connection' },
      ],
    };
  };
  browserWallet = async (): Promise<never> => {
    throw new HalleyError('unavailable', 'this chain has no wallet');
  };
  listenToWallet = (): (() => void) => () => undefined;
  chains = (): readonly EvmChainFacts[] => [];
  openChannel = async (terms: EvmChannelTerms): Promise<EvmOpenedChannel> => {
    this.relayed.push(['open', terms]);
    const [a, b] = [terms.a, terms.b].map(({ chain, port = 'transfer' }) => ({ chain, port, channel: 'channel-0' }));
    return { a: a as EvmChannelEnd, b: b as EvmChannelEnd };
  };
  closeChannel = async (end: object): Promise<void> => void this.relayed.push(['close', end]);
  logging = true;
  setLogging = (enabled: boolean): void => {
    this.logging = enabled;
  };
  /** Options of the requested traces. */
  readonly traced: EvmTraceOptions[] = [];
  traceTransaction = async (hash: Bytes, options: EvmTraceOptions): Promise<EvmTraceOutcome | undefined> => {
    if (this.receipt(hash) === undefined) return undefined;
    return this.traceCall({}, this.head(), options);
  };
  traceCall = async (_request: EvmCallRequest, _at: StateAt, options: EvmTraceOptions): Promise<EvmTraceOutcome> => {
    this.traced.push(options);
    await options.out.write('{"gas":21000,"failed":false,"returnValue":"0x","structLogs":[]}');
    return { type: 'traced' };
  };
  traceCalls = async (calls: readonly unknown[], at: StateAt, options: EvmTraceOptions): Promise<EvmTraceOutcome> => {
    for (const _ of calls) await this.traceCall({}, at, options);
    return { type: 'traced' };
  };
  traceBlock = async (height: bigint, options: EvmTraceOptions): Promise<EvmTraceOutcome | undefined> => {
    const block = this.blocks[Number(height)];
    if (block === undefined || height === 0n) return undefined;
    this.traced.push(options);
    const entries = block.receipts.map(({ transaction, gasUsed }) => ({
      txHash: to0x(transaction.hash),
      result: { gas: Number(gasUsed), failed: false, returnValue: '0x', structLogs: [] },
    }));
    await options.out.write(JSON.stringify(entries));
    return { type: 'traced' };
  };
  intermediateRoots = async (height: bigint): Promise<readonly Bytes[] | undefined> => {
    const block = this.blocks[Number(height)];
    return height === 0n ? undefined : block?.transactions.map(({ hash }) => hash);
  };
  storageRange = async (height: bigint, _index: number, address: Bytes, request: EvmPageRequest) =>
    height === 0n ? undefined : this.#at(height - 1n).storageRange(to0x(address), request);
  accountRange = async (height: bigint, request: EvmAccountPageRequest) => this.#at(height).accountRange(request);
  /** Drops the console calls: nothing runs here. */
  logConsole = (): void => undefined;
  #snapshots: readonly EvmSnapshot[] = [];
  #nextSnapshot = 1;
  snapshots = () => this.#snapshots;
  snapshot = async (): Promise<number> => {
    const height = this.head();
    const { hash } = this.block(height) as EvmBlock;
    this.#snapshots = [...this.#snapshots, { id: this.#nextSnapshot, height, hash }];
    return this.#nextSnapshot++;
  };
  revert = async (id: bigint): Promise<boolean> => {
    const at = this.#snapshots.findIndex((snapshot) => BigInt(snapshot.id) === id);
    const snapshot = this.#snapshots[at];
    if (snapshot === undefined) return false;
    this.revertTo(snapshot.height);
    this.#snapshots = this.#snapshots.slice(0, at);
    return true;
  };
  /** Remote chain of tests of forking. */
  forked: ForkedHistory | undefined;

  get earlier(): ForkedHistory | undefined {
    return this.forked;
  }
  /** Targets of the resets to a fork. */
  readonly forkTargets: (ForkTarget | undefined)[] = [];
  resetFork = async (target: ForkTarget | undefined): Promise<void> => void this.forkTargets.push(target);
  reset = async (): Promise<void> => {
    this.revertTo(1n);
    this.waiting.length = 0;
    this.#snapshots = [];
  };
  rollback = async (depth: bigint): Promise<void> => {
    const height = this.head() - depth;
    if (height < 1n) throw new HalleyError('invalid-argument', `a rollback of ${depth} blocks is too deep`);
    this.revertTo(height);
    this.#snapshots = this.#snapshots.filter((snapshot) => snapshot.height <= height);
  };
  reorg = async ({ depth, txs }: EvmReorg): Promise<void> => {
    await this.rollback(depth);
    for (let block = 0; block < depth; block++) {
      for (const one of txs) if (one.block === block && one.tx instanceof Uint8Array) await this.submit(one.tx);
      this.minePending();
    }
  };
  instanceId = (): Bytes => new Uint8Array(32).fill(7);
  get genesisTime(): bigint {
    return (this.blocks[0] as EvmBlock).timestamp;
  }
  readonly hardfork = 'osaka';
  forkConfig = (): EvmForkConfig => ({
    forkId: fromHex('0x01020304'),
    precompiles: new Map([['ECREC', fromHex(`0x${'00'.repeat(19)}01`)]]),
    systemContracts: new Map(),
    blobFeeUpdateFraction: 5_007_716,
  });
  pooled = (): readonly EvmPooled[] => {
    const senders = new Map<string, EvmTransaction[]>();
    for (const tx of this.waiting) senders.set(to0x(tx.from), [...(senders.get(to0x(tx.from)) ?? []), tx]);
    return Array.from(senders, ([sender, pending]) => ({ sender: fromHex(sender), pending, queued: [] }));
  };
  pooledOf = (sender: Bytes): EvmPooled =>
    this.pooled().find((of) => to0x(of.sender) === to0x(sender)) ?? { sender, pending: [], queued: [] };
  pooledCounts = () => ({ pending: this.waiting.length, queued: 0 });
  /** Calls of the clock. */
  times: [string, bigint | undefined][] = [];
  increaseTime = async (seconds: bigint): Promise<bigint> => {
    this.times.push(['increase', seconds]);
    return seconds;
  };
  setTime = async (timestamp: bigint): Promise<bigint> => {
    const last = (this.blocks.at(-1) as EvmBlock).timestamp;
    if (timestamp < last) throw new HalleyError('unavailable', `Timestamp ${timestamp} is earlier`, { timestamp });
    this.times.push(['set', timestamp]);
    return timestamp - last;
  };
  setNextTime = async (timestamp: bigint): Promise<void> => {
    this.times.push(['next', timestamp]);
  };
  setTimeInterval = async (seconds: bigint | undefined): Promise<boolean> => {
    this.times.push(['interval', seconds]);
    return this.times.length > 1;
  };
  /** Calls that profile the process. */
  profiled: [string, ...unknown[]][] = [];
  #note =
    (name: string) =>
    async (...args: unknown[]): Promise<void> =>
      void this.profiled.push([name, ...args]);
  #gcPercent = 100;
  freeMemory = this.#note('freeMemory');
  setGcPercent = (percent: number): number => {
    const before = this.#gcPercent;
    this.#gcPercent = percent;
    return before;
  };
  memStats = async () => ({ Lookups: 0 });
  gcStats = async () => ({ NumGC: 0 });
  stacks = (): string => 'main thread [running]:';
  setBlockRate = (nanos: number): void => void this.profiled.push(['setBlockRate', nanos]);
  setMutexFraction = (oneIn: number): void => void this.profiled.push(['setMutexFraction', oneIn]);
  writeBlocks = this.#note('writeBlocks');
  writeMutexes = this.#note('writeMutexes');
  profileBlocks = this.#note('profileBlocks');
  profileMutexes = this.#note('profileMutexes');
  writeMemory = this.#note('writeMemory');
  startCpu = this.#note('startCpu');
  stopCpu = this.#note('stopCpu');
  profileCpu = this.#note('profileCpu');
  startTrace = this.#note('startTrace');
  stopTrace = this.#note('stopTrace');
  profileTrace = this.#note('profileTrace');
  peerCount = (): number => VALIDATORS - 1;
  readonly home = undefined;
  node = () => nodeAt(0);
  peers = () => Array.from({ length: VALIDATORS - 1 }, (_, i) => ({ ...nodeAt(i + 1), isOutbound: true }));
  /** No network is behind these blocks, so there is nothing to trace. */
  listenToTrace(_listener: (line: string) => void): () => void {
    return () => undefined;
  }

  async readRecord(): Promise<undefined> {}

  listen(listener: (event: EvmEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
