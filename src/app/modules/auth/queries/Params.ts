/** `/cosmos.auth.v1beta1.Query/Params`. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import type { StateReader } from '../../../state/types.js';
import { AuthParams } from '../params.js';
import { readAuthParams } from '../store.js';

const queryAuthParams = (_: Bytes, state: StateReader): Bytes =>
  new ProtoWriter().message(1, AuthParams.encode(readAuthParams(state))).finish();

export const Params = defineQuery('/cosmos.auth.v1beta1.Query/Params', queryAuthParams);
