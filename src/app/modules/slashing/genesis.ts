/**
 * Parses and writes `app_state.slashing`, in the SDK's shape: parameters, signing infos of validators, and the blocks that
 * they have missed. `downtime`, which the SDK does not have, makes missed blocks count.
 */
import type { InitChainRequest } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import { consensusPrefix, consensusText } from '../staking/addresses.js';
import { writeMissed } from './downtime.js';
import {
  type SigningInfo,
  type SlashingParams,
  writeEvidenceAge,
  writeSigningInfo,
  writeSlashingParams,
} from './store.js';

export interface SlashingGenesis {
  readonly params: SlashingParams;
  readonly infos: readonly { readonly address: Bytes; readonly info: SigningInfo }[];
  readonly missed: readonly { readonly address: Bytes; readonly indexes: readonly bigint[] }[];
  readonly evidence: InitChainRequest['consensusParams']['evidence'];
}

export function parseSlashingGenesis(
  node: GenesisReader,
  prefix: string,
  { evidence }: InitChainRequest['consensusParams'],
): SlashingGenesis {
  const params = node.field('params');
  const window = params.field('signed_blocks_window');
  const signedBlocksWindow = window.int64(100n);
  if (signedBlocksWindow === 0n) throw window.bad('a number of blocks from 1 on');
  return {
    params: {
      signedBlocksWindow,
      minSignedPerWindow: params.field('min_signed_per_window').share(DECIMAL_ONE / 2n),
      downtimeJailDuration: params.field('downtime_jail_duration').duration(600n * NANOS_PER_SECOND),
      slashFractionDoubleSign: params.field('slash_fraction_double_sign').share(DECIMAL_ONE / 20n),
      slashFractionDowntime: params.field('slash_fraction_downtime').share(DECIMAL_ONE / 100n),
    },
    infos: node
      .field('signing_infos')
      .elements()
      .map((entry) => parseInfo(entry, prefix)),
    missed: node.field('downtime').boolean(false)
      ? node
          .field('missed_blocks')
          .elements()
          .map((entry) => parseMissed(entry, prefix))
      : [],
    evidence,
  };
}

/** Indexes may be beyond the window, which proposals can shorten. */
function parseMissed(entry: GenesisReader, prefix: string): SlashingGenesis['missed'][number] {
  const blocks = entry.field('missed_blocks').elements();
  return {
    address: entry.field('address').address(consensusPrefix(prefix)),
    indexes: blocks.flatMap((block) => {
      const index = block.field('index').int64(0n);
      return block.field('missed').boolean(false) ? [index] : [];
    }),
  };
}

function parseInfo(entry: GenesisReader, prefix: string): SlashingGenesis['infos'][number] {
  const address = entry.field('address').address(consensusPrefix(prefix));
  const info = entry.field('validator_signing_info');
  return {
    address,
    info: {
      address: consensusText(address, prefix),
      startHeight: info.field('start_height').int64(0n),
      indexOffset: info.field('index_offset').int64(0n),
      jailedUntil: info.field('jailed_until').time(0n),
      tombstoned: info.field('tombstoned').boolean(false),
      missedBlocksCounter: info.field('missed_blocks_counter').int64(0n),
    },
  };
}

/**
 * Writes the state, after staking: a signing info of the document overrides the one that joining the set has written.
 */
export function writeSlashingGenesis(state: WorkingState, { params, infos, missed, evidence }: SlashingGenesis): void {
  writeSlashingParams(state, params);
  for (const { address, info } of infos) writeSigningInfo(state, address, info);
  for (const { address, indexes } of missed) for (const index of indexes) writeMissed(state, address, index, true);
  if (evidence !== undefined) writeEvidenceAge(state, evidence);
}
