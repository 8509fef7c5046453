/** Calls contracts from Cosmos messages. Each call is a separate run in the block's machine, on the message's state. */
import type { ContractAnswer, ContractCall, Execution } from '../../evm/machine.js';
import { machineFailure } from '../machine/machine_failure.js';
import { changeSupply } from '../modules/bank/store.js';
import { type CallEvm, meteredCalls } from '../sdk/module/call_evm.js';
import type { GasMeter } from '../sdk/module/gas_meter.js';
import type { WorkingState } from '../state/types.js';
import { TxFailure } from '../types/tx_failure.js';
import type { BlockRun } from './block_run.js';

/** Describes where contracts run. */
export interface ContractRun extends Pick<BlockRun, 'params' | 'context' | 'machine'> {
  readonly state: WorkingState;
}

/** Is the intrinsic gas of a call, which has been charged before. */
const NOTHING_OWED = { intrinsic: 0n, floor: 0n };

export const callsOf = (run: ContractRun, gas: GasMeter): CallEvm =>
  meteredCalls(gas, (call) => callContract(run, call));

async function callContract(run: ContractRun, call: ContractCall): Promise<ContractAnswer> {
  const { state, params } = run;
  const start = state.checkpoint();
  const { burned, ...answer } = await execute(run, call);
  if (!call.commit) state.revertTo(start);
  else if (burned !== 0n) changeSupply(state, params.baseDenom, -burned);
  return answer;
}

/** Throws TxFailure when the machine fails. The block then uses another machine. */
async function execute(
  { state, machine, context }: ContractRun,
  { from, to, input, gas }: ContractCall,
): Promise<Execution> {
  const used = await machine(state);
  const message = {
    from,
    to,
    value: 0n,
    input,
    gasLimit: gas,
    gasPrice: 0n,
    accessList: undefined,
    authorizationList: undefined,
  };
  try {
    return await used.execute(context, message, NOTHING_OWED);
  } catch (error) {
    throw new TxFailure(machineFailure(used, error));
  }
}
