/** Implements the namespace `admin`. */
import type { EvmBlocks } from '../../../backend/evm/blocks.js';
import type { EvmInstance, EvmNetwork, EvmNode, EvmPeer } from '../../../backend/evm/node.js';
import { to0x, toHex } from '../../../kernel/hex.js';
import type { JsonObject } from '../../../kernel/json.js';
import { evmMethod } from '../context.js';

export const admin_datadir = evmMethod({
  name: 'admin_datadir',
  summary: 'Returns the home folder as an absolute path; empty for a chain that is only in memory.',
  params: [],
  result: 'string',
  trustedOnly: true,
  handler: ({ evm }) => evm.home ?? '',
  example: { params: [], result: '' },
});

type Shown = EvmNetwork & EvmBlocks & EvmInstance;

/** Splits an address such as `tcp://127.0.0.1:26656` into host and port. */
function endpoint(address: string): { readonly host: string; readonly port: number } {
  const [host = '', port = '0'] = address.replace(/^tcp:\/\//, '').split(/:(?=\d+$)/);
  return { host, port: Number(port) };
}

/** Makes a node's address in geth's form. The id is that of CometBFT, with 20 bytes. */
function enodeOf({ nodeId, listenAddress }: EvmNode): string {
  const { host, port } = endpoint(listenAddress);
  return `enode://${toHex(nodeId)}@${host}:${port}`;
}

/** Describes the node in geth's form (evm-json-rpc.md 1.9), as far as a CometBFT node has what it shows. */
function nodeInfoView(port: Shown, name: string): JsonObject {
  const node = port.node();
  const { host, port: listener } = endpoint(node.listenAddress);
  const hashAt = (height: bigint): string => to0x(port.block(height)?.hash ?? new Uint8Array(32));
  return {
    id: toHex(node.nodeId),
    name,
    enode: enodeOf(node),
    enr: '',
    ip: host,
    ports: { discovery: 0, listener },
    listenAddr: `${host}:${listener}`,
    protocols: {
      eth: {
        network: Number(port.chainId),
        difficulty: 0,
        genesis: hashAt(0n),
        config: chainConfig(port),
        head: hashAt(port.head()),
      },
    },
  };
}

/** Forks of Ethereum. All of them up to the chain's fork apply from genesis on. */
const BLOCK_FORKS = [
  'homesteadBlock',
  'eip150Block',
  'eip155Block',
  'eip158Block',
  'byzantiumBlock',
  'constantinopleBlock',
  'petersburgBlock',
  'istanbulBlock',
  'berlinBlock',
  'londonBlock',
];
const TIME_FORKS = ['shanghai', 'cancun', 'prague', 'osaka'];

function chainConfig({ chainId, hardfork }: Shown): JsonObject {
  const times = TIME_FORKS.slice(0, TIME_FORKS.indexOf(hardfork) + 1);
  return {
    chainId: Number(chainId),
    ...Object.fromEntries(BLOCK_FORKS.map((fork) => [fork, 0])),
    terminalTotalDifficulty: 0,
    ...Object.fromEntries(times.map((fork) => [`${fork}Time`, 0])),
  };
}

/** Describes a peer. Nodes exchange only CometBFT's messages, so the peer has no Ethereum protocol. */
function peerView(port: Shown, peer: EvmPeer): JsonObject {
  const [own, theirs] = [endpoint(port.node().listenAddress), endpoint(peer.listenAddress)];
  return {
    enode: enodeOf(peer),
    id: toHex(peer.nodeId),
    name: peer.moniker,
    caps: ['tendermint/p2p'],
    network: {
      localAddress: `127.0.0.1:${own.port}`,
      remoteAddress: `${theirs.host}:${theirs.port}`,
      inbound: !peer.isOutbound,
      trusted: false,
      static: true,
    },
    protocols: {},
  };
}

export const admin_nodeInfo = evmMethod({
  name: 'admin_nodeInfo',
  summary: 'Describes the node: its id, its addresses and its chain.',
  params: [],
  result: 'object',
  handler: ({ evm, compat }) => nodeInfoView(evm, compat.clientVersion),
  example: { params: [], result: { name: 'anvil/v1.0.0/halley' } },
});

export const admin_peers = evmMethod({
  name: 'admin_peers',
  summary: 'Lists the other validators that this node is connected to.',
  params: [],
  result: 'array of objects',
  handler: ({ evm }) => evm.peers().map((peer) => peerView(evm, peer)),
  example: { params: [], result: [{}, {}, {}] },
});
