/** Makes a validator prevote nil, whatever it received and whatever it locked. It precommits by the rules. */
import { NIL_BLOCK_ID } from '../../consensus/types/block_id.js';
import { VoteType } from '../../consensus/types/vote.js';
import { type AtPlace, defineFault, isAt } from '../fault.js';
import { node, PLACE_PARAMETERS } from '../fault_parameter.js';

export interface NilPrevotes extends AtPlace {
  readonly type: 'nil-prevotes';
  readonly node: number;
}

export const fault = defineFault<NilPrevotes>({
  type: 'nil-prevotes',
  summary: 'Makes a validator prevote nil, whatever it received or locked.',
  parameters: { node: node('Selects the validator.'), ...PLACE_PARAMETERS },
  misbehavior(fault, node) {
    if (node !== fault.node) return undefined;
    return {
      voteFor: (vote, blockId) => (vote.type === VoteType.Prevote && isAt(fault, vote) ? NIL_BLOCK_ID : blockId),
    };
  },
  byzantine: ({ node }) => node,
  permanent: { probability: 0.15, draw: (node) => ({ type: 'nil-prevotes', node }) },
});
