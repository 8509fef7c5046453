/** `/cosmos.slashing.v1beta1.Query/Params`. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import type { StateReader } from '../../../state/types.js';
import { encodeSlashingParams } from '../params.js';
import { readSlashingParams } from '../store.js';

const querySlashingParams = (_: Bytes, state: StateReader): Bytes =>
  new ProtoWriter().message(1, encodeSlashingParams(readSlashingParams(state))).finish();

export const Params = defineQuery('/cosmos.slashing.v1beta1.Query/Params', querySlashingParams);
