/** The host lets time pass in another way from now on. Nothing happens to the network itself. */
import { defineCommand } from '../command.js';
import type { MiningModeData } from '../mining_mode.js';

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
