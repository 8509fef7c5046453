/** Runs the steps of a guide in an empty project that has the package, as its reader does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { ROOT } from '../../../scripts/ensure.mjs';
import { aConsumer, type Consumer } from '../../support/consumer.js';
import { freePortsInARow } from '../../support/ports.js';
import type { Step } from './steps.js';

const PACKAGES = [
  ...['viem', 'vitest', 'ethers', 'ws', 'solc', 'playwright-core'],
  ...['@cosmjs/amino', '@cosmjs/proto-signing', '@cosmjs/stargate', '@cosmjs/tendermint-rpc'],
];
/** Runs installed packages alone, so that no step downloads anything. */
const NPX = '#!/bin/sh\nexec "$@"\n';
const DEFAULT_PORTS = [8545, 8546, 8645, 26657, 8580, 8590, 9545, 1317, 9090, 8000] as const;
/** Distance of the ports of two chains of a devnet. */
const NEXT_CHAIN = 10;
const MOST_CHAINS = 5;
const LONGEST_MS = 150_000;

export class GuideProject {
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #ports: ReadonlyMap<number, number>;
  #server: ChildProcess | undefined;
  #programs = 0;

  private constructor(consumer: Consumer, ports: ReadonlyMap<number, number>) {
    this.#folder = consumer.folder;
    this.#ports = ports;
    this.#env = environment(consumer, ports);
  }

  /** Makes an empty project. With `npx` its commands run by the real one, which takes a second for each. */
  static async create({ npx = false } = {}): Promise<GuideProject> {
    const consumer = aConsumer(PACKAGES);
    installCommands(consumer);
    if (npx) rmSync(join(consumer.folder, 'node_modules/.bin/npx'));
    const project = new GuideProject(consumer, await freePorts());
    onTestFinished(() => project.#stop());
    return project;
  }

  /** Runs a step to its end. Resolves to its output on both streams; rejects when it fails. */
  async run(step: Step): Promise<string> {
    switch (step.type) {
      case 'file':
        writeFileSync(join(this.#folder, step.name), this.#withPorts(step.text));
        return '';
      case 'stop':
        await this.#stop();
        return '';
      case 'server':
        await this.#stop();
        await this.#start(step.text);
        return '';
      case 'shell':
        await this.#startDefault(step.text);
        return await this.#shell(step.text);
      case 'program':
        await this.#startDefault(step.text);
        return await this.#program(step.text);
    }
  }

  /** Replaces the ports of the documents by free ones. */
  #withPorts(text: string): string {
    return text.replace(/(?<=127\.0\.0\.1:|--port )\d{4,5}\b/g, (port) => `${this.#portFor(Number(port))}`);
  }

  #portFor(port: number): number {
    const own = this.#ports.get(port);
    if (own !== undefined) return own;
    for (const [known, free] of this.#ports) {
      const chain = (port - known) / NEXT_CHAIN;
      if (Number.isInteger(chain) && chain >= 0 && chain < MOST_CHAINS) return free + chain * NEXT_CHAIN;
    }
    throw new Error(`the guides do not use port ${port}`);
  }

  /** Starts a devnet for a step that uses the default ports, if none is running and the step starts none itself. */
  async #startDefault(text: string): Promise<void> {
    const starts = text.includes('npx halley-devnet');
    if (this.#server === undefined && !starts && /127\.0\.0\.1:\d{4}/.test(text))
      await this.#start('npx halley-devnet');
  }

  async #start(command: string): Promise<void> {
    const child = this.#spawn('bash', ['-c', `exec ${this.#withPorts(command)}`]);
    this.#server = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: string): void => {
        output += chunk;
        if (/^EVM JSON-RPC +http.*\n[\s\S]*\n\n/m.test(output)) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('close', (code) => reject(new Error(`${command} ended with code ${code}:\n${output}`)));
    });
  }

  async #stop(): Promise<void> {
    const child = this.#server;
    this.#server = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await closed;
  }

  #shell(text: string): Promise<string> {
    return this.#output('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${this.#withPorts(text)}`]);
  }

  #program(text: string): Promise<string> {
    const name = `program${++this.#programs}.mjs`;
    const { code } = transformSync(this.#withPorts(text), { loader: 'ts', format: 'esm', target: 'node20' });
    writeFileSync(join(this.#folder, name), code);
    return this.#output(process.execPath, [name]);
  }

  async #output(command: string, args: readonly string[]): Promise<string> {
    const child = this.#spawn(command, args);
    const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    clearTimeout(limit);
    if (code !== 0) throw new Error(`it ended with code ${code}:\n${output}`);
    return output;
  }

  #spawn(command: string, args: readonly string[]): ChildProcess {
    const child = spawn(command, args, { cwd: this.#folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    return child;
  }
}

/** Adds what npm links for the package and its tools, `npx`, and the `wscat` of this folder. */
function installCommands({ folder }: Consumer): void {
  const modules = join(folder, 'node_modules');
  const bin = join(modules, '.bin');
  mkdirSync(bin);
  for (const name of ['genesis', 'scenarios'])
    cpSync(join(ROOT, name), join(modules, 'halley-devnet', name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const command = join(modules, 'halley-devnet/dist/cli.cjs');
  chmodSync(command, 0o755);
  symlinkSync(command, join(bin, 'halley-devnet'));
  symlinkSync('../vitest/vitest.mjs', join(bin, 'vitest'));
  writeFileSync(join(bin, 'npx'), NPX, { mode: 0o755 });
  cpSync(join(import.meta.dirname, 'wscat.mjs'), join(modules, 'wscat.mjs'));
  writeFileSync(join(bin, 'wscat'), `#!/bin/sh\nexec node ${join(modules, 'wscat.mjs')} "$@"\n`, { mode: 0o755 });
}

function environment({ folder, temporary }: Consumer, ports: ReadonlyMap<number, number>) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(HALLEY_|VITEST|NODE_OPTIONS$|NODE_ENV$|TEST$|FORCE_COLOR$)/.test(name),
  );
  const at = (port: number): string => `127.0.0.1:${ports.get(port)}`;
  return {
    ...Object.fromEntries(own),
    ...{ NO_COLOR: '1', TMPDIR: temporary, HOME: temporary },
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`,
    HALLEY_JSON_RPC_ADDRESS: at(8545),
    HALLEY_JSON_RPC_WS_ADDRESS: at(8546),
    HALLEY_RPC_LADDR: `tcp://${at(26657)}`,
    HALLEY_ASSETS_ADDRESS: at(8580),
    HALLEY_DASHBOARD_ADDRESS: at(8590),
    HALLEY_API_ADDRESS: at(1317),
    HALLEY_GRPC_ADDRESS: at(9090),
    HALLEY_REGISTRY_ADDRESS: at(8000),
  };
}

/** Returns a free port for each port of the documents; the ports of other chains, counted up from it, are free too. */
async function freePorts(): Promise<ReadonlyMap<number, number>> {
  const first = await freePortsInARow(MOST_CHAINS * NEXT_CHAIN);
  return new Map(DEFAULT_PORTS.map((port, i) => [port, first + i]));
}
