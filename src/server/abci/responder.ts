/**
 * Answers the requests of all connections of an engine. As in CometBFT's local client, calls wait for each other. Query,
 * Echo and Flush do not: Query sees only committed state, so it may run beside any call.
 */
import type { InfoRequest, ServedApplication } from '../../abci/application.js';
import { parseAppState } from '../../abci/wire/init_chain.js';
import type { AbciRequest } from '../../abci/wire/request.js';
import type { AbciResponse } from '../../abci/wire/response.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { OnCrash } from '../pipeline.js';
import { CallOrder } from './call_order.js';

/** Sender of a request. */
export interface Caller {
  readonly isClosed: boolean;
  /** Resolves when the caller has gone. */
  readonly closed: Promise<void>;
}

export interface ResponderOptions {
  readonly application: ServedApplication;
  /** Receives the first error after which the application cannot go on, and whose request failed. */
  readonly onFailure: (error: unknown, caller: Caller) => void;
  /** Receives a bug that was answered with an error of one request. */
  readonly onCrash: OnCrash;
}

const AT_ONCE: ReadonlySet<AbciRequest['type']> = new Set(['echo', 'flush', 'query']);

/** Calls that decide blocks. They come from one engine at a time. */
const OF_CONSENSUS: ReadonlySet<AbciRequest['type']> = new Set([
  'initChain',
  'prepareProposal',
  'processProposal',
  'extendVote',
  'verifyVoteExtension',
  'finalizeBlock',
  'commit',
]);

/** Most turns of the event loop in which the end of a connection is noticed. */
const TURNS_OF_AN_END = 20;

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const SECOND_ENGINE =
  'another engine drives this application: end that engine first, or run an application for each engine';

export const exception = (error: string): AbciResponse => ({ type: 'exception', value: { error } });

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class Responder {
  readonly #order: CallOrder;
  #tail: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  /** Connection that has made the newest call of consensus. */
  #driver: Caller | undefined;

  constructor(readonly options: ResponderOptions) {
    this.#order = new CallOrder(options.application);
  }

  /**
   * Answers a request. The promise never rejects: a response `exception` must end the connection. A call that has not
   * begun when its caller goes is dropped. While the connection that decides blocks is open, others may not.
   */
  answer(request: AbciRequest, caller: Caller): Promise<AbciResponse> {
    if (AT_ONCE.has(request.type)) return this.#perform(request, caller);
    const response = this.#tail.then(() =>
      caller.isClosed ? exception('the connection is closed') : this.#perform(request, caller),
    );
    this.#tail = response;
    return response;
  }

  /** Resolves when all calls that wait for each other have ended. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  async #perform(request: AbciRequest, caller: Caller): Promise<AbciResponse> {
    if (this.#failure !== undefined) return exception(textOf(this.#failure.error));
    try {
      if (OF_CONSENSUS.has(request.type)) {
        if (await this.#staysDrivenByOther(caller)) return exception(SECOND_ENGINE);
        if (this.#driver !== caller) this.#order.newEngine();
        this.#driver = caller;
      }
      const problem = await this.#order.problem(request);
      if (problem !== undefined) return refused(request, problem);
      const response = await performCall(this.options.application, request);
      this.#order.done(request);
      return response;
    } catch (error) {
      return this.#failed(request, error, caller);
    }
  }

  /** Leaves time to notice that the other engine has gone, because one that restarts connects at once. */
  async #staysDrivenByOther(caller: Caller): Promise<boolean> {
    for (let turn = 0; turn < TURNS_OF_AN_END && this.#isDrivenByOther(caller); turn++) await nextTurn();
    return this.#isDrivenByOther(caller);
  }

  #isDrivenByOther = (caller: Caller): boolean =>
    this.#driver !== undefined && this.#driver !== caller && !this.#driver.isClosed;

  #failed(request: AbciRequest, error: unknown, caller: Caller): AbciResponse {
    const isMistake = error instanceof HalleyError;
    const response = failedResponse(request, isMistake ? error.message : 'internal error');
    if (response !== undefined) {
      if (!isMistake) this.options.onCrash(`abci ${request.type}`, error);
      return response;
    }
    // An unsuitable engine must not end the application of another one.
    if (isUnsuitable(error) && this.#isDrivenByOther(caller)) return exception(textOf(error));
    if (this.#failure === undefined) {
      this.#failure = { error };
      this.options.onFailure(error, caller);
    }
    return exception(textOf(error));
  }
}

const FAILURE = { code: 1, codespace: 'halley', info: '' } as const;

