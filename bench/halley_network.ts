/** Starts Halley's application under CometBFT: `halley testnet start`, an engine and an application for each node. */
import { spawn } from 'node:child_process';
import { makeHomes, type NetworkSize } from './comet_homes.js';
import { type CometNetwork, runningNetwork } from './comet_network.js';
import { untilExit } from './leftovers.js';
import { HALLEY_COMMAND } from './targets.js';

export async function startHalley(engine: string, size: NetworkSize): Promise<CometNetwork> {
  const { folder, links } = await makeHomes(size);
  const network = untilExit(
    spawn(process.execPath, [HALLEY_COMMAND, 'testnet', 'start', folder, `--cometbft=${engine}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  return runningNetwork([network], links);
}
