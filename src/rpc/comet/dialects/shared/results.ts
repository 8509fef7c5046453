/** Encodes the results whose shape is the same from 0.34 to 0.38, except for the encoders passed in. */
import type { ChannelView, FlowView, PeerView, RoundStateView, UnconfirmedView } from '../../../../backend/comet.js';
import type { GenesisDoc, GenesisValidator } from '../../../../consensus/types/genesis.js';
import type { Header } from '../../../../consensus/types/header.js';
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import { addressOf } from '../../../../consensus/types/validator_set.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { Json } from '../../../../kernel/json.js';
import type { ResultShapes } from '../dialect.js';
import type { HeaderView, NetInfoView, StatusView } from '../views.js';
import { abciInfo, abciQuery } from './abci.js';
import { type BlockShape, blockMeta, storedBlock } from './block.js';
import { commit } from './commit.js';
import { consensusDump } from './consensus_dump.js';
import { header } from './header.js';
import { type NodeVersions, nodeInfo } from './node_info.js';
import { base64, hex, int64, listOrAbsent, time } from './scalars.js';
import { broadcastTx, tx } from './tx.js';
import { allRoundVotes, pubKey, type VoteLine, validator } from './votes.js';

export interface VersionParts extends NodeVersions {
  readonly block: BlockShape;
  voteLine(vote: Vote): string;
  params(params: ConsensusParams): Json;
}

export type SharedResults = Omit<ResultShapes, 'block_results' | 'broadcast_tx_commit' | 'check_tx'>;

export const sharedResults = ({ block, voteLine, params, ...versions }: VersionParts): SharedResults => ({
  status: (view) => status(view, versions),
  net_info: (view) => netInfo(view, versions),
  block: (stored) => storedBlock(stored, block),
  header: (found) => ({ header: found === undefined ? null : header(found) }),
  blockchain: ({ lastHeight, blocks }) => ({ last_height: int64(lastHeight), block_metas: blocks.map(blockMeta) }),
  commit: (view) =>
    view === undefined
      ? null
      : { signed_header: { header: header(view.header), commit: commit(view.commit) }, canonical: view.canonical },
  validators: ({ height, page, total }) => ({
    block_height: int64(height),
    validators: page.map(validator),
    count: int64(page.length),
    total: int64(total),
  }),
  consensus_params: (view) => ({ block_height: int64(view.height), consensus_params: params(view.params) }),
  consensus_state: (state, rounds) => roundState(state, voteLine, rounds),
  consensus_state_rounds: (part) => allRoundVotes(part, voteLine),
  dump_consensus_state: (view, rounds) => consensusDump(view, { block, voteLine }, rounds),
  dump_consensus_state_rounds: (part) => allRoundVotes(part, voteLine),
  unconfirmed_txs: unconfirmedTxs,
  num_unconfirmed_txs: numUnconfirmedTxs,
  genesis: (doc) => genesis(doc, params),
  genesis_chunked: ({ chunk, total, data }) => ({ chunk: int64(chunk), total: int64(total), data: base64(data) }),
  tx,
  tx_search: ({ txs, total }) => ({ txs: txs.map(tx), total_count: int64(total) }),
  block_search: ({ blocks, total }) => ({
    blocks: blocks.map((stored) => storedBlock(stored, block)),
    total_count: int64(total),
  }),
  broadcast_evidence: (hash) => ({ hash: base64(hash) }),
  broadcast_tx: broadcastTx,
  dial: (log) => ({ log }),
  abci_info: abciInfo,
  abci_query: abciQuery,
});

/** Encodes the mempool (consensus-rpc.md 4.3). `num_unconfirmed_txs` has the same members, but no transactions. */
const unconfirmedTxs = ({ txs, total, totalBytes }: UnconfirmedView) => ({
  n_txs: int64(txs.length),
  total: int64(total),
  total_bytes: int64(totalBytes),
  txs: txs.map(base64),
});

const numUnconfirmedTxs = ({ total, totalBytes }: UnconfirmedView) => ({
  n_txs: int64(total),
  total: int64(total),
  total_bytes: int64(totalBytes),
  txs: null,
});

