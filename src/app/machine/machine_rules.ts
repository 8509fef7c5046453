/** Defines what all machines of a chain share: its stateful precompiles and the hashes of its blocks. */
import type { MachineRules } from '../../evm/machine.js';
import { NATIVE_CODE } from '../modules/erc20/native_code.js';
import { blockHashAt } from '../modules/evm/block_hash_history.js';
import { coinContractAt } from '../precompiles/erc20/coin_contract.js';
import { PRECOMPILES } from '../precompiles/index.generated.js';
import type { WorkingState } from '../state/types.js';
import { nativeContract } from './stateful_precompiles.js';

export const MACHINE_RULES: MachineRules<WorkingState> = {
  natives: PRECOMPILES.map(nativeContract),
  nativesInState: {
    code: NATIVE_CODE,
    at(state, address) {
      const found = coinContractAt(state, address);
      return found && nativeContract(found);
    },
  },
  blockHash: blockHashAt,
};
