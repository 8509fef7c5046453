/** Runs the built command as users do, on free ports. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../support/current_build.js';

export const FREE_PORTS = [
  '--json-rpc.address=127.0.0.1:0',
  '--json-rpc.ws-address=127.0.0.1:0',
  '--rpc.laddr=tcp://127.0.0.1:0',
  '--assets.address=127.0.0.1:0',
  '--dashboard.address=127.0.0.1:0',
];

export interface Facts {
  readonly chainId: string;
  readonly evmChainId: number;
  readonly urls: Readonly<Record<'evmHttp' | 'evmWs' | 'cometRpc' | 'assets' | 'dashboard', string | null>> & {
    readonly evmHttpAll: readonly string[];
    readonly cometRpcAll: readonly string[];
  };
  readonly accounts: readonly { readonly address: string; readonly privateKey: string; readonly balance: string }[];
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment of the tests without settings of the command. */
const OWN_ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HALLEY_')));

export class Running {
  readonly #child;
  #stdout = '';
  #stderr = '';
  readonly ended: Promise<Ended>;

  /** Starts the command. `before` is a shell command that runs first, such as `ulimit -f 100`. */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}, before = ':') {
    const command = [process.execPath, builtFile('cli.cjs'), ...args];
    const child = spawn('/bin/sh', ['-c', `${before}; exec "$@"`, 'sh', ...command], {
      env: { ...OWN_ENVIRONMENT, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.on('data', (chunk) => {
      this.#stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    this.ended = new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, stdout: this.#stdout, stderr: this.#stderr }));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Output on stderr so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves with the first line of stdout. Rejects when the process ends without one. */
  line(): Promise<string> {
    return this.said(/^(.*)\n/);
  }

  /**
   * Resolves with what the first group of the expression matches in stdout. Rejects when the process ends without a
   * match.
   */
  async said(wanted: RegExp): Promise<string> {
    const read = new Promise<string>((resolve) => {
      const look = (): void => {
        const found = wanted.exec(this.#stdout)?.[1];
        if (found !== undefined) resolve(found);
      };
      this.#child.stdout.on('data', look);
      look();
    });
    const ended = this.ended.then(({ code, stderr }) => {
      throw new Error(`ended with ${code}: ${stderr}`);
    });
    return await Promise.race([read, ended]);
  }

  /** Closes the reading end of stdout. */
  stopReading(): void {
    this.#child.stdout.destroy();
  }

  /** Leaves stdout open and unread. */
  pauseReading(): void {
    this.#child.stdout.pause();
  }

  async facts(): Promise<Facts> {
    return JSON.parse(await this.line()) as Facts;
  }

  signal(name: 'SIGHUP' | 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<Ended> {
    this.#child.kill(name);
    return this.ended;
  }
}

export const halley = (...args: readonly string[]): Promise<Ended> => new Running(args).ended;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'halley-cli-'));

export async function evmCall(url: string | null, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const answer = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}
