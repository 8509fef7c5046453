import { expect, it } from 'vitest';
import { aConsumer, copyExample } from '../support/consumer.js';

it('the example with vitest and viem passes with the installed package', async () => {
  const project = aConsumer(['solc', 'viem', 'vitest']);
  copyExample(project, 'vitest-viem');
  const { code, output } = await project.run('node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose');
  expect(output).toMatch(/Tests +3 passed \(3\)/);
  expect(code).toBe(0);
});