/**
 * Returns the response to a request that failed with `log`: an error of CheckTx or Query, or no snapshot. Undefined
 * means that the engine cannot go on.
 */
function failedResponse({ type }: AbciRequest, log: string): AbciResponse | undefined {
  switch (type) {
    case 'checkTx': {
      const value = { ...FAILURE, log, data: EMPTY_BYTES, gasWanted: 0n, gasUsed: 0n, events: [] };
      return { type, value };
    }
    case 'query': {
      const value = { ...FAILURE, log, index: 0n, key: EMPTY_BYTES, value: EMPTY_BYTES, proofOps: [], height: 0n };
      return { type, value };
    }
    case 'listSnapshots':
      return { type, value: { snapshots: [] } };
    case 'loadSnapshotChunk':
      return { type, value: { chunk: EMPTY_BYTES } };
    default:
      return undefined;
  }
}

type RequestOf<T extends AbciRequest['type']> = Extract<AbciRequest, { type: T }>['value'];
type ResponseOf<T extends AbciResponse['type']> = Extract<AbciResponse, { type: T }>['value'];

type Calls = {
  readonly [T in AbciRequest['type']]: (app: ServedApplication, request: RequestOf<T>) => Promise<ResponseOf<T>>;
};

const ACCEPT = { status: 'accept' } as const;
const REJECT = { status: 'reject' } as const;

const ABCI_2_0 = /^2\.0\.\d+$/;

/** Returns false for a tool such as abci-cli, which asks by Info without the versions of an engine. */
const isEngine = ({ abciVersion, blockVersion, p2pVersion }: InfoRequest): boolean =>
  abciVersion !== '' || blockVersion !== 0n || p2pVersion !== 0n;

/** Throws HalleyError `invalid-config` unless the engine speaks ABCI 2.0. */
function checkEngine({ version, abciVersion }: InfoRequest): void {
  if (ABCI_2_0.test(abciVersion)) return;
  const spoken = abciVersion === '' ? 'does not say which ABCI it speaks' : `speaks ABCI "${abciVersion}"`;
  throw new HalleyError(
    'invalid-config',
    `the engine, version "${version}", ${spoken}, expected ABCI 2.0: run CometBFT 0.38, 0.39 or 0.40`,
    { version, abciVersion },
  );
}

/** Checks whether an error is that of `checkEngine`. */
const isUnsuitable = (error: unknown): boolean =>
  error instanceof HalleyError && error.code === 'invalid-config' && 'abciVersion' in error.facts;

const CALLS: Calls = {
  echo: async (_, request) => request,
  flush: async () => ({}),
  info: async (application, request) => {
    if (!isEngine(request)) return application.info();
    checkEngine(request);
    return application.info(request);
  },
  initChain: async (application, { appStateBytes, ...request }) => ({
    consensusParams: undefined,
    ...(await application.initChain({ ...request, appState: parseAppState(appStateBytes) })),
  }),
  query: (application, request) => application.query(request),
  checkTx: (application, request) => application.checkTx(request),
  commit: (application) => application.commit(),
  listSnapshots: async (application) => ({ snapshots: await application.listSnapshots() }),
  offerSnapshot: async (application, request) => ({ result: await application.offerSnapshot(request) }),
  loadSnapshotChunk: async (application, request) => ({ chunk: await application.loadSnapshotChunk(request) }),
  applySnapshotChunk: (application, request) => application.applySnapshotChunk(request),
  prepareProposal: (application, request) => application.prepareProposal(request),
  processProposal: async (application, request) =>
    (await application.processProposal(request)).accept ? ACCEPT : REJECT,
  extendVote: (application, request) => application.extendVote(request),
  verifyVoteExtension: async (application, request) =>
    (await application.verifyVoteExtension(request)).accept ? ACCEPT : REJECT,
  finalizeBlock: (application, request) => application.finalizeBlock(request),
};

/** Makes the call of a request. Rejects with the application's error, or HalleyError for an unsuitable engine. */
async function performCall(application: ServedApplication, { type, value }: AbciRequest): Promise<AbciResponse> {
  const perform = CALLS[type] as (application: ServedApplication, request: unknown) => Promise<unknown>;
  return { type, value: await perform(application, value) } as AbciResponse;
}

/** Refuses a call out of order. It ends the engine's connection, and changes nothing here. */
function refused(request: AbciRequest, problem: string): AbciResponse {
  const text = `ABCI call out of order: ${request.type}: ${problem}`;
  return failedResponse(request, text) ?? exception(text);
}
