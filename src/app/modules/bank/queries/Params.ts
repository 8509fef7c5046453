/** `/cosmos.bank.v1beta1.Query/Params`. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import type { StateReader } from '../../../state/types.js';
import { bankParams } from '../store.js';

const queryBankParams = (_: Bytes, state: StateReader): Bytes =>
  new ProtoWriter().message(1, bankParams(state)).finish();

export const Params = defineQuery('/cosmos.bank.v1beta1.Query/Params', queryBankParams);
