/**
 * Runs vitest tests on a chain of their own.
 *
 * ```ts
 * import { test } from 'halley-devnet/vitest';
 *
 * test.beforeAll(async ({ chain }) => deploy(chain.provider));
 * test('counts', async ({ devnet }) => {
 *   await devnet.mine(); // undone after the test
 * });
 * ```
 *
 * Each test file has its devnet, in the process of the file and without sockets. It starts when a fixture is first
 * used. Its options come from `test.override({ devnetOptions: { validators: 7 } })` at the top of a file, or from
 * `provide: { devnetOptions }` in the configuration. With `globalSetup: 'halley-devnet/vitest/server'` there are
 * servers too. A test that fails prints what the node has logged during the test.
 */
import { test as base } from 'vitest';
import type { Devnet, DevnetOptions, Engine, EngineOptions, LogListener } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import { inTest } from './in_test.js';
import { begin, NodeLog, printed, reportRunning } from './node_log.js';
import { openServer, type Server, serverLog } from './server.js';
import { withLog } from './with_log.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Options of every file without its own, and of the servers of the global set-up. */
    devnetOptions?: DevnetOptions;
    /** Options of the engine of every file without its own. */
    engineOptions?: EngineOptions;
  }
}

export type { NodeLog } from './node_log.js';
export type { ServerRequest } from './request.js';
export type { Server } from './server.js';

/** Starts a devnet. Its code is loaded only for a file that uses it. */
async function start(options: DevnetOptions, log: LogListener): Promise<Devnet> {
  const { createDevnet } = await import('../devnet/index.js');
  return createDevnet(withLog(options, log));
}

export const test = base
  /** Options of the file's devnet. */
  .extend('devnetOptions', { scope: 'file', injected: true }, {} as DevnetOptions)
  /** The file's devnet. Changes to it stay for the file's other tests. */
  .extend('chain', { scope: 'file' }, async ({ devnetOptions }, { onCleanup }): Promise<Devnet> => {
    const devnet = await start(devnetOptions, reportRunning(devnetOptions?.log));
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** Entries that the node has logged since the test began. */
  .extend('nodeLog', { auto: true }, ({ task, onTestFailed }, { onCleanup }): NodeLog => {
    const log = new NodeLog();
    if (task.concurrent !== true) {
      onCleanup(begin(log));
      const receivedFromServer = serverLog();
      onTestFailed(() => printed("the server's log", receivedFromServer()));
    }
    onTestFailed(async () => printed("the node's log", await log.text()));
    return log;
  })
  /** The same devnet; changes to it are reverted after the test. A concurrent test has its own devnet. */
  .extend('devnet', async ({ chain, devnetOptions, nodeLog, task }, { onCleanup }): Promise<Devnet> => {
    if (task.concurrent !== true) {
      onCleanup(await inTest(chain));
      return chain;
    }
    const devnet = await start(devnetOptions, (entry) => {
      devnetOptions.log?.(entry);
      nodeLog.hear(entry);
    });
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** EIP-1193 provider of the devnet. */
  .extend('provider', ({ devnet }) => devnet.provider)
  /** Options of the file's engine: the simulated validators under another application. */
  .extend('engineOptions', { scope: 'file', injected: true }, undefined as EngineOptions | undefined)
  /** The file's engine. Changes to it stay for the file's other tests. */
  .extend('engine', { scope: 'file' }, async ({ engineOptions }, { onCleanup }): Promise<Engine> => {
    if (engineOptions === undefined)
      throw new HalleyError(
        'invalid-argument',
        'the fixture "engine" has no application: expected test.override({ engineOptions: { app } }) at the top of the file, or provide: { engineOptions } in the configuration',
      );
    const { createEngine } = await import('../devnet/index.js');
    const engine = await createEngine({ ...engineOptions, log: reportRunning(engineOptions.log) });
    onCleanup(() => engine.close());
    return engine;
  })
  /**
   * The file's server, one of those that the global set-up has started. Changes to it are reverted after the file.
   */
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the text which fixtures this one needs
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }): Promise<Server> => {
    const server = openServer();
    onCleanup(await inTest(server));
    return server;
  })
  /** URLs of the server; changes to it are reverted after the test. */
  .extend('urls', async ({ server, task }, { onCleanup }) => {
    if (task.concurrent === true)
      throw new HalleyError(
        'conflict',
        'a concurrent test cannot use the server alone: use the fixture "devnet", or run the test sequentially',
      );
    onCleanup(await inTest(server));
    return server.urls;
  });
