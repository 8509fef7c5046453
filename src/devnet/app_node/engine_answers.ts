/** Reads the responses of a CometBFT node about itself and its peers. Texts are not changed. */
import type { NodeInfo } from '../../app/sdk/query/node_facts.js';
import { objectAt, wholeOf } from '../../client/json_values.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromHex, tryFromHex } from '../../kernel/hex.js';

/** Id of a node: 20 bytes in hex. */
const NODE_ID = /^[0-9a-fA-F]{40}$/;

/** Node of the network. */
export interface EngineNode {
  readonly nodeId: Bytes;
  readonly moniker: string;
  readonly listenAddress: string;
  readonly isOutbound: boolean;
}

/** Reads a `node_info`. Returns undefined for one without the id of a node. */
export function readEngineNode(value: unknown, isOutbound: boolean): EngineNode | undefined {
  const { id, moniker, listen_addr: listenAddress } = objectAt(value);
  if (typeof id !== 'string' || !NODE_ID.test(id)) return undefined;
  return { nodeId: fromHex(id), moniker: String(moniker), listenAddress: String(listenAddress), isOutbound };
}

/** Reads a `node_info` for the SDK's query about the node. Missing members are empty, or 0. */
export function readNodeInfo(value: unknown): NodeInfo {
  const info = objectAt(value);
  const protocol = objectAt(info, 'protocol_version');
  const other = objectAt(info, 'other');
  return {
    protocol: { p2p: versionOf(protocol['p2p']), block: versionOf(protocol['block']), app: versionOf(protocol['app']) },
    nodeId: textOf(info['id']),
    listenAddress: textOf(info['listen_addr']),
    network: textOf(info['network']),
    version: textOf(info['version']),
    channels: tryFromHex(textOf(info['channels'])) ?? EMPTY_BYTES,
    moniker: textOf(info['moniker']),
    txIndex: other['tx_index'] === 'on' ? 'on' : 'off',
    rpcAddress: textOf(other['rpc_address']),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function versionOf(value: unknown): bigint {
  const version = wholeOf(value);
  return version === undefined || version < 0n ? 0n : version;
}
