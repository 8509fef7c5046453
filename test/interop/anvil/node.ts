/**
 * Runs Anvil as a child process (`npm ci --prefix bench`). If the binary is missing, the tests that need it are skipped
 * with a message; with CI=true they fail instead.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/ports.js';
import { until } from '../peers/cometbft.js';

const PACKAGE = `@foundry-rs/anvil-${process.platform}-${process.arch.replace('x64', 'amd64')}`;
/** Path of the binary. The package's own `anvil` is a script beside it that does not forward signals. */
export const ANVIL_BINARY = fileURLToPath(new URL(`../../../bench/node_modules/${PACKAGE}/bin/anvil`, import.meta.url));

/** Whether the tests that need Anvil are skipped; a message is printed. */
export const anvilIsAbsent = !existsSync(ANVIL_BINARY) && process.env['CI'] !== 'true';
if (anvilIsAbsent) console.warn('Anvil is not installed (npm ci --prefix bench): its tests are skipped');

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Json = any;

/** Requests a result. Rejects with the node's error. */
export type Ask = (method: string, ...params: readonly unknown[]) => Promise<Json>;

export class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data: unknown,
  ) {
    super(message);
  }
}

export const asker = (url: string): Ask => {
  let id = 0;
  return async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await answer.json()) as { result: Json; error?: Json };
    if (error !== undefined) throw new RpcError(error.message, error.code, error.data);
    return result;
  };
};

export interface AnvilProcess {
  readonly ask: Ask;
  readonly url: string;
  stop(): Promise<void>;
}

export async function startAnvil(...flags: readonly string[]): Promise<AnvilProcess> {
  const port = await freePort();
  const child = spawn(ANVIL_BINARY, ['--silent', '--port', String(port), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = asker(url);
  await until(`Anvil answers ${complaint}`, () => {
    if (child.exitCode !== null) throw new Error(`Anvil ended with ${child.exitCode}: ${complaint}`);
    return ask('eth_chainId').then(
      () => true,
      () => false,
    );
  });
  return {
    ask,
    url,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
