/** Controls the node's log of calls and blocks. */
import type { EvmConsoleCalls } from './execution.js';

export interface EvmLogging {
  /** Turns the log on or off from now on. Earlier calls and blocks are not logged later. */
  setLogging(enabled: boolean): void;
  /** Logs the console.log calls of a run that leaves no other trace. */
  logConsole(method: 'eth_call' | 'eth_estimateGas', consoleCalls: EvmConsoleCalls | undefined): void;
}
