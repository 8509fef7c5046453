/** Dumps and loads state files for RPC methods. */
import type { EvmStateFiles } from '../../../backend/evm/state_files.js';
import type { DevTxSender } from '../../actions/dev_tx_sender.js';
import type { StateDumps } from '../../state_files/dump_state.js';
import { loadState } from '../../state_files/load_state.js';

export const evmStateFiles = (dumps: StateDumps, devTxSender: DevTxSender): EvmStateFiles => ({
  dumpState: ({ out, ...request }) => dumps.hexOfGzip(request, out),
  loadState: (bytes, client) => loadState(devTxSender, bytes, client),
});
