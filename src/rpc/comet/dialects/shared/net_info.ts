/** Encodes `net_info` (consensus-rpc.md 4.3): peers with the counters of their connections, in the wire's order. */
import type { ChannelView, FlowView, PeerView } from '../../../../backend/comet.js';
import type { NetInfoView } from '../views.js';
import { nodeInfo } from './node_info.js';
import { int64, time } from './scalars.js';

const monitor = (flow: FlowView) => ({
  Start: time(flow.start),
  Bytes: int64(flow.bytes),
  Samples: int64(flow.samples),
  InstRate: int64(flow.instRate),
  CurRate: int64(flow.curRate),
  AvgRate: int64(flow.avgRate),
  PeakRate: int64(flow.peakRate),
  BytesRem: int64(flow.bytesRem),
  Duration: int64(flow.duration),
  Idle: int64(flow.idle),
  TimeRem: int64(flow.timeRem),
  Progress: flow.progress,
  Active: flow.active,
});

const channel = (view: ChannelView) => ({
  ID: view.id,
  SendQueueCapacity: int64(view.sendQueueCapacity),
  SendQueueSize: int64(view.sendQueueSize),
  Priority: int64(view.priority),
  RecentlySent: int64(view.recentlySent),
});

export function netInfo(view: NetInfoView, engineVersion: string) {
  const peer = (p: PeerView) => ({
    node_info: nodeInfo(p.node, view, engineVersion),
    is_outbound: p.isOutbound,
    connection_status: {
      Duration: int64(p.duration),
      SendMonitor: monitor(p.send),
      RecvMonitor: monitor(p.receive),
      Channels: p.channels.map(channel),
    },
    remote_ip: p.remoteIp,
  });
  const { listening, listeners, peers } = view.net;
  return { listening, listeners, n_peers: int64(peers.length), peers: peers.map(peer) };
}