const genesisValidator = (v: GenesisValidator): Json => ({
  address: hex(addressOf(v.pubKey)),
  pub_key: pubKey(v.pubKey),
  power: int64(v.power),
  name: v.name,
});

/** Encodes the genesis document (consensus-rpc.md 4.3). `params` is the dialect's encoder. */
const genesis = (doc: GenesisDoc, params: (p: ConsensusParams) => Json): Json => ({
  genesis_time: time(doc.genesisTime),
  chain_id: doc.chainId,
  initial_height: int64(doc.initialHeight),
  consensus_params: params(doc.consensusParams),
  validators: listOrAbsent(doc.validators, genesisValidator),
  app_hash: hex(doc.appHash),
  app_state: doc.appState as Json | undefined,
});

/**
 * Encodes `consensus_state`: one validator's round as text (consensus-rpc.md 10.2). `voteLine` is the dialect's
 * encoder, and `rounds` replaces the state's own rounds.
 */
export function roundState(state: RoundStateView, voteLine: VoteLine, rounds: Json = allRoundVotes(state, voteLine)) {
  const { validators, proposerIndex } = state.validators;
  const proposer = validators[proposerIndex];
  return {
    round_state: {
      'height/round/step': `${state.height}/${state.round}/${state.step}`,
      start_time: time(state.startTime),
      proposal_block_hash: hex(state.proposalBlockHash),
      locked_block_hash: hex(state.lockedBlockHash),
      valid_block_hash: hex(state.validBlockHash),
      height_vote_set: rounds,
      proposer: { address: proposer === undefined ? '' : hex(proposer.address), index: proposerIndex },
    },
  };
}

/** Describes one block. Before the first block it uses empty hashes, height 0 and the Unix epoch. */
function blockFacts(view: HeaderView | undefined): { hash: string; app: string; height: string; time: string } {
  const header: Header | undefined = view?.header;
  return {
    hash: view === undefined ? '' : hex(view.hash),
    app: header === undefined ? '' : hex(header.appHash),
    height: int64(header?.height ?? 0n),
    time: time(header?.time ?? 0n),
  };
}

function syncInfo({ latest, earliest }: StatusView): Json {
  const last = blockFacts(latest);
  const first = blockFacts(earliest);
  return {
    latest_block_hash: last.hash,
    latest_app_hash: last.app,
    latest_block_height: last.height,
    latest_block_time: last.time,
    earliest_block_hash: first.hash,
    earliest_app_hash: first.app,
    earliest_block_height: first.height,
    earliest_block_time: first.time,
    catching_up: false,
  };
}

/** Encodes the result of `status` (consensus-rpc.md 4.3). */
const status = (view: StatusView, versions: NodeVersions): Json => ({
  node_info: nodeInfo(view.node, view, versions),
  sync_info: syncInfo(view),
  validator_info: {
    address: hex(view.node.validator.address),
    pub_key: pubKey(view.node.validator.pubKey),
    voting_power: int64(view.node.validator.votingPower),
  },
});

const flowMonitor = (flow: FlowView) => ({
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

const channelStatus = (view: ChannelView) => ({
  ID: view.id,
  SendQueueCapacity: int64(view.sendQueueCapacity),
  SendQueueSize: int64(view.sendQueueSize),
  Priority: int64(view.priority),
  RecentlySent: int64(view.recentlySent),
});

/** Encodes `net_info` (consensus-rpc.md 4.3): peers with the counters of their connections, in the wire's order. */
function netInfo(view: NetInfoView, versions: NodeVersions) {
  const peer = (p: PeerView) => ({
    node_info: nodeInfo(p.node, view, versions),
    is_outbound: p.isOutbound,
    connection_status: {
      Duration: int64(p.duration),
      SendMonitor: flowMonitor(p.send),
      RecvMonitor: flowMonitor(p.receive),
      Channels: p.channels.map(channelStatus),
    },
    remote_ip: p.remoteIp,
  });
  const { listening, listeners, peers } = view.net;
  return { listening, listeners, n_peers: int64(peers.length), peers: peers.map(peer) };
}
