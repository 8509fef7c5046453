/** Tells where over a hundred kinds of failures happened, under the newest compiler without its optimizer. */
import { expect, onTestFinished, test } from 'vitest';
import { createDevnet } from '../../src/devnet/index.js';
import { compareKinds, VARIANTS } from './kinds.js';

test('has the expected frames of every kind but one', async () => {
  const devnet = await createDevnet({});
  onTestFinished(() => devnet.close());
  const variant = VARIANTS.find(({ name }) => name === '0.8.37');
  const compared = variant === undefined ? [] : await compareKinds(variant, devnet);
  expect(compared).toHaveLength(113);
  // solc leaves functions of a library that change the state out of its ABI.
  expect(compared.filter(({ isRight }) => !isRight).map(({ kind, ours }) => [kind, ours])).toEqual([
    ['library called directly', 'Linked:13'],
  ]);
}, 120_000);
