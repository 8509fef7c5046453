/** Defines x/slashing and x/evidence, which punish double signing and downtime, and let jailed validators return. */
import { formatTime } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader } from '../../state/types.js';
import { storedAddress } from '../../types/address.js';
import { formatDecimal } from '../../types/coins.js';
import { formatDuration } from '../../types/duration.js';
import { handleSignatures, missedBlocks } from './downtime.js';
import { handleMisbehavior } from './evidence.js';
import { parseSlashingGenesis, writeSlashingGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { readSlashingParams, SIGNING_INFOS, SigningInfo } from './store.js';

/** Exports `app_state.slashing` of a state. The consensus parameters state how long evidence counts. */
function exportSlashing(state: StateReader): object {
  const params = readSlashingParams(state);
  const { punishesDowntime } = readChainParams(state);
  const infos = [...state.entries('slashing', SIGNING_INFOS)].map(([, value]) => SigningInfo.decode(value));
  return {
    ...(punishesDowntime && { downtime: true }),
    params: {
      signed_blocks_window: params.signedBlocksWindow.toString(),
      min_signed_per_window: formatDecimal(params.minSignedPerWindow),
      downtime_jail_duration: formatDuration(params.downtimeJailDuration),
      slash_fraction_double_sign: formatDecimal(params.slashFractionDoubleSign),
      slash_fraction_downtime: formatDecimal(params.slashFractionDowntime),
    },
    signing_infos: infos.map(infoJson),
    missed_blocks: punishesDowntime ? infos.map((info) => missedJson(state, info)) : [],
  };
}

const infoJson = (info: SigningInfo): object => ({
  address: info.address,
  validator_signing_info: {
    address: info.address,
    start_height: info.startHeight.toString(),
    index_offset: info.indexOffset.toString(),
    jailed_until: formatTime(info.jailedUntil),
    tombstoned: info.tombstoned,
    missed_blocks_counter: info.missedBlocksCounter.toString(),
  },
});

const missedJson = (state: StateReader, { address }: SigningInfo): object => ({
  address,
  missed_blocks: missedBlocks(state, storedAddress(address)).map((index) => ({
    index: index.toString(),
    missed: true,
  })),
});

export const slashing = defineModule({
  name: 'slashing',
  stores: ['slashing'],
  accounts: [],
  genesis: {
    parse: (node, { request, params }) => parseSlashingGenesis(node, params.bech32Prefix, request.consensusParams),
    write: writeSlashingGenesis,
    export: exportSlashing,
  },
  messages: MESSAGES,
  queries: QUERIES,
  beginBlock: (block, header) => [...handleSignatures(block, header), ...handleMisbehavior(block, header)],
});
