/** The host lets time pass in another way from now on. Nothing happens to the network itself. */
import { defineCommand } from '../command.js';
import type { PaceData } from '../mining_mode.js';

export interface SetPace {
  readonly type: 'setPace';
  readonly pace: PaceData;
}

export const command = defineCommand<SetPace>({
  type: 'setPace',
  obey(core, { pace }) {
    core.pace = pace;
  },
  object: ({ pace }) => pace.type,
});
