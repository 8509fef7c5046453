/** Reverts the chain to a snapshot. */
import { HalleyError } from '../../kernel/errors.js';
import { text } from '../document/fields.js';
import { defineVerb, idOf, ownOf } from '../verb.js';

export const verb = defineVerb({
  name: 'revert',
  summary: 'Reverts the chain to a snapshot of the timeline.',
  isOfEvm: true,
  fields: { name: text('Names the snapshot.') },
  needs: ({ name }) => [{ kind: 'snapshot', name, member: 'name' }],
  async perform(stage, { name }) {
    if (await ownOf(stage).revert(idOf(stage, 'snapshot', name))) return;
    throw new HalleyError(
      'not-found',
      `the snapshot "${name}" exists no more: a revert removes its snapshot and all later ones, so take it again`,
      { name },
    );
  },
  describe: ({ name }) => `revert to "${name}"`,
});
