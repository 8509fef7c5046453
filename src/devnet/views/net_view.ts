/**
 * Shows the network as the observed node sees it (`net_info`): one peer for each connected node, with the real traffic
 * of the simulated link.
 */
import type { ChannelView, FlowView, NetView, NodeIdentity, PeerView } from '../../backend/comet.js';
import type { Connection, LinkTraffic, SimNetwork } from '../../simulation/index.js';
import { OBSERVED_NODE } from '../chain/node_identity.js';

/** Channel in the form of its reactor. */
interface ChannelDescription {
  readonly id: number;
  readonly capacity: bigint;
  readonly priority: bigint;
}

/**
 * Channels in the order in which CometBFT's reactors open them (node/setup.go, createSwitch). They are mempool, block
 * sync, consensus (state, data, vote, vote set bits), evidence, state sync (snapshots, chunks) and peer exchange. The
 * numbers are those of their `GetChannels`; a capacity that they leave open is 1.
 */
const CHANNELS: readonly ChannelDescription[] = [
  { id: 0x30, capacity: 1n, priority: 5n },
  { id: 0x40, capacity: 1000n, priority: 5n },
  { id: 0x20, capacity: 100n, priority: 6n },
  { id: 0x21, capacity: 100n, priority: 10n },
  { id: 0x22, capacity: 100n, priority: 7n },
  { id: 0x23, capacity: 2n, priority: 1n },
  { id: 0x38, capacity: 1n, priority: 6n },
  { id: 0x60, capacity: 10n, priority: 5n },
  { id: 0x61, capacity: 10n, priority: 3n },
  { id: 0x00, capacity: 10n, priority: 1n },
];

/** Returns the indexes of the nodes to which the observed node is connected. */
export function connectedPeers(
  simNetwork: SimNetwork,
): readonly { readonly index: number; readonly connection: Connection }[] {
  return Array.from({ length: simNetwork.size }, (_, index) => index).flatMap((index) => {
    // A node has no connection with itself.
    const connection = simNetwork.connection(OBSERVED_NODE, index);
    return connection === undefined ? [] : [{ index, connection }];
  });
}

export function netView(simNetwork: SimNetwork, identities: readonly NodeIdentity[]): NetView {
  const peers = connectedPeers(simNetwork).map(({ index, connection }) =>
    peerView(simNetwork, identities[index] as NodeIdentity, index, connection),
  );
  // The text is that of a listener without an external address, as none is configured.
  return { listening: true, listeners: ['Listener(@)'], peers };
}

function peerView(
  { now }: SimNetwork,
  node: NodeIdentity,
  index: number,
  { since, sent, received }: Connection,
): PeerView {
  return {
    node,
    // Of two nodes, the one with the lower index dials the other.
    isOutbound: OBSERVED_NODE < index,
    remoteIp: '127.0.0.1',
    duration: now - since,
    send: flowView(sent, since),
    receive: flowView(received, since),
    channels: CHANNELS.map((description) => channelView(description, sent)),
  };
}

/** Shows a link's flow. No number of bytes is expected, so none remains. */
const flowView = (link: LinkTraffic, start: bigint): FlowView => ({
  active: true,
  start,
  duration: link.duration,
  idle: link.idle,
  bytes: BigInt(link.bytes),
  samples: BigInt(link.samples),
  instRate: BigInt(link.instRate),
  curRate: BigInt(link.curRate),
  avgRate: BigInt(link.avgRate),
  peakRate: BigInt(link.peakRate),
  bytesRem: 0n,
  timeRem: 0n,
  progress: 0,
});

/** Shows a channel. A link transmits everything at once, so queues are empty. */
function channelView({ id, capacity, priority }: ChannelDescription, { channels }: LinkTraffic): ChannelView {
  const recentlySent = channels.find((channel) => channel.id === id)?.recentlySent ?? 0;
  return { id, sendQueueCapacity: capacity, sendQueueSize: 0n, priority, recentlySent: BigInt(recentlySent) };
}
