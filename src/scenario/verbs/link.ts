/** The quality of the link between two validators, in both directions. */
import { optional } from '../document/field.js';
import { flag, time, validators, whole } from '../document/fields.js';
import { defineVerb, named } from '../verb.js';

export const verb = defineVerb({
  name: 'link',
  summary: 'Sets the quality of the link between two validators; without a setting it is restored.',
  fields: {
    validators: validators('Names the two ends.'),
    up: optional(flag('Cuts the link with false.')),
    delay: optional(time('Sets how much later messages arrive.')),
    loss: optional(whole('Sets how many messages are lost, in percent.', 0, 100)),
  },
  perform({ devnet }, { validators: [a = 0, b = 0], up, delay, loss }) {
    return devnet.network.setLink(a, b, {
      up,
      ms: delay,
      percent: loss,
    });
  },
  describe: (data) => `link ${named(data.validators)}`,
});
