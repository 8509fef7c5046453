/** `/cosmos.staking.v1beta1.Query/Params`. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import type { StateReader } from '../../../state/types.js';
import { encodeStakingParams } from '../params.js';
import { readStakingParams } from '../store.js';

const queryStakingParams = (_: Bytes, state: StateReader): Bytes =>
  new ProtoWriter().message(1, encodeStakingParams(readStakingParams(state))).finish();

export const Params = defineQuery('/cosmos.staking.v1beta1.Query/Params', queryStakingParams);
