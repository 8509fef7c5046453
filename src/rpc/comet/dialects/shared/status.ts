/** Encodes the result of `status` (consensus-rpc.md 4.3). */
import type { Header } from '../../../../consensus/types/header.js';
import type { Json } from '../../protocol/json.js';
import type { HeaderView, StatusView } from '../views.js';
import { nodeInfo } from './node_info.js';
import { hex, int64, time } from './scalars.js';
import { pubKey } from './validator.js';

/** Describes one block. Before the first block it uses empty hashes, height 0 and the Unix epoch. */
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
  node_info: nodeInfo(view.node, view, engineVersion),
  sync_info: syncInfo(view),
  validator_info: {
    address: hex(view.node.validator.address),
    pub_key: pubKey(view.node.validator.pubKey),
    voting_power: int64(view.node.validator.votingPower),
  },
});
