/**
 * Connects an engine to an application in another process, as CometBFT does: four connections, for consensus, mempool,
 * queries and snapshots (CometBFT proxy/multi_app_conn.go).
 */
import { connect, type Socket } from 'node:net';
import type {
  ApplySnapshotChunkRequest,
  CheckTxRequest,
  ExtendVoteRequest,
  FinalizeBlockRequest,
  InfoRequest,
  InitChainRequest,
  LoadSnapshotChunkRequest,
  OfferSnapshotRequest,
  PrepareProposalRequest,
  ProcessProposalRequest,
  QueryRequest,
  ServedApplication,
  VerifyVoteExtensionRequest,
} from '../../abci/application.js';
import { encodeAppState } from '../../abci/wire/init_chain.js';
import { HalleyError } from '../../kernel/errors.js';
import { quoted } from '../../kernel/text.js';
import { addressText, type ListenAddress, parseAddress } from '../../server/address.js';
import { type Schedule, timers } from '../backoff.js';
import {
  AbciConnection,
  type CallName,
  type CallSite,
  callError,
  type RequestOf,
  type ResponseOf,
  specName,
} from './abci_connection.js';
import type { AnswerLimits } from './answer_limits.js';

export interface ConnectApplicationOptions {
  /** Name of the flag that gave the address, for errors. The default is `--app`. */
  readonly flag?: string;
  /** Application in messages. The default is `the application`. */
  readonly name?: string;
  /** Versions that Info names. The default is CometBFT 0.38. */
  readonly engine?: InfoRequest;
  /** Longest time until the application listens and answers the first calls, in milliseconds. */
  readonly connectTimeMs?: number;
  /** Settles when the program has ended that was to listen. */
  readonly ended?: Promise<unknown>;
  readonly limits?: Partial<AnswerLimits>;
  readonly schedule?: Schedule;
  /** Receives a line about a call that takes long. */
  readonly onSlow?: (line: string) => void;
  /** Receives the error after which the application cannot be used, once. Calls fail with the same error. */
  readonly onFailure?: (error: HalleyError) => void;
}

/** Application behind connections that `close` ends. */
export interface RemoteApplication extends ServedApplication {
  /** Address as an engine's `proxy_app` takes it. */
  readonly address: string;
  close(): Promise<void>;
}

/** Versions of CometBFT 0.38, which speaks ABCI 2.0. */
const COMET_0_38: InfoRequest = { version: '0.38.25', blockVersion: 11n, p2pVersion: 8n, abciVersion: '2.0.0' };

const DEFAULT_LIMITS: AnswerLimits = { answerBytes: 104_857_600, answerTimeMs: 600_000, slowTimeMs: 10_000 };
const CONNECT_TIME_MS = 10_000;
/** Delay before another attempt to connect, in milliseconds. */
const RETRY_MS = 50;
/**
 * Time in which the connection with the reason of a failure may end after one without a call, in milliseconds: when a
 * process ends, its connections end in any order.
 */
const REASON_MS = 100;

type Kind = 'consensus' | 'mempool' | 'query' | 'snapshot';

const KIND_OF: Readonly<Record<Exclude<CallName, 'flush'>, Kind>> = {
  echo: 'query',
  info: 'query',
  query: 'query',
  checkTx: 'mempool',
  initChain: 'consensus',
  prepareProposal: 'consensus',
  processProposal: 'consensus',
  extendVote: 'consensus',
  verifyVoteExtension: 'consensus',
  finalizeBlock: 'consensus',
  commit: 'consensus',
  listSnapshots: 'snapshot',
  offerSnapshot: 'snapshot',
  loadSnapshotChunk: 'snapshot',
  applySnapshotChunk: 'snapshot',
};

const ECHO = 'halley';

const ignore = (): void => {};

/**
 * Connects to an application at `tcp://host:port`, `host:port` or `unix:///path`, and waits until it listens. Throws
 * HalleyError `unavailable` when it does not, and `invalid-config` for another address.
 */
