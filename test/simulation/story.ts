/** Shortens the trace of a node for comparisons with the catalogue of scenarios (consensus-engine.md 6). */
import type { TestNetwork } from './world_kit.js';

/** Returns the trace of height 1 up to the block, without votes and without the height and round of each step. */
export function story(host: TestNetwork, node: number): readonly string[] {
  const lines = host.trace(node);
  const end = lines.findIndex((line) => line.startsWith('NewBlock '));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !line.startsWith('Vote'))
    .map((line) =>
      line.startsWith('NewRoundStep') ? `S:${line.split(' ')[2]}` : (line.split(' proposer')[0] as string),
    );
}

/** Beginning of round 0 on a node that receives the proposal. */
export const ROUND_0 = ['NewRound 1/0 NewRound', 'S:Propose', 'CompleteProposal 1/0 Propose block=A', 'S:Prevote'];

/** Returns the trace from the prevotes to the decision in one round. */
export const COMMIT = (r: number) => [
  `ValidBlock 1/${r} Prevote`,
  `Polka 1/${r} Prevote`,
  `Lock 1/${r} Prevote`,
  'S:Precommit',
  'S:Commit',
];
