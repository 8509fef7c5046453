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
import { HalleyError } from '../../kernel/errors.js';

export class HostedApplication implements Application {
  /** The application writes its own state, so the batch of a height has nothing of it. */
  readonly staged = { writes: [] };
  #height = 0n;
  #state: (() => ChainState) | undefined;
  /** Calls without an answer, which `abandon` ends. */
  readonly #pending = new Set<() => void>();
  #isAbandoned = false;

  constructor(private readonly application: Application) {}

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
    this.#height = height;
    const response = await this.#asked(
      'FinalizeBlock',
      height,
      () => this.application.finalizeBlock(request),
      'stopped',
    );
    const problem = this.#state && responseProblem(this.#state(), { header: request, txs }, response);
    if (problem === undefined) return response;
    throw new HalleyError(
      'stopped',
      `the application answered FinalizeBlock at height ${height} with ${problem}: no block can have that`,
      { height },
    );
  }

  commit() {
    return this.#asked('Commit', this.#height, () => this.application.commit(), 'stopped');
  }

  query(request: QueryRequest) {
    return this.#asked('Query', undefined, () => this.application.query(request));
  }

  /** Makes a call. Throws HalleyError `code`, whose text names the call, when the application fails. */
  async #asked<T>(
    call: string,
    height: bigint | undefined,
    run: () => Promise<T>,
    code: 'stopped' | 'unavailable' = 'unavailable',
  ): Promise<T> {
    const at = height === undefined ? call : `${call} at height ${height}`;
    let end = (): void => undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        end = () => reject(new HalleyError('unavailable', `the engine was closed during ${at}`));
        this.#pending.add(end);
        if (this.#isAbandoned) end();
        else void Promise.resolve(run()).then(resolve, reject);
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // The connection's own errors name call and height.
      const text = error instanceof HalleyError ? why : `the application failed during ${at}: ${why}`;
      throw new HalleyError(code, text, { call, height }, { cause: error });
    } finally {
      this.#pending.delete(end);
    }
  }
}
