/** Tests the command that the message of a failing seed prints. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const simulate = (...args: readonly string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/simulate.ts', ...args], { encoding: 'utf8' });

test("npx tsx scripts/simulate.ts --seed N prints the session's trace, the same each time", async () => {
  const [first, second] = await Promise.all([simulate('--seed', '1'), simulate('--seed', '1')]);
  expect(first.stdout).toBe(second.stdout);
  expect(first.stdout).toMatch(/ n0 NewRound 1\/0 NewRound proposer=v\d/);
  expect(first.stdout).toMatch(/\d+ events, height \d+, trace [0-9a-f]{64}\n$/);
});

test('--until stops at an event, --node shows one node, --plan shows what was drawn', async () => {
  const { stdout } = await simulate('--seed', '1', '--until', '25', '--node', '0', '--plan');
  expect(stdout).toMatch(/"seed": "1"/);
  expect(stdout).not.toMatch(/ n1 /);
  expect(stdout).toMatch(/^25 events, height/m);
});

test('--schedules runs many seeds, and says how many failed and which height was slowest', async () => {
  const { stdout } = await simulate('--seed', 'many', '--schedules', '5');
  expect(stdout).toMatch(/^5 schedules, 0 failed, \d+ events$/m);
  expect(stdout).toMatch(/took \d+ rounds \(seed many-\d, at most \d+\)/);
  await expect(simulate('--seed', 'many', '--schedules', '0')).rejects.toMatchObject({ code: 2 });
});

test('without a seed it prints its usage', async () => {
  await expect(simulate()).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('usage: npx tsx') as string,
  });
});
