/** Dumps and loads state files for RPC methods. */
import type { EvmStateFiles } from '../../../backend/evm/state_files.js';
import type { StateDumps } from '../../state_files/dump_state.js';
import { type LoadDeps, loadState } from '../../state_files/load_state.js';

export const evmStateFiles = (dumps: StateDumps, load: LoadDeps): EvmStateFiles => ({
  dumpState: ({ out, ...request }) => dumps.hexOfGzip(request, out),
  loadState: (bytes, client) => loadState(load, bytes, client),
});
