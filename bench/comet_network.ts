/** A running network of validators under CometBFT, which the comparison measures. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { evmPort } from './comet_homes.js';
import { cpuSecondsOfTree } from './process_tree.js';

/** Running network. */
export interface CometNetwork {
  /** Port of the EVM JSON-RPC of its first node. */
  readonly port: number;
  /** Returns the CPU seconds that all its nodes have used, or undefined if the system does not report them. */
  cpuSeconds(): number | undefined;
  stop(): Promise<void>;
}

/** Returns a network that ends with its processes. */
export const runningNetwork = (processes: readonly ChildProcess[], links: ChildProcess | undefined): CometNetwork => ({
  port: evmPort(0),
  cpuSeconds: () =>
    processes.reduce<number | undefined>((sum, { pid = 0 }) => {
      const own = cpuSecondsOfTree(pid);
      return sum === undefined || own === undefined ? undefined : sum + own;
    }, 0),
  stop: async () => {
    await Promise.all(processes.map(ended));
    links?.kill();
  },
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}