export async function connectApplication(
  address: string,
  options: ConnectApplicationOptions = {},
): Promise<RemoteApplication> {
  const flag = options.flag ?? '--app';
  if (address.startsWith('grpc://'))
    throw new HalleyError(
      'invalid-config',
      `${flag} is ${quoted(address)}: ABCI over gRPC is not supported; start the application with --transport socket and give its tcp:// or unix:// address`,
    );
  const target = parseAddress(address, flag);
  const text =
    target.type === 'unix' ? address : `tcp://${addressText({ ...target, host: hostOf(target) }, undefined)}`;
  const sockets: Socket[] = [];
  const schedule = options.schedule ?? timers;
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    for (const socket of sockets) socket.destroy();
  };
  let isOpen = false;
  const cancel = schedule(options.connectTimeMs ?? CONNECT_TIME_MS, giveUp);
  void options.ended?.then(() => isOpen || giveUp());
  try {
    const open = async (): Promise<Socket> => {
      const socket = await dial(target, schedule, () => isLate);
      sockets.push(socket);
      return socket;
    };
    const application = new SocketApplication(text, [await open(), await open(), await open(), await open()], options);
    await application.echo();
    isOpen = true;
    return application;
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    if (error instanceof HalleyError && !isLate) throw error;
    const problem = sockets.length < 4 ? `nothing listens (${(error as Error).message})` : 'it did not answer Echo';
    throw new HalleyError(
      'unavailable',
      `no application answers at ${text}: ${problem}; start one that speaks ABCI 2.0 at this address, or change ${flag}`,
      { address: text, flag },
    );
  } finally {
    cancel();
  }
}

const hostOf = (address: Extract<ListenAddress, { type: 'tcp' }>): string => address.host ?? '127.0.0.1';

/** Opens a socket. Tries again until `isLate`, then throws the system's error. */
async function dial(address: ListenAddress, schedule: Schedule, isLate: () => boolean): Promise<Socket> {
  for (;;) {
    try {
      return await dialOnce(address);
    } catch (error) {
      if (isLate()) throw error;
      await new Promise<void>((resolve) => void schedule(RETRY_MS, resolve));
    }
  }
}

