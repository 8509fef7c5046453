/** Starts networks of validators for tests. */
import { until } from '../peers/cometbft.js';
import { configure, createHomes, type Homes, type HomesOptions } from './homes.js';
import { Node, PATIENCE_MS } from './node.js';
import type { BlockAnswer } from './reexecute.js';

export interface Network extends Homes {
  readonly nodes: readonly Node[];
  node(index: number): Node;
  /** Waits until `nodes` (all by default) have decided `count` more blocks than the highest has now. */
  advance(count: number, nodes?: readonly Node[]): Promise<number>;
  close(): Promise<void>;
}

/** Creates a network; nothing runs. */
export async function createNetwork(options: HomesOptions): Promise<Network> {
  const homes = await createHomes(options);
  const nodes = homes.homes.map((home) => new Node(home));
  const node = (index: number): Node => nodes[index] as Node;
  const highest = async (): Promise<number> => Math.max(...(await Promise.all(nodes.map((each) => each.height()))));
  return {
    ...homes,
    nodes,
    node,
    async advance(count, among = nodes) {
      const target = (await highest()) + count;
      await Promise.all(among.map((each) => each.reach(target)));
      return target;
    },
    async close() {
      await Promise.all(nodes.map((each) => each.destroy()));
      homes.remove();
    },
  };
}

/** Starts a network, and waits until all validators have made blocks. */
export async function startNetwork(options: HomesOptions, prepare?: (node: Node) => void): Promise<Network> {
  const network = await createNetwork(options);
  try {
    const validators = network.nodes.slice(0, options.validators);
    for (const node of validators) prepare?.(node);
    await Promise.all(validators.map((node) => node.start()));
    await Promise.all(validators.map((node) => node.reach(2)));
    return network;
  } catch (error) {
    const logs = network.nodes.map((node) => `${node.name}: ${node.logs()}`).join('\n');
    await network.close();
    throw new Error(`the network did not start\n${logs}`, { cause: error });
  }
}

/** Polls with the patience of these tests. */
export const eventually = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> =>
  until(what, holds, PATIENCE_MS);

/** Configures state sync of a node from two others, with the header of a height that they have. */
export async function trust(node: Node, [a, b]: readonly Node[], height: number): Promise<void> {
  if (a === undefined || b === undefined) throw new Error('state sync needs two nodes');
  const { block_id } = await a.ask<BlockAnswer>(`block?height=${height}`);
  configure(node.home.path, {
    'statesync.enable': 'true',
    'statesync.rpc_servers': JSON.stringify(`${a.rpc},${b.rpc}`),
    'statesync.trust_height': `${height}`,
    'statesync.trust_hash': JSON.stringify(block_id.hash),
    'statesync.trust_period': '"168h0m0s"',
    'statesync.discovery_time': '"5s"',
  });
}
