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

  constructor(private readonly application: Application) {}

  /** Checks the responses to new blocks from now on; `state` returns the state after the newest one. */
  checkBy(state: () => ChainState): void {
    this.#state = state;
  }

  info() {
    return asked('Info', undefined, () => this.application.info());
  }

  initChain(request: InitChainRequest) {
    return asked('InitChain', undefined, () => this.application.initChain(request), 'stopped');
  }

  /** Throws HalleyError `unavailable` when the application fails. */
  checkTx(request: CheckTxRequest) {
    return asked('CheckTx', undefined, () => this.application.checkTx(request));
  }

  prepareProposal(request: PrepareProposalRequest) {
    return asked('PrepareProposal', request.height, () => this.application.prepareProposal(request), 'stopped');
  }

  processProposal(request: ProcessProposalRequest) {
    return asked('ProcessProposal', request.height, () => this.application.processProposal(request), 'stopped');
  }

  extendVote(request: ExtendVoteRequest) {
    return asked('ExtendVote', request.height, () => this.application.extendVote(request), 'stopped');
  }

  verifyVoteExtension(request: VerifyVoteExtensionRequest) {
    const verify = () => this.application.verifyVoteExtension(request);
    return asked('VerifyVoteExtension', request.height, verify, 'stopped');
  }

  /** Throws HalleyError `stopped` for a response that no block can have. */
  async finalizeBlock(request: FinalizeBlockRequest) {
    const { height, txs } = request;
    this.#height = height;
    const response = await asked('FinalizeBlock', height, () => this.application.finalizeBlock(request), 'stopped');
    const problem = this.#state && responseProblem(this.#state(), { header: request, txs }, response);
    if (problem === undefined) return response;
    throw new HalleyError(
      'stopped',
      `the application answered FinalizeBlock at height ${height} with ${problem}: no block can have that`,
      { height },
    );
  }

  commit() {
    return asked('Commit', this.#height, () => this.application.commit(), 'stopped');
  }

  query(request: QueryRequest) {
    return asked('Query', undefined, () => this.application.query(request));
  }
}

/** Makes a call. Throws HalleyError `code`, whose text names the call, when the application fails. */
async function asked<T>(
  call: string,
  height: bigint | undefined,
  run: () => Promise<T>,
  code: 'stopped' | 'unavailable' = 'unavailable',
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const at = height === undefined ? '' : ` at height ${height}`;
    // The connection's own errors name call and height.
    const text = error instanceof HalleyError ? why : `the application failed during ${call}${at}: ${why}`;
    throw new HalleyError(code, text, { call, height }, { cause: error });
  }
}
