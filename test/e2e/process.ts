/** Runs the built command as its own process, on free ports, as users do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtFile } from '../support/current_build.js';

/** Line that `halley start --json` prints. */
export interface Started {
  readonly urls: {
    readonly evmHttp: string;
    readonly evmWs: string;
    readonly cometRpc: string;
    readonly assets: string;
  };
  readonly accounts: readonly { readonly address: `0x${string}`; readonly privateKey: `0x${string}` }[];
  readonly chainId: string;
  readonly evmChainId: number;
}

export interface HalleyProcess extends Started {
  readonly child: ChildProcess;
  /** Returns everything that the process has written to stderr. */
  errorOutput(): string;
  /** Sends SIGINT, and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const FREE_PORTS = [
  '--json-rpc.address=127.0.0.1:0',
  '--json-rpc.ws-address=127.0.0.1:0',
  '--rpc.laddr=tcp://127.0.0.1:0',
  '--assets.address=127.0.0.1:0',
  '--dashboard.address=127.0.0.1:0',
];

export async function startHalley(...flags: string[]): Promise<HalleyProcess> {
  const child = spawn(process.execPath, [builtFile('cli.cjs'), 'start', '--json', ...FREE_PORTS, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    exited.then((code) => Promise.reject(new Error(`halley ended with code ${code}: ${complaint}`))),
  ]);
  return {
    ...(JSON.parse(line) as Started),
    child,
    errorOutput: () => complaint,
    stop: () => {
      child.kill('SIGINT');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