function dialOnce(address: ListenAddress): Promise<Socket> {
  const socket =
    address.type === 'unix'
      ? connect({ path: address.path })
      : connect({ port: address.port, host: hostOf(address), noDelay: true });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

type Sockets = readonly [Socket, Socket, Socket, Socket];

class SocketApplication implements RemoteApplication {
  readonly #connections: Readonly<Record<Kind, AbciConnection>>;
  readonly #closed: Promise<unknown>;
  /** Height of the last block that the application has executed, or of its state. */
  #height: bigint | undefined;
  #last: CallSite | undefined;
  /** Settles when a Commit that runs has been answered. */
  #committing: Promise<void> | undefined;
  #failure: HalleyError | undefined;
  #isUsed = false;
  readonly #name: string;

  constructor(
    readonly address: string,
    sockets: Sockets,
    private readonly options: ConnectApplicationOptions,
  ) {
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { name = 'the application' } = options;
    this.#name = name;
    const open = (socket: Socket, kind: Kind): AbciConnection =>
      new AbciConnection(socket, {
        name,
        limits,
        schedule: options.schedule ?? timers,
        onSlow: options.onSlow ?? ignore,
        // A transaction that is never checked does not hold up the blocks.
        givesUp: kind === 'mempool',
        onClose: () => this.#lost(kind),
        onFailure: (error) => this.#fail(error),
      });
    const [consensus, mempool, query, snapshot] = sockets;
    this.#connections = {
      consensus: open(consensus, 'consensus'),
      mempool: open(mempool, 'mempool'),
      query: open(query, 'query'),
      snapshot: open(snapshot, 'snapshot'),
    };
    this.#closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  /** Calls Echo on each connection. Throws HalleyError for a wrong answer. */
  async echo(): Promise<void> {
    const site = { name: 'Echo', height: undefined, text: 'Echo' };
    const echoes = Object.values(this.#connections).map((connection) =>
      connection.call('echo', { message: ECHO }, site),
    );
    for (const { message } of await Promise.all(echoes))
      if (message !== ECHO) throw callError(this.#name, 'remote-error', 'sent another text', { during: site });
    this.#isUsed = true;
  }

  async info(request = this.options.engine ?? COMET_0_38) {
    const answer = await this.#call('info', request);
    this.#height ??= answer.lastBlockHeight;
    return answer;
  }

  async initChain({ appState, ...request }: InitChainRequest) {
    const value = { ...request, appStateBytes: encodeAppState(appState) };
    const { consensusParams, ...answer } = await this.#call('initChain', value, request.initialHeight);
    return consensusParams === undefined ? answer : { ...answer, consensusParams };
  }

  /** Calls made in one turn are sent together. While Commit runs, none is sent, as under CometBFT. */
  checkTx(request: CheckTxRequest): Promise<ResponseOf<'checkTx'>> {
    if (this.#committing !== undefined) return this.#committing.then(() => this.checkTx(request));
    return this.#call('checkTx', request);
  }

  prepareProposal(request: PrepareProposalRequest) {
    return this.#call('prepareProposal', request, request.height);
  }

  async processProposal(request: ProcessProposalRequest) {
    const { status } = await this.#call('processProposal', request, request.height);
    return { accept: status === 'accept' };
  }

  extendVote(request: ExtendVoteRequest) {
    return this.#call('extendVote', request, request.height);
  }

  async verifyVoteExtension(request: VerifyVoteExtensionRequest) {
    const { status } = await this.#call('verifyVoteExtension', request, request.height);
    return { accept: status === 'accept' };
  }

  async finalizeBlock(request: FinalizeBlockRequest) {
    const answer = await this.#call('finalizeBlock', request, request.height);
    this.#height = request.height;
    return answer;
  }

  async commit() {
    const commit = this.#connections.mempool.idle().then(() => this.#call('commit', {}, this.#height));
    const ended = commit.then(ignore, ignore).then(() => {
      this.#committing = undefined;
    });
    this.#committing = ended;
    return commit;
  }

  query(request: QueryRequest) {
    return this.#call('query', request);
  }

  async listSnapshots() {
    return (await this.#call('listSnapshots', {})).snapshots;
  }

  async offerSnapshot(request: OfferSnapshotRequest) {
    return (await this.#call('offerSnapshot', request, request.snapshot.height)).result;
  }

  async loadSnapshotChunk(request: LoadSnapshotChunkRequest) {
    return (await this.#call('loadSnapshotChunk', request, request.height)).chunk;
  }

  applySnapshotChunk(request: ApplySnapshotChunkRequest) {
    return this.#call('applySnapshotChunk', request);
  }

  async close(): Promise<void> {
    this.#end(new HalleyError('unavailable', `the connection to the application at ${this.address} is closed`));
    await this.#closed;
  }

  #call<T extends Exclude<CallName, 'flush'>>(type: T, value: RequestOf<T>, height?: bigint): Promise<ResponseOf<T>> {
    this.#last = siteOf(type, height, this.#height);
    return this.#connections[KIND_OF[type]].call(type, value, this.#last);
  }

  /** Handles the end of a connection. One without a call leaves time to the others, which may know the reason. */
  #lost(kind: Kind): void {
    if (this.#failure !== undefined) return;
    const fail = (): void => {
      const during = Object.values(this.#connections).find(({ current }) => current !== undefined)?.current;
      this.#fail(callError(this.#name, 'unavailable', 'closed the connection', { during, after: this.#last }));
    };
    if (this.#connections[kind].current !== undefined) fail();
    else (this.options.schedule ?? timers)(REASON_MS, fail);
  }

  #fail(error: HalleyError): void {
    if (this.#failure !== undefined) return;
    this.#end(error);
    if (this.#isUsed) this.options.onFailure?.(error);
  }

  #end(error: HalleyError): void {
    this.#failure ??= error;
    for (const connection of Object.values(this.#connections)) connection.end(this.#failure);
  }
}

/** Describes a call by its own height, or by the height after which it is made. */
function siteOf(type: CallName, height: bigint | undefined, after: bigint | undefined): CallSite {
  const name = specName(type);
  if (height !== undefined) return { name, height, text: `${name} at height ${height}` };
  return { name, height: after, text: after === undefined ? name : `${name} after height ${after}` };
}
