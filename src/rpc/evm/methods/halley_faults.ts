/** Implements the methods that control faults and links of the network. */
import { formatTime } from '../../../kernel/time.js';
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { fault, faultId, groups, link, linkEnd, otherLinkEnd } from '../params/network.js';
import { quantity } from '../quantity.js';

export const halley_faults = evmMethod({
  name: 'halley_faults',
  summary: 'Lists the active faults, oldest first.',
  params: [],
  result:
    'array: id (quantity), fault (object as halley_addFault takes it), since: height (quantity) and time (RFC 3339); hits (quantity), of a fault of the interfaces',
  trustedOnly: true,
  handler: ({ evm }) =>
    evm.networkControl.faults().map(({ id, fault, since, hits }) => ({
      id: quantity(id),
      fault,
      since: { height: quantity(since.height), time: formatTime(since.time) },
      ...(hits !== undefined && { hits: quantity(hits) }),
    })),
  example: {
    first: [['halley_addFault', { type: 'skew', node: 2, ms: 500 }]],
    params: [],
    result: [{ id: '0x1', fault: { type: 'skew', node: 2, ms: 500 }, since: { height: '0x6' } }],
  },
});

/** The reference page on faults lists the types and their parameters. */
export const halley_addFault = evmMethod({
  name: 'halley_addFault',
  summary: 'Begins a fault: lost messages, a byzantine validator, slow answers, and others.',
  params: [fault],
  result: 'quantity: id of the fault',
  trustedOnly: true,
  handler: async ({ evm }, added) => quantity(await evm.networkControl.addFault(added)),
  example: { params: [{ type: 'equivocate', node: 3 }], result: '0x1' },
});

export const halley_faultMenu = evmMethod({
  name: 'halley_faultMenu',
  summary: 'Lists the types of faults that halley_addFault takes, with their parameters.',
  params: [],
  result:
    'object by type: summary, at (`network`, `chain` or `rpc`), parameters (array: name, summary, expected, optional, form: `node`, `nodes`, `groups`, `ms`, `percent`, `height`, `round`, `choice`, `choices`, `count`, `counts` or `texts`, choices)',
  trustedOnly: true,
  handler: async ({ evm }) => {
    const menu = await evm.networkControl.faultMenu();
    return Object.fromEntries(menu.map(({ type, ...description }) => [type, description]));
  },
  example: {
    params: [],
    result: {
      amnesia: {
        summary: 'Makes a validator forget its lock at the end of each round.',
        at: 'network',
        parameters: [{ name: 'node', expected: 'the index of a validator', optional: false, form: 'node' }],
      },
    },
  },
});

/** Faults of validators continue. */
export const halley_heal = defineDevSetter({
  name: 'halley_heal',
  summary: 'Ends all partitions, and restores all links and their settings.',
  params: [],
  handler: ({ evm }) => evm.networkControl.heal(),
  example: {
    first: [
      [
        'halley_partition',
        [
          [0, 1],
          [2, 3],
        ],
      ],
    ],
    params: [],
  },
});

/** A validator in no group is alone. */
export const halley_partition = evmMethod({
  name: 'halley_partition',
  summary: 'Separates groups of validators: those of different groups cannot communicate.',
  params: [groups],
  result: 'quantity: id of the fault',
  trustedOnly: true,
  handler: async ({ evm }, separated) => quantity(await evm.networkControl.partition(separated)),
  example: {
    params: [
      [
        [0, 1],
        [2, 3],
      ],
    ],
    result: '0x1',
  },
});

/** The ids are those of `halley_faults`. */
export const halley_removeFault = defineDevSetter({
  name: 'halley_removeFault',
  summary: 'Ends a fault by its id.',
  params: [faultId],
  handler: ({ evm }, id) => evm.networkControl.removeFault(id),
  example: { first: [['halley_addFault', { type: 'loss', percent: 10 }]], params: ['0x1'] },
});

/** All settings of the link are replaced. */
export const halley_setLink = defineDevSetter({
  name: 'halley_setLink',
  summary: 'Sets delay and loss of the link between two validators, or cuts it; {} restores it.',
  params: [linkEnd, otherLinkEnd, link],
  handler: ({ evm }, a, b, settings) => evm.networkControl.setLink(a, b, settings),
  example: { params: [0, 1, { ms: 500, percent: 10 }] },
});
