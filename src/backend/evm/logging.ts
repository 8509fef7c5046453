/** The node's log of calls and blocks. */
import type { EvmConsoleCalls } from './execution.js';

export interface EvmLogging {
  /** Whether anything is logged from now on; no call or block is made again for it. */
  setLogging(enabled: boolean): void;
  /** What contracts said in a run that leaves no trace. */
  logConsole(method: 'eth_call' | 'eth_estimateGas', consoleCalls: EvmConsoleCalls | undefined): void;
}
