/** Makes a new network: its keys, its genesis document, and a home for each validator. */
import type { PubKey } from '../abci/application.js';
import type { ResolvedConfig } from '../config/schema.js';
import { type NetworkGenesis, networkGenesis } from '../devnet/other_validators/network_genesis.js';
import { HalleyError } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import { networkKeys, type SecretOf } from './keys/node_keys.js';
import { type NetworkFile, networkFiles } from './network_files.js';
import { LOOPBACK, type PlannedNode } from './planned_node.js';
import { portsOf } from './ports.js';

export interface NewNetwork {
  /** Genesis document of the chain as parsed JSON. */
  readonly document: unknown;
  /** Genesis time for a document without one. */
  readonly defaultTime: UnixNanos;
  readonly validators: number;
  /** Types of the validators' keys, which `loadKeyTypes` has loaded. Default: ed25519. */
  readonly keyTypes?: readonly PubKey['type'][] | undefined;
  /** Machines, one for each validator; `undefined` if all run on one machine. */
  readonly hosts: readonly string[] | undefined;
  /** First of the ports; `undefined` for the default ones. */
  readonly startingPort: number | undefined;
  /** Prefix of the names of the nodes and of their folders. */
  readonly prefix: string;
  readonly withDevAuthority: boolean;
  readonly secretOf: SecretOf;
  readonly config: ResolvedConfig;
  readonly installDir: string;
  readonly npmPackage: string;
}

export interface CreatedNetwork {
  readonly nodes: readonly PlannedNode[];
  readonly genesis: NetworkGenesis;
  readonly files: readonly NetworkFile[];
}

/** Returns the network with the contents of its files, without writing them. */
export function createNetwork(options: NewNetwork): CreatedNetwork {
  const { validators, hosts, startingPort, prefix, config, installDir, npmPackage } = options;
  mustBeOneEach(validators, hosts);
  const isOneMachine = hosts === undefined;
  const ports = portsOf(validators, isOneMachine, startingPort);
  const keys = networkKeys(validators, options.secretOf, options.keyTypes ?? ['ed25519']);
  const nodes = ports.map((own, index): PlannedNode => {
    const ownKeys = keys.nodes[index] as PlannedNode['keys'];
    return { name: `${prefix}${index}`, host: hosts?.[index] ?? LOOPBACK, ports: own, keys: ownKeys };
  });
  const genesis = networkGenesis({
    document: options.document,
    defaultTime: options.defaultTime,
    nodes: nodes.map(({ name, keys: { validator } }) => ({ name, pubKey: validator.pubKey })),
    devAuthority: options.withDevAuthority ? keys.devAuthority.pubKey : undefined,
  });
  const { devAuthority } = keys;
  const files = networkFiles({ nodes, isOneMachine, genesis, devAuthority, config, installDir, npmPackage });
  return { nodes, genesis, files };
}

function mustBeOneEach(validators: number, hosts: readonly string[] | undefined): void {
  if (hosts === undefined || hosts.length === validators) return;
  throw new HalleyError(
    'invalid-config',
    `--hosts has ${hosts.length} hosts, but there are ${validators} validators: expected one host for each`,
    { hosts: hosts.length, validators },
  );
}
