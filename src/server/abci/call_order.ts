/**
 * Checks the order of an engine's calls: InitChain before the first block, then FinalizeBlock and Commit of each height.
 * An engine that restarts may repeat what was not committed.
 */
import type { Application } from '../../abci/application.js';
import type { AbciRequest } from '../../abci/wire/request.js';

export class CallOrder {
  /** Whether the application is known to have a state. */
  #isInitialised = false;
  /** Height of the first block, known from InitChain on. */
  #initialHeight: bigint | undefined;
  /** Whether a block is between FinalizeBlock and Commit. */
  #isFinalized = false;

  constructor(readonly application: Application) {}

  /** Returns what is wrong with a call at this time. */
  async problem(request: AbciRequest): Promise<string | undefined> {
    switch (request.type) {
      case 'initChain':
        return this.#initChainProblem();
      case 'checkTx':
        return this.#isInitialised || (await this.#nextHeight()) !== undefined ? undefined : NOT_INITIALISED;
      case 'prepareProposal':
      case 'processProposal':
      case 'extendVote':
      case 'verifyVoteExtension':
      case 'finalizeBlock':
        return this.#heightProblem(request.value.height);
      case 'commit':
        return this.#isFinalized ? undefined : 'FinalizeBlock has not been called before it';
      default:
        return undefined;
    }
  }

  /** Expects the calls of another engine, which must repeat a block that was not committed. */
  newEngine(): void {
    this.#isFinalized = false;
  }

  /** Records a call that the application has answered. */
  done(request: AbciRequest): void {
    if (request.type === 'initChain') {
      const { initialHeight } = request.value;
      this.#initialHeight = initialHeight > 0n ? initialHeight : 1n;
    } else if (request.type === 'finalizeBlock') this.#isFinalized = true;
    else if (request.type === 'commit') this.#isFinalized = false;
    else if (request.type === 'checkTx') this.#isInitialised = true;
  }

  async #initChainProblem(): Promise<string | undefined> {
    const { lastBlockHeight } = await this.application.info();
    return lastBlockHeight > 0n ? `the application has committed height ${lastBlockHeight} already` : undefined;
  }

  async #heightProblem(height: bigint): Promise<string | undefined> {
    const next = await this.#nextHeight();
    if (next === undefined) return NOT_INITIALISED;
    return height === next ? undefined : `it is for height ${height}, but the application's next height is ${next}`;
  }

  /** Returns undefined before InitChain. */
  async #nextHeight(): Promise<bigint | undefined> {
    const { lastBlockHeight } = await this.application.info();
    return lastBlockHeight > 0n ? lastBlockHeight + 1n : this.#initialHeight;
  }
}

const NOT_INITIALISED = 'InitChain has not been called before it';
