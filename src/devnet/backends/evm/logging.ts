/** Turns the node's log on and off, and logs console.log lines of calls. */
import type { EvmLogging } from '../../../backend/evm/logging.js';
import { consoleLines } from '../../log/console/lines.js';
import type { NodeLog } from '../../log/node_log.js';

export const evmLogging = (log: NodeLog): EvmLogging => ({
  setLogging: (enabled) => {
    log.enabled = enabled;
  },
  logConsole: (method, consoleCalls) => {
    if (consoleCalls !== undefined && !log.quiet)
      log.write({ type: 'console', method, lines: consoleLines(consoleCalls) });
  },
});
