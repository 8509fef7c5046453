/** The paths of `cosmos.slashing.v1beta1.Query`. */
import type { GrpcTable } from '../query/handler.js';
import { querySlashingParams } from './queries/params.js';
import { querySigningInfo } from './queries/signing_info.js';
import { querySigningInfos } from './queries/signing_infos.js';

export const SLASHING_QUERIES: GrpcTable = {
  '/cosmos.slashing.v1beta1.Query/Params': querySlashingParams,
  '/cosmos.slashing.v1beta1.Query/SigningInfo': querySigningInfo,
  '/cosmos.slashing.v1beta1.Query/SigningInfos': querySigningInfos,
};
