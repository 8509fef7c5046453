/**
 * Starts CometBFT with its example application: one validator, and a block in every interval, also without
 * transactions.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './leftovers.js';
import { configure } from './settings_file.js';
import { goProgram, type Launch } from './targets.js';

/** Returns undefined if no binary is installed. */
export function kvstore(blockSeconds: number, subscribers: number, eventsOfABlock: number): Launch | undefined {
  const command = goProgram('cometbft');
  if (command === undefined) return undefined;
  const home = temporaryFolder();
  const init = spawnSync(command, ['init', '--home', home], { encoding: 'utf8' });
  if (init.status !== 0) throw new Error(`cometbft init failed: ${init.stderr}`);
  configure(join(home, 'config/config.toml'), {
    log_level: '"none"',
    timeout_commit: `"${blockSeconds}s"`,
    max_subscription_clients: subscribers,
    // A subscriber that falls behind by more than this loses events.
    experimental_subscription_buffer_size: eventsOfABlock,
    experimental_websocket_write_buffer_size: eventsOfABlock,
  });
  return {
    name: 'CometBFT kvstore',
    command,
    probe: 'health',
    args: (port) => [
      ...['start', '--home', home, '--proxy_app=kvstore', '--p2p.pex=false', '--p2p.laddr=tcp://127.0.0.1:0'],
      `--rpc.laddr=tcp://127.0.0.1:${port}`,
    ],
    sameWsPort: true,
  };
}
