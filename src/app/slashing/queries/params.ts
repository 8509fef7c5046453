/** `/cosmos.slashing.v1beta1.Query/Params`. */
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import { encodeSlashingParams } from '../params.js';
import { readSlashingParams } from '../store.js';

export const querySlashingParams = (_: Bytes, state: StateReader): Bytes =>
  new ProtoWriter().message(1, encodeSlashingParams(readSlashingParams(state))).finish();
