/** The state file whose blocks a running chain takes over. */
import type { Any } from '../../codec/cosmos/base.js';
import type { NewHistory } from '../../config/genesis_forms/history/history_of.js';
import type { StateFile } from '../../config/genesis_forms/state_file.js';

export interface TakenHistory {
  readonly file: StateFile;
  readonly history: NewHistory;
  /** Returns the dev messages that put the file's accounts over those of a chain. */
  readonly messages: () => Iterable<Any>;
}

/** Lets a chain that begins after the file's blocks take the place of the present one. */
export type TakeHistory = (history: TakenHistory) => Promise<void>;
