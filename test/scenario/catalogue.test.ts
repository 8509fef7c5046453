import { expect, test } from 'vitest';
import { CATALOGUE, failuresOf } from './catalogue.js';

test('the catalogue has a scenario for each row of the specification', () => {
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(20);
});

test.each([
  'healthy-round',
  'silent-proposer',
  'two-down-then-heal',
  'equivocating-prevotes',
  'lock-moves',
  'skewed-clocks-pbts',
])('the scenario %s goes as expected', async (name) => {
  expect(await failuresOf(name)).toEqual([]);
});
