/** Runs every scenario under ten seeds: other keys, other random numbers, the same course of events. */
import { expect, test } from 'vitest';
import { CATALOGUE, failuresOf, runCatalogued } from './catalogue.js';

const SEEDS = Array.from({ length: 10 }, (_, index) => `seed ${index}`);

test.each(CATALOGUE)('the scenario %s goes as expected under ten seeds', async (name) => {
  for (const seed of SEEDS) expect({ seed, failures: await failuresOf(name, seed) }).toEqual({ seed, failures: [] });
});

test('the same seed gives the same run', async () => {
  const [first, second] = [await runCatalogued('lossy-network', '7'), await runCatalogued('lossy-network', '7')];
  expect(second).toEqual(first);
  expect(await runCatalogued('lossy-network', '8')).not.toMatchObject({ ms: first.ms });
});
