/**
 * Starts what is measured: Halley's built command, and Anvil, Hardhat's node and CometBFT if they are found. Each is a
 * child process with an HTTP server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from './client.js';
import { untilExit } from './leftovers.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const START_TIMEOUT_MS = 20_000;

export interface Target {
  readonly name: string;
  readonly port: number;
  readonly wsUrl: string;
  /** Time from spawning the process to its first answer, in milliseconds. */
  readonly startMs: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface Launch {
  readonly name: string;
  readonly command: string;
  /** Method that the target answers as soon as it serves. */
  readonly probe: string;
  args(port: number, wsPort: number, genesis?: string): string[];
  readonly sameWsPort: boolean;
  /** Variables of the environment besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder, if the target needs a certain one. */
  readonly folder?: string;
}

export const HALLEY_COMMAND = `${HERE}../dist/cli.cjs`;

/** Returns how to launch the command of a build. */
export const halleyOf = (script: string): Launch => ({
  name: 'Halley',
  command: process.execPath,
  probe: 'eth_chainId',
  args: (port, wsPort, genesis) => [
    ...[script, 'start', '--silent', `--json-rpc.address=127.0.0.1:${port}`],
    ...[
      `--json-rpc.ws-address=127.0.0.1:${wsPort}`,
      '--rpc.laddr=tcp://127.0.0.1:0',
      '--assets.address=127.0.0.1:0',
      '--dashboard.address=',
    ],
    ...(genesis === undefined ? [] : [`--genesis=${genesis}`]),
  ],
  sameWsPort: false,
});

export const halley = halleyOf(HALLEY_COMMAND);

/** Returns undefined if no binary is installed. */
export function anvil(): Launch | undefined {
  // The package's own `anvil` is a script beside the binary that does not forward signals.
  const packaged = `${HERE}node_modules/@foundry-rs/anvil-${process.platform}-${process.arch.replace('x64', 'amd64')}/bin/anvil`;
  const command = existsSync(packaged) ? packaged : onPath('anvil');
  if (command === undefined) return undefined;
  return {
    name: 'Anvil',
    command,
    probe: 'eth_chainId',
    args: (port) => ['--silent', '--port', String(port), '--accounts', '20'],
    sameWsPort: true,
  };
}

/**
 * Returns undefined if the package is not installed. It is one of the tools of the tests, whose dependencies are not
 * ours.
 */
function hardhat(): Launch | undefined {
  const folder = `${HERE}../test/compat`;
  const script = `${folder}/node_modules/hardhat/internal/cli/cli.js`;
  if (!existsSync(script)) return undefined;
  return {
    name: 'Hardhat',
    command: process.execPath,
    probe: 'eth_chainId',
    args: (port) => [
      ...[script, '--config', `${HERE}hardhat.config.cjs`],
      ...['node', '--hostname', '127.0.0.1', '--port', String(port)],
    ],
    sameWsPort: true,
    folder,
  };
}

/** Returns Halley, and the installed programs with which it is compared. */
export const peers = (): readonly Launch[] =>
  [halley, anvil(), hardhat()].filter((what): what is Launch => what !== undefined);

/** Returns the path of a program, from PATH or then from the folders `more`. */
export function onPath(program: string, ...more: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':').filter((dir) => dir !== '');
  return [...folders, ...more].map((dir) => `${dir}/${program}`).find(existsSync);
}

/** Returns the path of a program, from PATH or then from the folder in which Go installs programs. */
export const goProgram = (program: string): string | undefined =>
  onPath(program, join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin'));

let nextPort = 28_545;

export async function launch(what: Launch, genesis?: string): Promise<Target> {
  const port = nextPort++;
  const wsPort = what.sameWsPort ? port : nextPort++;
  const started = performance.now();
  const child = untilExit(
    spawn(what.command, what.args(port, wsPort, genesis), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...what.env },
      ...(what.folder !== undefined && { cwd: what.folder }),
    }),
  );
  await firstAnswer(port, what.probe, child);
  const startMs = performance.now() - started;
  return {
    name: what.name,
    port,
    wsUrl: `ws://127.0.0.1:${wsPort}`,
    startMs,
    pid: child.pid ?? 0,
    stop: () => ended(child),
  };
}

async function firstAnswer(port: number, probe: string, child: ChildProcess): Promise<void> {
  const giveUp = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the process ended with code ${child.exitCode} before it answered`);
    if (performance.now() > giveUp) throw new Error(`no answer on port ${port} in ${START_TIMEOUT_MS} ms`);
    try {
      await call(port, probe, []);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

const STOP_TIMEOUT_MS = 3_000;

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(impatience);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Returns the resident memory in MiB, or undefined if the system does not report it. */
export function residentMiB(pid: number): number | undefined {
  try {
    const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? Number(match[1]) / 1024 : undefined;
  } catch {
    return undefined;
  }
}

/** Clock ticks of `/proc` a second, on every Linux. */
const TICKS = 100;

/** Returns the CPU seconds that a process has used, to a hundredth, or undefined if the system does not report them. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    // The name in parentheses may contain anything. User and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return undefined;
  }
}
