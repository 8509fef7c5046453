/** Makes an example of every fault from its definition, so that a new fault is in the tests without an edit. */
import type { NetworkFault } from '../../../src/devnet/index.js';
import { parametersOf } from '../../../src/kernel/fault_parameter.js';
import { FAULT_DEFINITIONS } from '../../../src/simulation/fault_registry.js';

const SIZE = 4;

/**
 * Values for parameters; each parameter takes the first that it accepts. The time is longer than the timeout of a
 * proposal. No value stops more than one validator of four, so the chain continues.
 */
const VALUES: readonly unknown[] = [4000, 40, 2, [3], [[0, 1, 2], [3]], 'vote', 'prevote'];

/** Optional parameters that are given, which limit faults of links to one receiver. The others are absent. */
const OPTIONAL = ['to'];

export const FAULT_EXAMPLES: readonly NetworkFault[] = FAULT_DEFINITIONS.map((definition) => {
  const parameters = parametersOf(definition).filter(([name, { optional }]) => !optional || OPTIONAL.includes(name));
  const members = parameters.map(([name, { accepts }]) => {
    const value = VALUES.find((candidate) => accepts(candidate, SIZE));
    if (value === undefined)
      throw new Error(`no value for "${name}" of fault "${definition.type}": add one to fault_examples.ts`);
    return [name, value];
  });
  return { type: definition.type, ...Object.fromEntries(members) } as NetworkFault;
});
