/**
 * Tests on a chain of their own, for vitest.
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
 * Each test file has its devnet, in its own process and without sockets; it starts when a fixture is first asked for.
 * `test.override({ devnetOptions: { validators: 7 } })` at the top of a file, or `provide: { devnetOptions }` in the
 * configuration, say how. With `globalSetup: 'halley-devnet/vitest/server'` there are servers too. A test that fails
 * prints what the node has told meanwhile.
 */
import { test as base } from 'vitest';
import type { Devnet, DevnetOptions, LogListener } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import { inTest } from './in_test.js';
import { begin, NodeLog, printed, tellRunning } from './node_log.js';
import { openServer, type Server, serverLog } from './server.js';
import { withLog } from './with_log.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** For every file that does not say otherwise, and for the servers of the global set-up. */
    devnetOptions?: DevnetOptions;
  }
}

export type { NodeLog } from './node_log.js';
export type { ServerRequest } from './request.js';
export type { Server } from './server.js';

/** Nothing of it is loaded for a file that does not ask for it. */
async function start(options: DevnetOptions, log: LogListener): Promise<Devnet> {
  const { createDevnet } = await import('../devnet/index.js');
  return createDevnet(withLog(options, log));
}

export const test = base
  /** How the file's devnet is started. */
  .extend('devnetOptions', { scope: 'file', injected: true }, {} as DevnetOptions)
  /** The file's devnet. What is done to it stays for the file's other tests. */
  .extend('chain', { scope: 'file' }, async ({ devnetOptions }, { onCleanup }): Promise<Devnet> => {
    const devnet = await start(devnetOptions, tellRunning(devnetOptions?.log));
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** What the node has told since the test began. */
  .extend('nodeLog', { auto: true }, ({ task, onTestFailed }, { onCleanup }): NodeLog => {
    const log = new NodeLog();
    if (task.concurrent !== true) {
      onCleanup(begin(log));
      const toldByServer = serverLog();
      onTestFailed(() => printed("the server's log", toldByServer()));
    }
    onTestFailed(async () => printed("the node's log", await log.text()));
    return log;
  })
  /** The same devnet; what happens to it from here to the end of the test is undone. A concurrent test has its own. */
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
  /** Its EIP-1193 provider. */
  .extend('provider', ({ devnet }) => devnet.provider)
  /** The file's server, of those that the global set-up has started. What is done to it ends with the file. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the text which fixtures this one needs
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }): Promise<Server> => {
    const server = openServer();
    onCleanup(await inTest(server));
    return server;
  })
  /** Where it listens; what happens to it from here to the end of the test is undone. */
  .extend('urls', async ({ server, task }, { onCleanup }) => {
    if (task.concurrent === true)
      throw new HalleyError(
        'conflict',
        'a concurrent test cannot have the server to itself: use the fixture "devnet", or run it in turn',
      );
    onCleanup(await inTest(server));
    return server.urls;
  });
