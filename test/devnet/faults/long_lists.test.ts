/** Tests that a list which is too long for every network is refused before its entries are read. */
import { describe, expect, test } from 'vitest';
import { readFault } from '../../../src/devnet/faults/read_fault.js';
import { groups } from '../../../src/rpc/evm/params/network.js';
import { refusedOption } from '../../../src/settings/refused_option.js';
import { faultProblem } from '../../support/fault_problem.js';

const LENGTH = 300_000;

/** Makes a long list that counts how many of its entries are read. */
function countingList() {
  const counted = { reads: 0 };
  const list = new Proxy(new Array<number>(LENGTH).fill(0), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) counted.reads++;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { list, counted };
}

const REFUSAL = 'has a list of 300000 entries, expected at most 200: no network has more validators';

describe('a list of 300,000 entries', () => {
  test.each([
    ['the indexes of a fault', (list: unknown) => readFault({ type: 'loss', percent: 1, from: list })],
    ['the groups of a partition', (list: unknown) => readFault({ type: 'partition', groups: list })],
    ['a group of a partition', (list: unknown) => readFault({ type: 'partition', groups: [[0], list] })],
  ])('is refused as %s', (_, read) => {
    const { list, counted } = countingList();
    expect(() => read(list)).toThrow(REFUSAL);
    expect(counted.reads).toBe(0);
  });

  test.each([
    ['the groups', (list: unknown) => groups.decode(list)],
    ['a group', (list: unknown) => groups.decode([list])],
  ])('is refused as %s of halley_partition', (_, read) => {
    const { list, counted } = countingList();
    expect(() => read(list)).toThrow('a list has 300000 entries, expected at most 1000');
    expect(counted.reads).toBe(0);
  });

  test.each([
    ['the indexes of a fault', (list: unknown) => ({ type: 'loss', percent: 1, from: list })],
    ['a group of a partition', (list: unknown) => ({ type: 'partition', groups: [list] })],
  ])('is refused by the simulation as %s', (_, faultWith) => {
    const { list, counted } = countingList();
    expect(faultProblem(faultWith(list), 4)).toMatchObject({ type: 'member' });
    expect(counted.reads).toBe(0);
  });

  test('is shown in an error by its first entries only', () => {
    const { list, counted } = countingList();
    expect(refusedOption('x', { list }, 'a number').message).toMatch(/^x is \{"list":\[0,0,[0,]+…, expected a number$/);
    expect(counted.reads).toBeLessThan(200);
  });
});
