/**
 * Assigns the ports of a network's nodes. On one machine, the ports of each node are those of the previous node plus
 * ten. Nodes on separate machines all have the same ports.
 */
import { HalleyError } from '../kernel/errors.js';
import { COMET_RPC_PORT, EVM_RPC_PORT } from '../settings/default_ports.js';

export interface NodePorts {
  /** For the engine's peers. */
  readonly p2p: number;
  /** For the CometBFT RPC. */
  readonly rpc: number;
  /** Connects the engine to the application. */
  readonly abci: number;
  /** For the engine's metrics. */
  readonly prometheus: number;
  readonly evmHttp: number;
  readonly evmWs: number;
  readonly assets: number;
  /** For REST. */
  readonly api: number;
  readonly grpc: number;
  readonly dashboard: number;
}

/** Distance between the ports of two nodes of one machine. */
export const PORT_STEP = 10;
const MAX_PORT = 65_535;

/** Default ports of CometBFT, geth and Halley. Ports of different nodes never overlap. */
const DEFAULT_PORTS: NodePorts = {
  p2p: COMET_RPC_PORT - 1,
  rpc: COMET_RPC_PORT,
  abci: COMET_RPC_PORT + 1,
  prometheus: COMET_RPC_PORT + 3,
  evmHttp: EVM_RPC_PORT,
  evmWs: EVM_RPC_PORT + 1,
  assets: 8580,
  api: 1317,
  // The default of a single node, 9090, would be the asset API's port of the 52nd one.
  grpc: 9092,
  // The default of a single node, 8590, would be the asset API's port of the second one.
  dashboard: 8591,
};

/** Returns the ports of a first node that uses ten consecutive ports. */
const portsFrom = (first: number): NodePorts => ({
  p2p: first,
  rpc: first + 1,
  abci: first + 2,
  grpc: first + 3,
  prometheus: first + 4,
  evmHttp: first + 5,
  evmWs: first + 6,
  assets: first + 7,
  dashboard: first + 8,
  api: first + 9,
});

/**
 * Returns the ports of each node. `startingPort` is the first of all; without it the first node has the default ports.
 * Throws HalleyError `invalid-config` when there are not enough ports.
 */
export function portsOf(count: number, isOneMachine: boolean, startingPort?: number): readonly NodePorts[] {
  const first = startingPort === undefined ? DEFAULT_PORTS : portsFrom(startingPort);
  const step = isOneMachine ? PORT_STEP : 0;
  const nodes = Array.from({ length: count }, (_, index) => shifted(first, step * index));
  const highest = Math.max(...nodes.flatMap((ports) => Object.values(ports) as number[]));
  if (highest <= MAX_PORT) return nodes;
  throw new HalleyError(
    'invalid-config',
    `--starting-port is ${startingPort}: ${count} nodes need ${PORT_STEP} ports each, and the last would be ${highest}; expected a lower port`,
    { startingPort, highest },
  );
}

function shifted(ports: NodePorts, by: number): NodePorts {
  const moved = Object.entries(ports).map(([name, port]: [string, number]) => [name, port + by]);
  return Object.fromEntries(moved) as NodePorts;
}
