/** Starts Halley with a dashboard, and makes blocks on it. */
import { call } from './client.js';
import { halley, type Launch, type Target } from './targets.js';

/** Distance of the dashboard's port below that of the EVM JSON-RPC. */
const BELOW = 1000;
/** Blocks of one request while blocks are made without a pause. */
const BLOCKS_OF_A_CALL = 100;

export const dashboardPort = ({ port }: Pick<Target, 'port'>): number => port - BELOW;

/** Returns Halley's command with a dashboard and further flags. */
export const halleyWithPage = (...flags: readonly string[]): Launch => ({
  ...halley,
  args: (port, ...more) => [
    ...halley.args(port, ...more).filter((arg) => !arg.startsWith('--dashboard.address')),
    `--dashboard.address=127.0.0.1:${dashboardPort({ port })}`,
    ...flags,
  ],
});

/** Makes blocks without a pause until `until` ends. Returns the blocks of a second. */
export async function makeBlocks({ port }: Target, until: Promise<unknown>): Promise<number> {
  let [done, blocks] = [false, 0];
  void until.finally(() => {
    done = true;
  });
  const start = performance.now();
  while (!done) {
    await call(port, 'hardhat_mine', [`0x${BLOCKS_OF_A_CALL.toString(16)}`]);
    blocks += BLOCKS_OF_A_CALL;
  }
  return (1000 * blocks) / (performance.now() - start);
}
