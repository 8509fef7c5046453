/**
 * `halley-devnet/testing` gives the tests of a file a devnet of their own under node:test, Mocha or Jest.
 *
 * ```ts
 * import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
 * import { testDevnet } from 'halley-devnet/testing';
 *
 * describe('a chain', () => {
 *   const chain = testDevnet({ before, beforeEach, afterEach, after });
 *   it('mines', async () => {
 *     await chain.devnet.mine(); // undone after the test
 *   });
 * });
 * ```
 *
 * Mocha's hooks have the same names. Jest's are `beforeAll`, `beforeEach`, `afterEach` and `afterAll`.
 */
import { createDevnet, type Devnet, type DevnetOptions, type EvmProvider } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import { inTest } from './in_test.js';
import { begin, NodeLog, printed, reportRunning } from './node_log.js';
import { withLog } from './with_log.js';

export { type ScriptedPage, withWallet } from './with_wallet.js';

/** Function of a framework that registers a hook. The hook's `length` is 0, so that none waits for a callback. */
export type RegisterHook = (hook: (...context: unknown[]) => Promise<void>) => unknown;

/** Hooks of node:test and Mocha, or of Jest. */
export type TestHooks = { readonly beforeEach: RegisterHook; readonly afterEach: RegisterHook } & (
  | { readonly before: RegisterHook; readonly after: RegisterHook }
  | { readonly beforeAll: RegisterHook; readonly afterAll: RegisterHook }
);

/** Devnet of the tests of a `describe` block. */
export interface TestDevnet {
  /** Changes in a test are reverted after it. Changes in a later `before` hook stay for all tests of the block. */
  readonly devnet: Devnet;
  /** EIP-1193 provider of the devnet. */
  readonly provider: EvmProvider;
  /** Entries that the node has logged since the test began. */
  readonly nodeLog: NodeLog;
}

/**
 * Starts a devnet before the first test of a `describe` block, reverts it after each test, and closes it after the last.
 * A failed test prints what the node logged during it, except in Jest, which does not tell hooks whether a test failed.
 * Tests that run at the same time need devnets of their own.
 */
export function testDevnet(hooks: TestHooks, options: DevnetOptions = {}): TestDevnet {
  const { beforeEach, afterEach } = hooks;
  const [before, after] = 'before' in hooks ? [hooks.before, hooks.after] : [hooks.beforeAll, hooks.afterAll];
  let devnet: Devnet | undefined;
  let nodeLog = new NodeLog();
  /** Undo functions of the running test and of the tests around it, which node:test's subtests have. */
  const running: (() => Promise<void>)[] = [];
  const started = (): Devnet => {
    if (devnet !== undefined) return devnet;
    throw new HalleyError(
      'conflict',
      'the devnet of these tests is not running: call testDevnet in a describe block, and use the devnet in its tests and later hooks',
    );
  };
  before(async () => {
    devnet = await createDevnet(withLog(options, reportRunning(options.log)));
  });
  beforeEach(async () => {
    const revert = await inTest(started());
    if (running.length === 0) nodeLog = new NodeLog();
    const end = begin(nodeLog);
    running.push(() => revert().finally(end));
  });
  afterEach(async function (this: unknown, ...[context]: unknown[]) {
    if (hasFailed(this, context)) printed("the node's log", await nodeLog.text());
    await running.pop()?.();
  });
  after(async () => {
    await devnet?.close();
    devnet = undefined;
  });
  return {
    get devnet() {
      return started();
    },
    get provider() {
      return started().provider;
    },
    get nodeLog() {
      return nodeLog;
    },
  };
}

/** Returns whether the test of an `afterEach` hook has failed, where Mocha's `this` or node:test's context says so. */
function hasFailed(mocha: unknown, node: unknown): boolean {
  const { currentTest } = (mocha ?? {}) as { currentTest?: { state?: string } };
  const { error } = (node ?? {}) as { error?: unknown };
  return currentTest?.state === 'failed' || (error !== undefined && error !== null);
}
