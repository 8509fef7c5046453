/** A small application of keys and values that records its calls. A transaction is `key=value`. */
import type {
  ApplySnapshotChunkRequest,
  CheckTxRequest,
  CheckTxResponse,
  ExecTxResult,
  ExtendVoteRequest,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  InfoRequest,
  InfoResponse,
  InitChainRequest,
  LoadSnapshotChunkRequest,
  OfferSnapshotRequest,
  PrepareProposalRequest,
  ProcessProposalRequest,
  QueryRequest,
  QueryResponse,
  ServedApplication,
  Snapshot,
  VerifyVoteExtensionRequest,
} from '../../../src/abci/application.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';

const isValid = (tx: Bytes): boolean => /^[a-z]+=[a-z0-9]*$/.test(fromUtf8(tx));

export interface StoredState {
  readonly height: bigint;
  readonly values: ReadonlyMap<string, string>;
}

type Call = Exclude<keyof ServedApplication, symbol>;

export class RecordingApplication implements ServedApplication {
  readonly calls: string[] = [];
  /** Promise that a call of that name awaits before it answers; it may throw. */
  readonly before: { [name in Call]?: () => Promise<void> | void } = {};
  initChainRequest: InitChainRequest | undefined;
  finalizeBlockRequest: FinalizeBlockRequest | undefined;
  /** Calls that run, other than queries, and the most that ran at once. */
  running = 0;
  mostRunning = 0;
  #staged: StoredState | undefined;

  constructor(public state: StoredState = { height: 0n, values: new Map() }) {}

  async info(request?: InfoRequest): Promise<InfoResponse> {
    if (request !== undefined) await this.#record('info', async () => undefined);
    const { height } = this.state;
    const lastBlockAppHash = height === 0n ? EMPTY_BYTES : this.#appHash(this.state);
    return { data: 'recording', version: '1', appVersion: 1n, lastBlockHeight: height, lastBlockAppHash };
  }

  initChain(request: InitChainRequest) {
    return this.#record('initChain', async () => {
      this.initChainRequest = request;
      return { validators: [], appHash: this.#appHash(this.state) };
    });
  }

  checkTx(request: CheckTxRequest): Promise<CheckTxResponse> {
    return this.#record('checkTx', async () => {
      const code = isValid(request.tx) ? 0 : 7;
      const log = code === 0 ? '' : 'expected key=value';
      return { ...this.#result(code, log), codespace: code === 0 ? '' : 'recording' };
    });
  }

  prepareProposal(request: PrepareProposalRequest) {
    return this.#record('prepareProposal', async () => ({ txs: request.txs }));
  }

  processProposal(request: ProcessProposalRequest) {
    return this.#record('processProposal', async () => ({ accept: request.txs.every(isValid) }));
  }

  /** Extends a vote with the height and the transactions of its block. */
  extendVote({ height, txs }: ExtendVoteRequest) {
    const voteExtension = utf8([height, ...txs.map(fromUtf8)].join());
    return this.#record('extendVote', async () => ({ voteExtension }));
  }

  verifyVoteExtension({ height, voteExtension }: VerifyVoteExtensionRequest) {
    const accept = fromUtf8(voteExtension).split(',')[0] === `${height}`;
    return this.#record('verifyVoteExtension', async () => ({ accept }));
  }

  finalizeBlock(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
    return this.#record('finalizeBlock', async () => {
      this.finalizeBlockRequest = request;
      const values = new Map(this.state.values);
      for (const tx of request.txs) {
        const [key, value] = fromUtf8(tx).split('=') as [string, string];
        values.set(key, value);
      }
      this.#staged = { height: request.height, values };
      const txResults = request.txs.map(() => this.#result(0, ''));
      return { events: [], txResults, validatorUpdates: [], appHash: this.#appHash(this.#staged) };
    });
  }

  commit() {
    return this.#record('commit', async () => {
      if (this.#staged !== undefined) this.state = this.#staged;
      this.#staged = undefined;
      return { retainHeight: 0n };
    });
  }

  async query({ path, data }: QueryRequest): Promise<QueryResponse> {
    this.calls.push('query');
    await this.before.query?.();
    const { height, values } = this.state;
    const value = utf8(values.get(fromUtf8(data)) ?? '');
    return { code: 0, log: path, info: '', index: 0n, key: data, value, proofOps: [], height, codespace: '' };
  }

  listSnapshots(): Promise<readonly Snapshot[]> {
    const snapshot = { height: 3n, format: 1, chunks: 1, hash: utf8('hash'), metadata: EMPTY_BYTES };
    return this.#record('listSnapshots', async () => [snapshot]);
  }

  offerSnapshot(_: OfferSnapshotRequest) {
    return this.#record('offerSnapshot', async () => 'reject-format' as const);
  }

  loadSnapshotChunk({ chunk }: LoadSnapshotChunkRequest): Promise<Bytes> {
    return this.#record('loadSnapshotChunk', async () => utf8(`chunk ${chunk}`));
  }

  applySnapshotChunk({ index, sender }: ApplySnapshotChunkRequest) {
    const response = { result: 'retry' as const, refetchChunks: [index], rejectSenders: [sender] };
    return this.#record('applySnapshotChunk', async () => response);
  }

  async #record<T>(name: Call, answer: () => Promise<T>): Promise<T> {
    this.calls.push(name);
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      await this.before[name]?.();
      return await answer();
    } finally {
      this.running -= 1;
    }
  }

  #result(code: number, log: string): ExecTxResult {
    return { code, data: EMPTY_BYTES, log, info: '', gasWanted: 1n, gasUsed: 1n, events: [], codespace: '' };
  }

  #appHash({ height, values }: StoredState): Bytes {
    return sha256(utf8(JSON.stringify([height.toString(), [...values].sort()])));
  }
}
