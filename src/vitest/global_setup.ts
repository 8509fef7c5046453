/**
 * Implements a global set-up for vitest, `globalSetup: 'halley-devnet/vitest/server'`. It starts a server for each
 * worker before the first test and closes them after the last. The fixtures `server` and `urls` give a file the server
 * of its worker.
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDevnet, type Devnet, type DevnetOptions, type LogEntry, logText } from '../devnet/index.js';
import type { ServerFacts } from './server.js';
import { isRecord, withLog } from './with_log.js';

/** Starts the servers. Returns a function that closes them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const options = served(project.getProvidedContext().devnetOptions ?? {});
  for (const report of [options.coverage, options.gasReport])
    if (typeof report === 'string') rmSync(report, { force: true });
  const logs = mkdtempSync(join(tmpdir(), 'halley-logs-'));
  const logFile = (index: number): string => join(logs, `${index}.log`);
  const servers: Devnet[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
    rmSync(logs, { recursive: true, force: true });
  };
  try {
    for (let i = 0; i < workersOf(project); i++) servers.push(await startServer(options, logFile(i)));
  } catch (error) {
    await close();
    throw error;
  }
  project.provide(
    'halleyServers',
    servers.map((server, i) => factsOf(server, logFile(i))),
  );
  return close;
}

/** Starts a server that writes each entry of its log to the file before it answers the request. */
function startServer(options: DevnetOptions, logFile: string): Promise<Devnet> {
  writeFileSync(logFile, '');
  const log = (entry: LogEntry): void => {
    options.log?.(entry);
    appendFileSync(logFile, `${logText(entry)}\n`);
  };
  return createDevnet(withLog(options, log));
}

/** Returns the number of workers as vitest computes it. In watch mode vitest uses fewer. */
const workersOf = ({ config, vitest }: TestProject): number =>
  config.maxWorkers || vitest.config.maxWorkers || Math.max(availableParallelism() - 1, 1);

/** Enables all three servers, on free ports, unless the options configure them. */
function served(options: DevnetOptions): DevnetOptions {
  if (!isRecord(options)) return options;
  const { jsonRpc, rpc, assets, ...rest } = options;
  return { ...rest, jsonRpc: listening(jsonRpc), rpc: listening(rpc), assets: listening(assets) };
}

function listening<T extends object>(given: T | boolean | undefined): T | boolean {
  if (given === undefined) return true;
  return isRecord(given) ? { address: true, ...(given as T) } : given;
}

const factsOf = ({ chainId, evmChainId, nativeCurrency, urls, accounts }: Devnet, logFile: string): ServerFacts => ({
  chainId,
  evmChainId: Number(evmChainId),
  nativeCurrency,
  urls,
  logFile,
  accounts: accounts.map(({ address, privateKey }) => ({ address, privateKey })),
});
