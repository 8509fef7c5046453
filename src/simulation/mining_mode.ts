/** Mining mode's name and parameters as the network stores them: plain data, like a command. */

export interface MiningModeData {
  readonly type: string;
}
