/**
 * Exports `app_state.evm` of a state: parameters, and every account with code or storage, ascending. It omits the
 * contract of EIP-2935, because its ring of block hashes starts empty with a chain; other code at its address is
 * exported.
 */
import { codeSizeLimitText } from '../../../evm/code_size.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { CommittedState } from '../../state/types.js';
import { evmChainIdOf } from '../../types/chain_id.js';
import { HISTORY_ADDRESS, HISTORY_CODE } from './block_hash_history.js';

export function exportEvm(state: CommittedState): object {
  const { baseDenom, chainId, evmChainId, txMaxGas, hardfork, codeSizeLimit } = readChainParams(state);
  return {
    params: {
      evm_denom: baseDenom,
      max_tx_gas: txMaxGas.toString(),
      // Otherwise it follows from the consensus chain id.
      ...(evmChainIdOf(chainId) !== evmChainId && { chain_id: evmChainId.toString() }),
      ...(hardfork !== '' && { hardfork }),
      ...(codeSizeLimit !== 0n && { max_code_size: codeSizeLimitText(Number(codeSizeLimit)) }),
    },
    accounts: [...contracts(state)],
  };
}

function* contracts(state: CommittedState): Iterable<object> {
  for (const [address, { codeHash }] of state.accounts()) {
    const code = state.code(codeHash);
    if (equalBytes(address, HISTORY_ADDRESS) && equalBytes(code, HISTORY_CODE)) continue;
    const storage = [...state.slots(address)].map(([key, value]) => ({ key: to0x(key), value: to0x(value) }));
    if (code.length + storage.length > 0) yield { address: to0x(address), code: to0x(code), storage };
  }
}
