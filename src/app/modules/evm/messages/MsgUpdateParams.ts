/**
 * `cosmos.evm.vm.v1.MsgUpdateParams` turns stateful precompiles off and on, and lists channels of EVM chains, by a
 * proposal. The next block has them.
 */
import { writeChainParams } from '../../../sdk/chain_params.js';
import { defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { EvmParams, evmParamsProblem, inactiveWith } from '../params.js';

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.evm.vm.v1',
  aminoName: 'cosmos/evm/x/vm/MsgUpdateParams',
  params: EvmParams,
  update(given, { state, params }) {
    const problem = evmParamsProblem(given, params);
    if (problem !== undefined) throw invalidParams(problem);
    const { evmChannels, activeStaticPrecompiles } = given;
    writeChainParams(state, { ...params, evmChannels, inactivePrecompiles: inactiveWith(activeStaticPrecompiles) });
  },
});
