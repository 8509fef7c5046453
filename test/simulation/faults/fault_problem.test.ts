import { describe, expect, test } from 'vitest';
import { FAULT_DEFINITIONS } from '../../../src/simulation/fault_registry.js';
import { faultProblem } from '../../support/fault_problem.js';

describe('the check of fault data', () => {
  test('accepts valid faults', () => {
    for (const data of [
      { type: 'delay', ms: 1.5 },
      { type: 'partition', groups: [[0, 1], [2]] },
      { type: 'equivocate', node: 3, vote: 'prevote', height: 2, round: 0 },
      { type: 'skew', node: 0, ms: -500 },
    ])
      expect(faultProblem(data, 4)).toBeUndefined();
  });

  test('names the member that is wrong, and what was expected', () => {
    expect(faultProblem({ type: 'equivocate', node: 4 }, 4)).toEqual({
      type: 'member',
      member: 'node',
      value: 4,
      expected: 'the index of a validator',
    });
    expect(faultProblem({ type: 'equivocate' }, 4)).toMatchObject({ type: 'member', member: 'node' });
    expect(faultProblem({ type: 'delay', ms: Number.NaN }, 4)).toMatchObject({ type: 'member', member: 'ms' });
    expect(faultProblem({ type: 'delay', ms: 1, by: 2 }, 4)).toMatchObject({ type: 'unknown member', member: 'by' });
    expect(faultProblem({ type: 'fire' }, 4)).toEqual({ type: 'unknown type' });
    expect(faultProblem({ type: 'toString' }, 4)).toEqual({ type: 'unknown type' });
  });

  test('refuses a validator in two groups of a partition', () => {
    expect(
      faultProblem(
        {
          type: 'partition',
          groups: [
            [0, 1],
            [1, 2],
          ],
        },
        4,
      ),
    ).toEqual({
      type: 'refused',
      reason: 'validator 1 is in two groups, expected each in one at most',
    });
  });

  test('describes every parameter with a sentence', () => {
    for (const { summary, parameters } of FAULT_DEFINITIONS)
      for (const text of [
        summary,
        ...Object.values(parameters as Record<string, { summary: string }>).map((p) => p.summary),
      ])
        expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test('reads the values of the command line', () => {
    const parameter = (type: string, name: string) =>
      (FAULT_DEFINITIONS.find((definition) => definition.type === type) as unknown as { parameters: never }).parameters[
        name
      ] as {
        read(text: string): unknown;
      };
    expect(parameter('partition', 'groups').read('0,1/2,3')).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(parameter('delay', 'ms').read('1.5s')).toBe(1500);
    expect(parameter('delay', 'ms').read('soon')).toBeUndefined();
    expect(parameter('loss', 'percent').read('5%')).toBe(5);
    expect(parameter('drop', 'to').read('1,x')).toBeUndefined();
  });
});
