/** NodeInfo and the answer of `status` (consensus-rpc.md 3, 4.3). `engineVersion` is how clients tell dialects apart. */
import type { Header } from '../../../../consensus/types/header.js';
import { BLOCK_PROTOCOL } from '../../../../consensus/types/header.js';
import { toHex } from '../../../../kernel/hex.js';
import type { Json } from '../../protocol/json.js';
import type { HeaderView, StatusView } from '../views.js';
import { hex, int64, time } from './scalars.js';
import { pubKey } from './validator.js';

const P2P_PROTOCOL = 8;
/** Block sync, consensus, mempool, evidence, state sync and peer exchange: what a full node speaks. */
const CHANNELS = '40202122233038606100';

const nodeInfo = ({ node, network, appVersion }: StatusView, engineVersion: string): Json => ({
  protocol_version: { p2p: int64(P2P_PROTOCOL), block: int64(BLOCK_PROTOCOL), app: int64(appVersion) },
  id: toHex(node.nodeId),
  listen_addr: node.listenAddress,
  network,
  version: engineVersion,
  channels: CHANNELS,
  moniker: node.moniker,
  other: { tx_index: 'on', rpc_address: node.rpcAddress },
});

/** Before the first block there are empty hashes, height 0 and the Unix epoch. */
function at(view: HeaderView | undefined): { hash: string; app: string; height: string; time: string } {
  const header: Header | undefined = view?.header;
  return {
    hash: view === undefined ? '' : hex(view.hash),
    app: header === undefined ? '' : hex(header.appHash),
    height: int64(header?.height ?? 0n),
    time: time(header?.time ?? 0n),
  };
}

function syncInfo({ latest, earliest }: StatusView): Json {
  const last = at(latest);
  const first = at(earliest);
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

export const status = (view: StatusView, engineVersion: string): Json => ({
  node_info: nodeInfo(view, engineVersion),
  sync_info: syncInfo(view),
  validator_info: {
    address: hex(view.node.validator.address),
    pub_key: pubKey(view.node.validator.pubKey),
    voting_power: int64(view.node.validator.votingPower),
  },
});
