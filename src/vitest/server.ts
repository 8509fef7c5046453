/**
 * Finds the server of a test file among those of the global set-up. There is one for each worker, and a worker runs one
 * file at a time.
 */
import { readFileSync, statSync } from 'node:fs';
import { inject } from 'vitest';
import type { DevnetAccount, NativeCurrency, Urls } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import type { Undoable } from './in_test.js';
import { requester, type ServerRequest } from './request.js';

/** Facts of a server that the global set-up has started. */
export interface ServerFacts {
  readonly chainId: string;
  /** Chain id of EIP-155. */
  readonly evmChainId: number;
  /** Coin that pays for gas. */
  readonly nativeCurrency: NativeCurrency;
  readonly urls: Urls;
  readonly accounts: readonly Pick<DevnetAccount, 'address' | 'privateKey'>[];
  /** Path of the server's log file. */
  readonly logFile: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    halleyServers?: readonly ServerFacts[];
  }
}

/** Devnet with open ports, in vitest's main process. */
export interface Server extends ServerFacts, Undoable<string> {
  /** Sends a request over EVM JSON-RPC. */
  readonly request: ServerRequest;
}

const workerNumber = (): number => Number(process.env['VITEST_POOL_ID']);

const ofThisWorker = (): ServerFacts | undefined => inject('halleyServers')?.[workerNumber() - 1];

/** Returns a function that returns what the server has logged since this call. */
export function serverLog(): () => string {
  const facts = ofThisWorker();
  if (facts === undefined) return () => '';
  const { size } = statSync(facts.logFile);
  return () => readFileSync(facts.logFile).subarray(size).toString().trimEnd();
}

/** Returns this worker's server. Throws HalleyError `unavailable` without the global set-up. */
export function openServer(): Server {
  const facts = ofThisWorker();
  if (facts === undefined) throw noServer(inject('halleyServers')?.length);
  const { evmHttp } = facts.urls;
  if (evmHttp === undefined)
    throw new HalleyError('unavailable', 'the server has no EVM JSON-RPC: set an address in devnetOptions.jsonRpc');
  const request = requester(evmHttp);
  return {
    ...facts,
    request,
    snapshot: async () => (await request('evm_snapshot')) as string,
    revert: async (id, options = {}) => (await request('evm_revert', id, options)) as boolean,
  };
}

const noServer = (started: number | undefined): HalleyError =>
  new HalleyError(
    'unavailable',
    started === undefined
      ? "no server is running: add globalSetup: 'halley-devnet/vitest/server' to the configuration"
      : `worker ${workerNumber()} has no server: ${started} were started, one for each worker`,
  );
