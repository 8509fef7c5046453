/** Tests that the parsing of a long response lets other work run. */
import { expect, it } from 'vitest';
import { parseInSlices } from '../../src/client/batch_response.js';

it('lets other work have its turn', async () => {
  const text = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i, text: 'abc' })));
  let steps = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      steps++;
    }
  })();
  expect(await parseInSlices(text)).toHaveLength(200_000);
  isDone = true;
  await others;
  expect(steps).toBeGreaterThan(8);
});
