/** The name of a pace and its parameters, as a world keeps them: plain data, like a command. */

export interface MiningModeData {
  readonly type: string;
}
