/** `/cosmos.base.tendermint.v1beta1.Service/GetSyncing`. */
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { defineNodeQuery } from '../../query/define_query.js';
import type { QueryServices } from '../../query/handler.js';
import type { StateReader } from '../../state/types.js';
import { factsOf } from '../facts.js';

const querySyncing = (_: Bytes, __: StateReader, services: QueryServices): Bytes =>
  new ProtoWriter().bool(1, factsOf(services).syncing).finish();

export const GetSyncing = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetSyncing', querySyncing);
