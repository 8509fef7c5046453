/** Lets another program's application be that of a chain: what goes wrong in it names the call and the height. */
import type {
  Application,
  CheckTxRequest,
  ExtendVoteRequest,
  FinalizeBlockRequest,
  InitChainRequest,
  PrepareProposalRequest,
  ProcessProposalRequest,
  QueryRequest,
  VerifyVoteExtensionRequest,
} from '../../abci/application.js';
import { type ChainState, responseProblem } from '../../consensus/types/chain_state.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type ErrorCode, HalleyError } from '../../kernel/errors.js';
import { monotonicMs } from '../platform.js';

/** Supervisor of applications that run as programs. */
export interface Supervisor {
  /** Resolves to true when an application was started again in place of one that has failed. */
  restartFailed(): Promise<boolean>;
  /** Resolves to a clause that says how the program has ended; empty when it runs. */
  explain(): Promise<string>;
}

export class HostedApplication implements Application {
  /** The application writes its own state, so the batch of a height has nothing of it. */
  readonly staged = { writes: [] };
  /** Time that the application has spent on blocks, in milliseconds. */
  executedMs = 0;
  /** Newest block that was executed, the application that did, and the app hash after it. */
  #executed: { readonly block: FinalizeBlockRequest; readonly by: Application; readonly appHash: Bytes } | undefined;
  /** Height of an application that was started again. */
  #heightAtStart = 0n;
  #held: Promise<void> | undefined;
  #state: (() => ChainState) | undefined;
  /** Calls without an answer, which `abandon` ends. */
  readonly #pending = new Set<() => void>();
  #isAbandoned = false;

  constructor(
    private application: Application,
    private readonly supervisor?: Supervisor,
  ) {}

  /** Block that the application may have committed although the chain does not know it yet. */
  get executed(): { readonly height: bigint; readonly appHash: Bytes } | undefined {
    return this.#executed && { height: this.#executed.block.height, appHash: this.#executed.appHash };
  }

  /** Lets calls wait until the returned function gives the application that answers them, and its height. */
  hold(): (application: Application, height: bigint) => void {
    let go = (): void => undefined;
    this.#held = new Promise((resolve) => {
      go = resolve;
    });
    return (application, height) => {
      this.application = application;
      this.#heightAtStart = height;
      this.#held = undefined;
      go();
    };
  }

  /** Checks the responses to new blocks from now on; `state` returns the state after the newest one. */
  checkBy(state: () => ChainState): void {
    this.#state = state;
  }

  /** Lets calls without an answer fail now, and all later ones. */
  abandon(): void {
    this.#isAbandoned = true;
    for (const end of this.#pending) end();
  }

  info() {
    return this.#asked('Info', undefined, () => this.application.info());
  }

  initChain(request: InitChainRequest) {
    return this.#asked('InitChain', undefined, () => this.application.initChain(request), 'stopped');
  }

  /** Throws HalleyError `unavailable` when the application fails. */
  checkTx(request: CheckTxRequest) {
    return this.#asked('CheckTx', undefined, () => this.application.checkTx(request));
  }

  prepareProposal(request: PrepareProposalRequest) {
    return this.#asked('PrepareProposal', request.height, () => this.application.prepareProposal(request), 'stopped');
  }

  processProposal(request: ProcessProposalRequest) {
    return this.#asked('ProcessProposal', request.height, () => this.application.processProposal(request), 'stopped');
  }

  extendVote(request: ExtendVoteRequest) {
    return this.#asked('ExtendVote', request.height, () => this.application.extendVote(request), 'stopped');
  }

  verifyVoteExtension(request: VerifyVoteExtensionRequest) {
    const verify = () => this.application.verifyVoteExtension(request);
    return this.#asked('VerifyVoteExtension', request.height, verify, 'stopped');
  }

  /** Throws HalleyError `stopped` for a response that no block can have. */
  async finalizeBlock(request: FinalizeBlockRequest) {
    const { height, txs } = request;
    const begun = monotonicMs();
    const response = await this.#asked(
      'FinalizeBlock',
      height,
      () => this.application.finalizeBlock(request),
      'stopped',
    );
    this.executedMs += monotonicMs() - begun;
    this.#executed = { block: request, by: this.application, appHash: response.appHash };
    const problem = this.#state && responseProblem(this.#state(), { header: request, txs }, response);
    if (problem === undefined) return response;
    throw new HalleyError(
      'stopped',
      `the application answered FinalizeBlock at height ${height} with ${problem}: no block can have that`,
      { height },
    );
  }

  async commit() {
    const begun = monotonicMs();
    const response = await this.#asked('Commit', this.#executed?.block.height, () => this.#commit(), 'stopped');
    this.executedMs += monotonicMs() - begun;
    return response;
  }

  /** Commits. An application that was started again since FinalizeBlock has committed the block, or executes it again. */
  async #commit() {
    const { block, by } = this.#executed ?? {};
    if (block !== undefined && by !== this.application) {
      if (this.#heightAtStart >= block.height) return { retainHeight: 0n };
      await this.application.finalizeBlock(block);
    }
    return this.application.commit();
  }

  query(request: QueryRequest) {
    return this.#asked('Query', undefined, () => this.application.query(request));
  }

  /**
   * Makes a call, and once more when the application was started again. Throws HalleyError `code`, whose text names the
   * call, when the application fails.
   */
  async #asked<T>(
    call: string,
    height: bigint | undefined,
    run: () => Promise<T>,
    code: 'stopped' | 'unavailable' = 'unavailable',
  ): Promise<T> {
    try {
      return await this.#answered(call, height, run);
    } catch (error) {
      const mayRepeat = code === 'stopped' && !this.#isAbandoned;
      if (mayRepeat && (await this.supervisor?.restartFailed())) return this.#answered(call, height, run);
      throw await this.#failure(error, call, height, code);
    }
  }

  async #failure(error: unknown, call: string, height: bigint | undefined, code: ErrorCode): Promise<HalleyError> {
    const why = error instanceof Error ? error.message : String(error);
    // The connection's own errors name call and height.
    const text = error instanceof HalleyError ? why : `the application failed during ${at(call, height)}: ${why}`;
    const end = this.#isAbandoned ? '' : ((await this.supervisor?.explain()) ?? '');
    return new HalleyError(code, `${text}${end}`, { call, height }, { cause: error });
  }

  /** Makes a call when none is held. Throws the application's error, or HalleyError when the engine closes. */
  async #answered<T>(call: string, height: bigint | undefined, run: () => Promise<T>): Promise<T> {
    let end = (): void => undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        end = () => reject(new HalleyError('unavailable', `the engine was closed during ${at(call, height)}`));
        this.#pending.add(end);
        if (this.#isAbandoned) end();
        else void this.#whenFree(run).then(resolve, reject);
      });
    } finally {
      this.#pending.delete(end);
    }
  }

  /** Makes a call when none is held, and again when its application was ended to start again. */
  async #whenFree<T>(run: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined) await this.#held;
    const { application } = this;
    try {
      return await run();
    } catch (error) {
      if (this.#held === undefined && application === this.application) throw error;
    }
    return this.#whenFree(run);
  }
}

const at = (call: string, height: bigint | undefined): string =>
  height === undefined ? call : `${call} at height ${height}`;
