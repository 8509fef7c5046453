/** Answers the queries of `cosmos.evm.feemarket.v1`: the parameters, the base fee and the gas of the last block. */
import { embedded, int, integer } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { unknownError } from '../../../sdk/query/failure.js';
import { DECIMAL_ONE } from '../../../types/coins.js';
import { FeeMarketParams } from '../params.js';
import { readBlockGas, readFeeMarketParams } from '../store.js';

const MAX_INT64 = 2n ** 63n - 1n;

/** `/cosmos.evm.feemarket.v1.Query/BaseFee` returns the base fee of the last block, in wei. It is 0 without a market. */
export const BaseFee = defineQuery('/cosmos.evm.feemarket.v1.Query/BaseFee', {
  rest: '/cosmos/evm/feemarket/v1/base_fee',
  request: NoFields,
  response: message('cosmos.evm.feemarket.v1.QueryBaseFeeResponse', { baseFee: integer(1, 'dec') }),
  answer(_, state) {
    const { noBaseFee, baseFee } = readFeeMarketParams(state);
    return { baseFee: noBaseFee ? 0n : baseFee * DECIMAL_ONE };
  },
});

/** `/cosmos.evm.feemarket.v1.Query/BlockGas` returns the gas that the last block counts for in the next base fee. */
export const BlockGas = defineQuery('/cosmos.evm.feemarket.v1.Query/BlockGas', {
  rest: '/cosmos/evm/feemarket/v1/block_gas',
  request: NoFields,
  response: message('cosmos.evm.feemarket.v1.QueryBlockGasResponse', { gas: int(1) }),
  answer(_, state) {
    const gas = readBlockGas(state);
    if (gas > MAX_INT64) throw unknownError(`block gas ${gas} is higher than MaxInt64: proto: integer overflow`);
    return { gas };
  },
});

/** `/cosmos.evm.feemarket.v1.Query/Params` returns the parameters of the fee market. */
export const Params = defineQuery('/cosmos.evm.feemarket.v1.Query/Params', {
  rest: '/cosmos/evm/feemarket/v1/params',
  request: NoFields,
  response: message('cosmos.evm.feemarket.v1.QueryParamsResponse', { params: embedded(1, FeeMarketParams) }),
  answer: (_, state) => ({ params: readFeeMarketParams(state) }),
});
