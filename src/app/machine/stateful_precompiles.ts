/**
 * Adapts the precompiles of modules to contracts that a machine runs, each with its own gas meter and message context.
 */
import type { NativeCall, NativeResult, StatefulPrecompile } from '../../evm/machine.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { readChainParams } from '../sdk/chain_params.js';
import { meteredCalls } from '../sdk/module/call_evm.js';
import { GasMeter } from '../sdk/module/gas_meter.js';
import { MeteredState } from '../sdk/module/metered_state.js';
import type { Precompile } from '../sdk/solidity/precompile.js';
import type { WorkingState } from '../state/types.js';
import { TxFailure } from '../types/tx_failure.js';

export const nativeContract = (precompile: Precompile): StatefulPrecompile<WorkingState> => ({
  address: precompile.address,
  run: (call) => run(precompile, call),
});

async function run(
  { gasOf, run: act, chargesState }: Precompile,
  call: NativeCall<WorkingState>,
): Promise<NativeResult> {
  const { input, caller, value, isStatic, state, block } = call;
  const gas = new GasMeter(call.gas);
  try {
    gas.consume(gasOf(input), 'precompile');
    const { reverted, output, logs } = await act(input, {
      params: readChainParams(state),
      state: chargesState ? new MeteredState(state, gas, true) : state,
      block,
      gas,
      callEvm: meteredCalls(gas, call.callContract),
      emit: (...events) => {
        for (const event of events) state.emit(event);
      },
      caller,
      value,
      isStatic,
    });
    return { outcome: reverted ? 'reverted' : 'success', gasUsed: gas.used, output, logs };
  } catch (error) {
    // A precompile turns all its other errors into a revert itself.
    if (!(error instanceof TxFailure)) throw error;
    return { outcome: 'out of gas', gasUsed: call.gas, output: EMPTY_BYTES, logs: [] };
  }
}
