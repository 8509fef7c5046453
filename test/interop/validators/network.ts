/** Starts networks of validators for tests. */
import { until } from '../peers/cometbft.js';
import { createHomes, type Homes, type HomesOptions } from './homes.js';
import { Node, PATIENCE_MS } from './node.js';

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
