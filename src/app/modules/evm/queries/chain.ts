/** Answers the queries of `cosmos.evm.vm.v1` about the chain: its forks, prices and parameters (cosmos/evm 0.7). */
import { bool, embedded, integer, optionalInteger, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Hardfork, isFrom } from '../../../../evm/hardfork.js';
import { hardforkOf, readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { DECIMAL_ONE } from '../../../types/coins.js';
import { readFeeMarketParams } from '../../feemarket/store.js';
import { EvmParams, shownEvmParams } from '../params.js';

/** Forks by the block or time of their activation; `undefined` for one that the chain does not have. */
const ChainConfig = message('cosmos.evm.vm.v1.ChainConfig', {
  homesteadBlock: optionalInteger(1),
  daoForkBlock: optionalInteger(2),
  daoForkSupport: bool(3),
  eip150Block: optionalInteger(4),
  eip155Block: optionalInteger(6),
  eip158Block: optionalInteger(7),
  byzantiumBlock: optionalInteger(8),
  constantinopleBlock: optionalInteger(9),
  petersburgBlock: optionalInteger(10),
  istanbulBlock: optionalInteger(11),
  muirGlacierBlock: optionalInteger(12),
  berlinBlock: optionalInteger(13),
  londonBlock: optionalInteger(17),
  arrowGlacierBlock: optionalInteger(18),
  grayGlacierBlock: optionalInteger(20),
  mergeNetsplitBlock: optionalInteger(21),
  chainId: uint(24),
  denom: string(25),
  decimals: uint(26),
  shanghaiTime: optionalInteger(27),
  cancunTime: optionalInteger(28),
  pragueTime: optionalInteger(29),
  verkleTime: optionalInteger(30),
  osakaTime: optionalInteger(31),
});

/** Forks before Shanghai, which every chain has from its genesis on. */
const OLD_FORKS = {
  homesteadBlock: 0n,
  daoForkBlock: 0n,
  daoForkSupport: true,
  eip150Block: 0n,
  eip155Block: 0n,
  eip158Block: 0n,
  byzantiumBlock: 0n,
  constantinopleBlock: 0n,
  petersburgBlock: 0n,
  istanbulBlock: 0n,
  muirGlacierBlock: 0n,
  berlinBlock: 0n,
  londonBlock: 0n,
  arrowGlacierBlock: 0n,
  grayGlacierBlock: 0n,
  mergeNetsplitBlock: 0n,
} as const;

/** Decimals of the base denom. */
const DECIMALS = 18n;

/** `/cosmos.evm.vm.v1.Query/BaseFee` returns the base fee of the last block in wei. It is 0 without a fee market. */
export const BaseFee = defineQuery('/cosmos.evm.vm.v1.Query/BaseFee', {
  rest: '/cosmos/evm/vm/v1/base_fee',
  request: NoFields,
  response: message('cosmos.evm.vm.v1.QueryBaseFeeResponse', { baseFee: integer(1) }),
  answer(_, state) {
    const { noBaseFee, baseFee } = readFeeMarketParams(state);
    return { baseFee: noBaseFee ? 0n : baseFee };
  },
});

/** `/cosmos.evm.vm.v1.Query/Config` returns chain id, denom and forks. */
export const Config = defineQuery('/cosmos.evm.vm.v1.Query/Config', {
  rest: '/cosmos/evm/vm/v1/config',
  request: NoFields,
  response: message('cosmos.evm.vm.v1.QueryConfigResponse', { config: embedded(1, ChainConfig) }),
  answer(_, state) {
    const params = readChainParams(state);
    const chosen = hardforkOf(params);
    const from = (fork: Hardfork): bigint | undefined => (isFrom(chosen, fork) ? 0n : undefined);
    return {
      config: {
        ...OLD_FORKS,
        chainId: params.evmChainId,
        denom: params.baseDenom,
        decimals: DECIMALS,
        shanghaiTime: 0n,
        cancunTime: from('cancun'),
        pragueTime: from('prague'),
        verkleTime: undefined,
        osakaTime: from('osaka'),
      },
    };
  },
});

/** `/cosmos.evm.vm.v1.Query/GlobalMinGasPrice` returns the least price of gas in whole wei. */
export const GlobalMinGasPrice = defineQuery('/cosmos.evm.vm.v1.Query/GlobalMinGasPrice', {
  rest: '/cosmos/evm/vm/v1/min_gas_price',
  request: NoFields,
  response: message('cosmos.evm.vm.v1.QueryGlobalMinGasPriceResponse', { minGasPrice: integer(1) }),
  answer: (_, state) => ({ minGasPrice: readFeeMarketParams(state).minGasPrice / DECIMAL_ONE }),
});

/** `/cosmos.evm.vm.v1.Query/Params` returns denom, active precompiles and limits. */
export const Params = defineQuery('/cosmos.evm.vm.v1.Query/Params', {
  rest: '/cosmos/evm/vm/v1/params',
  request: NoFields,
  response: message('cosmos.evm.vm.v1.QueryParamsResponse', { params: embedded(1, EvmParams) }),
  answer: (_, state) => ({ params: shownEvmParams(readChainParams(state)) }),
});
