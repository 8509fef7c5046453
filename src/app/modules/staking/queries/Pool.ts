/**
 * `/cosmos.staking.v1beta1.Query/Pool` returns how many tokens are bonded, and how many belong to validators outside
 * the set.
 */
import { embedded, integer } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { balanceOf } from '../../bank/store.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../pools.js';
import { readStakingParams } from '../store.js';

const Tokens = message('cosmos.staking.v1beta1.Pool', { notBonded: integer(1), bonded: integer(2) });

export const Pool = defineQuery('/cosmos.staking.v1beta1.Query/Pool', {
  request: NoFields,
  response: message('cosmos.staking.v1beta1.QueryPoolResponse', { pool: embedded(1, Tokens) }),
  answer(_, state) {
    const { bondDenom } = readStakingParams(state);
    return {
      pool: {
        notBonded: balanceOf(state, NOT_BONDED_POOL.address, bondDenom),
        bonded: balanceOf(state, BONDED_POOL.address, bondDenom),
      },
    };
  },
});
