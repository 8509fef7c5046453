/** Runs the engine and the application of a node, each in a process of its own, which tests kill and start again. */
import { vi } from 'vitest';
import { builtFile } from '../../support/current_build.js';
import { until } from '../peers/cometbft.js';
import { resultOf } from '../two_chains.js';
import type { Home } from './homes.js';
import { type Ending, Process } from './process.js';

/** Longest wait. Other processes use the machine too. */
export const PATIENCE_MS = 280_000;

// Each test with a network waits for engines that decide in real time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Command, which is found once, so that processes of one test are of one build. */
const CLI = builtFile('cli.cjs');

export type Part = 'app' | 'engine';

export interface Status {
  readonly sync_info: {
    readonly latest_block_height: string;
    readonly latest_app_hash: string;
    readonly earliest_block_height: string;
    readonly catching_up: boolean;
  };
  readonly node_info: { readonly id: string };
}

export class Node {
  #app: Process | undefined;
  #engine: Process | undefined;
  /** Arguments of `halley app` besides `--home`; they apply from its next start. */
  appArgs: readonly string[] = [];
  /** Program of the engine from its next start. */
  cometbft = 'cometbft';
  /** Replaces the address of ABCI from the engine's next start. */
  proxyApp: string | undefined;

  constructor(readonly home: Home) {}

  get name(): string {
    return this.home.planned.name;
  }

  get rpc(): string {
    return `http://127.0.0.1:${this.home.planned.ports.rpc}`;
  }

  get evm(): string {
    return `http://127.0.0.1:${this.home.planned.ports.evmHttp}`;
  }

  get evmWs(): string {
    return `ws://127.0.0.1:${this.home.planned.ports.evmWs}`;
  }

  /** Returns the running process of a part. Throws when it was never started. */
  process(part: Part): Process {
    const found = part === 'app' ? this.#app : this.#engine;
    if (found === undefined) throw new Error(`the ${part} of ${this.name} was not started`);
    return found;
  }

  isRunning(part: Part): boolean {
    return (part === 'app' ? this.#app : this.#engine)?.isRunning ?? false;
  }

  /** Starts the application, and waits until it listens for an engine. `before` is a shell command that runs first. */
  async startApp(before?: string): Promise<Process> {
    const app = this.spawnApp(before);
    await until(
      `the application of ${this.name} listens`,
      () => {
        if (!app.isRunning) throw new Error(`the application of ${this.name} has ended: ${app.log}`);
        return app.log.includes('ABCI listens on');
      },
      PATIENCE_MS,
    );
    return app;
  }

  /** Starts the application without a wait. */
  spawnApp(before?: string): Process {
    this.#app = new Process([process.execPath, CLI, 'app', `--home=${this.home.path}`, ...this.appArgs], before);
    return this.#app;
  }

  startEngine(): Process {
    const proxy = this.proxyApp === undefined ? [] : [`--proxy_app=${this.proxyApp}`];
    this.#engine = new Process([this.cometbft, 'start', '--home', this.home.path, ...proxy]);
    return this.#engine;
  }

  /** Starts what does not run. An engine whose application has gone ends by itself; this waits for its end. */
  async start(): Promise<void> {
    if (!this.isRunning('app')) {
      await this.#engine?.signal('SIGKILL');
      await this.startApp();
    }
    if (!this.isRunning('engine')) this.startEngine();
  }

  kill(part: Part): Promise<Ending> {
    return this.process(part).signal('SIGKILL');
  }

  /** Ends both programs as an operator does. */
  async stop(): Promise<void> {
    if (this.#engine !== undefined) await this.#engine.signal('SIGTERM');
    if (this.#app !== undefined) await this.#app.signal('SIGTERM');
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#engine?.signal('SIGKILL'), this.#app?.signal('SIGKILL')]);
  }

  ask<T>(target: string): Promise<T> {
    return resultOf<T>(this.rpc, target);
  }

  status(): Promise<Status> {
    return this.ask<Status>('status');
  }

  /** Returns the height; 0 while the engine does not answer. */
  async height(): Promise<number> {
    try {
      return Number((await this.status()).sync_info.latest_block_height);
    } catch {
      return 0;
    }
  }

  /** Waits until the engine has a height and the application answers clients. */
  async reach(height: number): Promise<void> {
    await until(
      `${this.name} has height ${height}`,
      async () => {
        for (const part of ['app', 'engine'] as const)
          if (!this.isRunning(part)) throw new Error(`the ${part} of ${this.name} has ended: ${this.logs()}`);
        return (await this.height()) >= height;
      },
      PATIENCE_MS,
    );
    await until(
      `the clients' servers of ${this.name} answer`,
      async () => {
        const answer = await this.evmCall<string>('eth_blockNumber').catch(() => '0x0');
        return Number(answer) >= height;
      },
      PATIENCE_MS,
    );
  }

  /** Calls a method of the EVM JSON-RPC. Throws with the error's message. */
  async evmCall<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = (await (await fetch(this.evm, { method: 'POST', headers, body })).json()) as {
      readonly result?: T;
      readonly error?: { readonly message: string };
    };
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result as T;
  }

  /** Returns the end of what both programs have written. */
  logs(): string {
    return `app: ${this.#app?.log.slice(-4000)}\nengine: ${this.#engine?.log.slice(-6000)}`;
  }
}
