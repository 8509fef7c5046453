/**
 * Checks how a campaign draws faults: the draws of numbered seeds never change, and other seeds also draw faults that
 * are added later.
 */
import { describe, expect, test } from 'vitest';
import type { FaultData } from '../../../src/kernel/fault_parameter.js';
import { PERMANENT_PLACES, placesOf, TRANSIENT_PLACES } from '../../../src/simulation/campaign/fault_draws.js';
import { type Plan, planOf } from '../../../src/simulation/campaign/session_plan.js';
import { type DrawRule, defineFault, type FaultDefinition } from '../../../src/simulation/fault.js';
import { FAULTS } from '../../../src/simulation/faults/index.generated.js';

const seeds = (name: string): readonly string[] => Array.from({ length: 300 }, (_, i) => `${name}${i}`);
const typesOf = ({ commands }: Plan): readonly (string | undefined)[] =>
  commands.flatMap(({ command }) => (command.type === 'setFault' ? [command.fault?.type] : []));

/** Faults that numbered seeds draw. */
const FIRST_FAULTS = (FAULTS as readonly FaultDefinition<FaultData>[]).filter(
  ({ transient, permanent }) => placesOf(transient).length + placesOf(permanent).length > 0,
);

/** Adds faults at the positions of their names, before and after the existing ones. */
const newcomers = (probability: number): readonly FaultDefinition<FaultData>[] => [
  defineFault<FaultData>({
    type: 'ash',
    summary: 'Does nothing.',
    parameters: {},
    transient: { probability, draw: ({ random }) => ({ type: `ash ${random.below(9)}` }) },
  }),
  ...FIRST_FAULTS,
  defineFault<FaultData>({
    type: 'zeal',
    summary: 'Does nothing.',
    parameters: {},
    permanent: { probability, draw: () => ({ type: 'zeal' }) },
  }),
];

describe('the draw indexes of numbered seeds', () => {
  const taken = (kind: 'transient' | 'permanent') =>
    (FAULTS as readonly FaultDefinition<FaultData>[]).flatMap((fault) => placesOf(fault[kind] as DrawRule)).sort();

  test('belong to one fault each', () => {
    expect(taken('transient')).toEqual(Array.from({ length: TRANSIENT_PLACES }, (_, place) => place));
    expect(taken('permanent')).toEqual(Array.from({ length: PERMANENT_PLACES - 1 }, (_, place) => place + 1));
  });
});

describe('a fault that is added later', () => {
  test('changes no plan of a numbered seed', () => {
    for (const seed of seeds('')) expect(planOf(seed, newcomers(1))).toEqual(planOf(seed));
  });

  test('replaces other faults in the other seeds, and changes nothing else in them', () => {
    for (const seed of seeds('new-')) {
      const [before, after] = [planOf(seed, FIRST_FAULTS), planOf(seed, newcomers(1))];
      const named = (type: string | undefined) =>
        type === undefined || type.startsWith('ash') || type === 'zeal' ? type : 'another';
      expect(typesOf(after).map(named)).not.toContain('another');
      const apart = (plan: Plan) => ({
        ...plan,
        commands: plan.commands.map(({ at, command }) =>
          command.type === 'setFault' ? { at, ...command, fault: command.fault !== undefined } : { at, ...command },
        ),
      });
      expect(apart(after)).toEqual(apart(before));
    }
  });

  test('is drawn as often as its probability says', () => {
    const types = seeds('new-').flatMap((seed) => typesOf(planOf(seed, newcomers(0.2))));
    const drawn = types.filter((type) => type !== undefined);
    const share = drawn.filter((type) => type.startsWith('ash')).length / drawn.length;
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.28);
  });
});
