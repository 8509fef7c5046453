/** Nodes in geth's shape (evm-json-rpc.md 1.9), as far as nodes of this engine have what it shows. */

import type { EvmBlocks } from '../../../backend/evm/blocks.js';
import type { EvmInstance } from '../../../backend/evm/instance.js';
import type { EvmNetwork, EvmNode, EvmPeer } from '../../../backend/evm/network.js';
import { to0x, toHex } from '../../../kernel/hex.js';
import type { JsonObject } from './json.js';

type Shown = EvmNetwork & Pick<EvmBlocks, 'head' | 'block'> & Pick<EvmInstance, 'hardfork'>;

/** `tcp://127.0.0.1:26656` in parts. */
function endpoint(address: string): { readonly host: string; readonly port: number } {
  const [host = '', port = '0'] = address.replace(/^tcp:\/\//, '').split(/:(?=\d+$)/);
  return { host, port: Number(port) };
}

/** geth's form of a node's address; the id is the engine's, 20 bytes. */
function enodeOf({ nodeId, listenAddress }: EvmNode): string {
  const { host, port } = endpoint(listenAddress);
  return `enode://${toHex(nodeId)}@${host}:${port}`;
}

export function nodeInfoView(port: Shown, name: string): JsonObject {
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

/** Every fork of Ethereum's up to the one in force has been there from the beginning. */
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

/** What passes between nodes is the engine's; there is no protocol of Ethereum's. */
export function peerView(port: Shown, peer: EvmPeer): JsonObject {
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
