/** Records the host's new mining mode. The simulated network itself does not change. */
import { defineCommand } from '../command.js';
import type { MiningModeData } from '../options.js';

export interface SetMiningMode {
  readonly type: 'setPace';
  readonly miningMode: MiningModeData;
}

export const command = defineCommand<SetMiningMode>({
  type: 'setPace',
  apply(core, { miningMode }) {
    core.miningMode = miningMode;
  },
  object: ({ miningMode }) => miningMode.type,
});
