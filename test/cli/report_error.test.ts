/** Tests what a user reads of an error. */
import { expect, it, onTestFinished, vi } from 'vitest';
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
