/** `cosmos.slashing.v1beta1.MsgUpdateParams` sets slashing's parameters, by a proposal. */
import { checkShare, defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { SlashingParams, writeSlashingParams } from '../store.js';

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.slashing.v1beta1',
  aminoName: 'cosmos-sdk/x/slashing/MsgUpdateParams',
  params: SlashingParams,
  update(params, { state }) {
    if (params.signedBlocksWindow <= 0n)
      throw invalidParams(`signed blocks window must be positive: ${params.signedBlocksWindow}`);
    checkShare('min signed per window', params.minSignedPerWindow);
    if (params.downtimeJailDuration <= 0n)
      throw invalidParams(`downtime jail duration must be positive: ${params.downtimeJailDuration}`);
    checkShare('double sign slash fraction', params.slashFractionDoubleSign);
    checkShare('downtime slash fraction', params.slashFractionDowntime);
    writeSlashingParams(state, params);
  },
});
