/** Makes a validator extend its precommits with bytes that no application expects. It signs them correctly. */
import { utf8 } from '../../kernel/text.js';
import { type AtPlace, defineFault, isAt } from '../fault.js';
import { node, PLACE_PARAMETERS } from '../fault_parameter.js';

export interface BadExtension extends AtPlace {
  readonly type: 'bad-extension';
  readonly node: number;
}

const BAD_EXTENSION = utf8('bad extension');

export const fault = defineFault<BadExtension>({
  type: 'bad-extension',
  summary: 'Makes a validator sign vote extensions that the application rejects, so the others drop its precommits.',
  parameters: { node: node('Selects the validator.'), ...PLACE_PARAMETERS },
  misbehavior(fault, node) {
    if (node !== fault.node) return undefined;
    return { extendWith: (place, extension) => (isAt(fault, place) ? BAD_EXTENSION : extension) };
  },
  byzantine: ({ node }) => node,
  permanent: { probability: 0.1, draw: (node) => ({ type: 'bad-extension', node }) },
});
