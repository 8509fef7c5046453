/** Implements `halley_setLink`, a method of Halley only. It replaces all settings of the link. */

import { defineDevSetter } from '../define_dev_setter.js';
import { link, linkEnd, otherLinkEnd } from '../params/network.js';

export const halley_setLink = defineDevSetter({
  name: 'halley_setLink',
  summary: 'Sets delay and loss of the link between two validators, or cuts it; {} restores it.',
  params: [linkEnd, otherLinkEnd, link],
  handler: ({ evm }, a, b, settings) => evm.networkControl.setLink(a, b, settings),
  example: { params: [0, 1, { ms: 500, percent: 10 }] },
});
