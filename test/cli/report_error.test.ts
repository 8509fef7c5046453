/** Tests what a user reads of an error. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { actOnEach, type ListedAction } from '../../src/cli/commands/network.js';
import { reportError } from '../../src/cli/report_error.js';
import { HalleyError } from '../../src/kernel/errors.js';

it('prints one line for an error that another one with a code has caused, and the stack of a bug', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const cause = new HalleyError('remote-error', 'the node answered with nonsense');
  reportError(new HalleyError('unavailable', 'no state: the node answered with nonsense', {}, { cause }));
  reportError(new HalleyError('unavailable', 'no state', {}, { cause: new TypeError('a bug') }));
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    'halley: no state: the node answered with nonsense\n',
    expect.stringMatching(/^halley: no state\nTypeError: a bug\n {4}at /),
  ]);
});

it('prints the same line once', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  for (const where of ['', '', 'closing failed: ', '']) reportError(new HalleyError('conflict', 'said once'), where);
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    'halley: said once\n',
    'halley: closing failed: said once\n',
  ]);
});

it('acts on each number of a list, or on none', async () => {
  const acted: number[] = [];
  const action: ListedAction = {
    what: 'the index of a validator',
    problem: (number) => (number > 6 ? `${number} is too high` : undefined),
    act: async (number) => `done ${acted.push(number)}`,
  };
  await expect(actOnEach([2, 5, 2], action)).rejects.toThrow(
    '2 is listed twice: expected the index of a validator once',
  );
  await expect(actOnEach([2, 7], action)).rejects.toThrow('7 is too high');
  expect(acted).toEqual([]);
  expect(await actOnEach([5, 2], action)).toEqual(['done 1', 'done 2']);
  expect(acted).toEqual([5, 2]);
});
