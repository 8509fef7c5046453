/** Tests what `halley clients` says without a client. */
import { describe, expect, it } from 'vitest';
import { SITUATIONS } from '../../src/cli/clients/situations.js';
import { readFaultText } from '../../src/devnet/index.js';
import { command } from './clients_kit.js';

describe('halley clients', () => {
  it('lists the situations, each with faults that can be given', async () => {
    const { output } = await command('situations');
    expect(SITUATIONS).toHaveLength(20);
    for (const { name, faults } of SITUATIONS) {
      expect(output).toContain(`  ${name} `);
      for (const fault of faults) expect(await readFaultText(fault), fault).toMatchObject({ type: expect.any(String) });
    }
  });

  it.each([
    [['--situation', 'slwo'], /there is no situation "slwo".*"?slow/],
    [['--limit', '0'], /--limit is "0": expected a number above zero/],
    [['--jobs', 'many'], /--jobs is "many"/],
  ])('refuses %j', async (args, message) => {
    await expect(command('check', 'client.mjs', ...args)).rejects.toThrow(message);
  });
});
