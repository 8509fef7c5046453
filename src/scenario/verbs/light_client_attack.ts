/** Submits evidence of a light client attack, as a light client does that has seen two blocks of one height. */
import { ATTACKS } from '../../devnet/actions/light_client_attack.js';
import { oneOf, validators, whole } from '../document/fields.js';
import { defineVerb, named } from '../verb.js';

export const verb = defineVerb({
  name: 'light-client-attack',
  summary: 'Submits evidence that validators signed a second block of a decided height, as a light client does.',
  fields: {
    kind: oneOf('Selects the kind: same round, a state that never was, or another round.', ATTACKS),
    height: whole('Selects the height; a later block must exist.', 2),
    validators: validators('Selects the validators that signed it: more than two thirds.'),
  },
  perform: ({ devnet }, data) => devnet.network.lightClientAttack(data),
  describe: ({ kind, height, validators: signers }) => `${kind} attack at height ${height} by ${named(signers)}`,
});
