/** Makes a validator send its precommits without their extensions, as one does whose software cannot extend votes. */
import { equalBytes } from '../../kernel/bytes.js';
import { type AtPlace, defineFault, isAt } from '../fault.js';
import { node, PLACE_PARAMETERS } from '../fault_parameter.js';

export interface NoExtension extends AtPlace {
  readonly type: 'no-extension';
  readonly node: number;
}

export const fault = defineFault<NoExtension>({
  type: 'no-extension',
  summary: 'Makes a validator send its precommits without vote extensions, so the others drop them.',
  parameters: { node: node('Selects the validator.'), ...PLACE_PARAMETERS },
  links: ({ node }) => ({ from: [node] }),
  transform(fault, envelope, context) {
    const { message } = envelope;
    if (message.type !== 'vote' || message.vote.extension === undefined || !isAt(fault, message.vote))
      return [envelope];
    const { extension: _, ...vote } = message.vote;
    const isOwn = equalBytes(vote.validatorAddress, context.node.key.address);
    return isOwn ? [{ ...envelope, message: { type: 'vote', vote } }] : [envelope];
  },
  byzantine: ({ node }) => node,
  permanent: { probability: 0.1, draw: (node) => ({ type: 'no-extension', node }) },
});
