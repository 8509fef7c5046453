/** This remote of a forked chain answers what a test sets, and records what it is asked. */
import type { ForkedHistory } from '../../../src/backend/evm/snapshots.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { aBench, type Bench } from './fixture.js';

/** Number of the remote's block at which `aFork` begins. */
export const FORK_NUMBER = 1n;
export const FORK_HASH = `0x${'f1'.repeat(32)}`;
export const URL_LABEL = 'https://remote.example:8545';

type Answer = (...params: readonly unknown[]) => unknown;

export class LittleHistory implements ForkedHistory {
  readonly label = URL_LABEL;
  readonly blockNumber = FORK_NUMBER;
  readonly blockHash = fromHex(FORK_HASH);
  readonly chainId = 5n;
  readonly retries = 5;
  readonly retryBackoffMs = 1000;
  readonly timeoutMs = 45_000;
  /** Answers of the remote by method. Any other method has the result `remote`. */
  readonly answers = new Map<string, Answer>();
  readonly asked: (readonly [method: string, params: readonly unknown[]])[] = [];
  url = `${URL_LABEL}/key`;

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    this.asked.push([method, params]);
    const answer = this.answers.get(method);
    return answer === undefined ? 'remote' : answer(...params);
  }

  setUrl(url: string): void {
    this.url = url;
  }
}

/** Makes the error of a remote that answers with an error. */
export const remoteError = (code: number, message: string, data?: unknown): HalleyError =>
  new HalleyError('remote-error', `${URL_LABEL} answered with an error: ${message}`, { code, message, data });

/** Makes a node whose chain was forked at block 1: blocks 0 and 1 are the remote's, block 2 is its own. */
export function aFork(options: Parameters<typeof aBench>[0] = {}): Bench & { readonly history: LittleHistory } {
  const bench = aBench({ devMethods: true, namespaces: ['all'], ...options });
  const history = new LittleHistory();
  bench.chain.forked = history;
  return { ...bench, history };
}
