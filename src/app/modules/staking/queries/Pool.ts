/** `/cosmos.staking.v1beta1.Query/Pool`: how many tokens are bonded, and how many lie with validators outside the set. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import type { StateReader } from '../../../state/types.js';
import { balanceOf } from '../../bank/store.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../pools.js';
import { readStakingParams } from '../store.js';

function queryPool(_: Bytes, state: StateReader): Bytes {
  const { bondDenom } = readStakingParams(state);
  const pool = new ProtoWriter()
    .string(1, balanceOf(state, NOT_BONDED_POOL.address, bondDenom).toString())
    .string(2, balanceOf(state, BONDED_POOL.address, bondDenom).toString());
  return new ProtoWriter().message(1, pool.finish()).finish();
}

export const Pool = defineQuery('/cosmos.staking.v1beta1.Query/Pool', queryPool);
