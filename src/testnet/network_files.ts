/** Makes the contents of the files of a new network, with their paths below the folder of the network. */

import { isSecretFile } from '../config/file_text.js';
import type { ResolvedConfig } from '../config/schema.js';
import type { NetworkGenesis } from '../devnet/other_validators/network_genesis.js';
import { keyFile } from '../rpc/evm/validator_key.js';
import { appTomlText } from './files/app_toml.js';
import { cometConfigText, cometVersion } from './files/comet/config_toml.js';
import { composeText } from './files/compose.js';
import { unitsOf } from './files/systemd.js';
import type { KeyPair } from './keys/node_keys.js';
import { ALL_INTERFACES, LOOPBACK, type PlannedNode, peersOf } from './planned_node.js';

export interface NetworkFile {
  /** Relative path, with `/` between folders. */
  readonly path: string;
  readonly text: string;
  /** Whether only its owner may read the file. */
  readonly isSecret: boolean;
}

export interface NetworkFileTerms {
  readonly nodes: readonly PlannedNode[];
  readonly isOneMachine: boolean;
  readonly genesis: NetworkGenesis;
  readonly devAuthority: KeyPair;
  readonly config: ResolvedConfig;
  readonly installDir: string;
  /** Package with its version, such as `halley-devnet@1.0.0`. */
  readonly npmPackage: string;
}

export const COMPOSE_FILE = 'compose.yaml';
export const UNITS_FOLDER = 'systemd';

const open = (path: string, text: string): NetworkFile => ({ path, text, isSecret: false });
const secret = (path: string, text: string): NetworkFile => ({ path, text, isSecret: true });

export function networkFiles(terms: NetworkFileTerms): readonly NetworkFile[] {
  const { nodes, genesis, installDir, isOneMachine, npmPackage } = terms;
  const { chainId } = genesis;
  const document = `${JSON.stringify(genesis.document, undefined, 2)}\n`;
  return [
    ...nodes.flatMap((node, index) => homeFilesOf(node, index === 0, document, terms)),
    open(COMPOSE_FILE, composeText({ chainId, nodes, isOneMachine, npmPackage })),
    ...nodes
      .flatMap((node) => unitsOf(node, { chainId, installDir }))
      .map(({ name, text }) => open(`${UNITS_FOLDER}/${name}`, text)),
  ];
}

/** Returns `config/priv_validator_key.json` as CometBFT writes it. */
export const validatorKeyText = (key: KeyPair): string => jsonText(keyFile(key));

/** Returns `config/node_key.json`. */
export const nodeKeyText = (key: KeyPair): string => `${JSON.stringify({ priv_key: keyFile(key).priv_key })}\n`;

/** Returns `config/dev_authority_key.json`, which only Halley reads. */
export function devAuthorityKeyText(key: KeyPair): string {
  const { pub_key, priv_key } = keyFile(key);
  return jsonText({ pub_key, priv_key });
}

/** `data/priv_validator_state.json` of a validator that has signed nothing yet. */
const NEW_VALIDATOR_STATE = jsonText({ height: '0', round: 0, step: 0 });

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * Returns the files of a home. The dev authority's key is in one home only, because two nodes would use the same
 * sequences.
 */
function homeFilesOf(
  node: PlannedNode,
  isFirst: boolean,
  document: string,
  { nodes, isOneMachine, genesis, devAuthority, config }: NetworkFileTerms,
): readonly NetworkFile[] {
  const { name, ports, keys } = node;
  const outside = isOneMachine ? LOOPBACK : ALL_INTERFACES;
  const comet = cometConfigText({
    moniker: name,
    version: cometVersion(nodes.map(({ keys: { validator } }) => validator.pubKey.type)),
    proxyApp: `tcp://${LOOPBACK}:${ports.abci}`,
    rpcAddress: `tcp://${outside}:${ports.rpc}`,
    p2pAddress: `tcp://${outside}:${ports.p2p}`,
    prometheusAddress: `${outside}:${ports.prometheus}`,
    persistentPeers: peersOf(node, nodes),
    nodes: nodes.length,
    mempool: config.mempool,
    consensus: config.consensus,
  });
  const app = appTomlText(config, {
    evmHttp: `${outside}:${ports.evmHttp}`,
    evmWs: `${outside}:${ports.evmWs}`,
    assets: `${outside}:${ports.assets}`,
    api: `${outside}:${ports.api}`,
    grpc: `${outside}:${ports.grpc}`,
    // Only programs of the same machine may use it.
    dashboard: `${LOOPBACK}:${ports.dashboard}`,
    abci: `tcp://${LOOPBACK}:${ports.abci}`,
    node: `http://${LOOPBACK}:${ports.rpc}`,
  });
  return [
    open(`${name}/config/config.toml`, comet),
    { path: `${name}/config/app.toml`, text: app, isSecret: isSecretFile('app.toml', config) },
    open(`${name}/config/genesis.json`, document),
    secret(`${name}/config/priv_validator_key.json`, validatorKeyText(keys.validator)),
    secret(`${name}/config/node_key.json`, nodeKeyText(keys.node)),
    ...(isFirst && genesis.hasDevAuthority
      ? [secret(`${name}/config/dev_authority_key.json`, devAuthorityKeyText(devAuthority))]
      : []),
    secret(`${name}/data/priv_validator_state.json`, NEW_VALIDATOR_STATE),
  ];
}
