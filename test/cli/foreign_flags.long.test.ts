/** Runs the built command with every flag of Anvil and of Hardhat's node that Halley does not have. */
import { describe, expect, it } from 'vitest';
import { FOREIGN_FLAGS } from '../../src/config/foreign_flags/table.js';
import { halley } from './run.js';

describe('an unsupported flag', () => {
  /** Most commands that run at once. */
  const AT_ONCE = 4;
  const names = FOREIGN_FLAGS.flatMap((row) =>
    row.type === 'refused' ? [row.flag, ...(row.synonyms ?? [])].map((name) => ({ name, row })) : [],
  );

  it('is reported in one line on stderr with what to use instead, and ends with 1', async () => {
    const waiting = [...names];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { name, row } = next;
        const { code, stdout, stderr } = await halley(name, ...(name.startsWith('--no-') ? [] : ['value']));
        expect({ code, stdout, stderr }).toEqual({
          code: 1,
          stdout: '',
          stderr: `halley: ${name} is a flag of ${row.tools.join(' and ')} that Halley does not have: ${row.instead}\n`,
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });
});
