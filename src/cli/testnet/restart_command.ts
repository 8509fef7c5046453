/** Writes the command that starts one node of a network again. */
import { shellWord } from '../../kernel/text.js';
import { DEFAULT_COMETBFT } from './start_flags.js';

export interface RestartTerms {
  readonly folder: string;
  readonly node: string;
  /** Program of CometBFT. */
  readonly cometbft: string;
}

/** Returns the command for a POSIX shell. The program of CometBFT is in it unless it is the default one. */
export function restartCommand({ folder, node, cometbft }: RestartTerms): string {
  const program = cometbft === DEFAULT_COMETBFT ? [] : ['--cometbft', shellWord(cometbft)];
  return ['npx halley-devnet testnet start', shellWord(folder), '--nodes', node, ...program].join(' ');
}
