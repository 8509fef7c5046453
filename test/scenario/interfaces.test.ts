/** Runs the scenarios at the interfaces, and checks that their expectations fail without the fault. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readScenario, runScenario } from '../../src/scenario/index.js';
import { CATALOGUE, failuresOf } from './catalogue.js';

const textOf = (name: string): string => readFileSync(`scenarios/${name}.toml`, 'utf8');
const NAMES = CATALOGUE.filter((name) => textOf(name).includes('do = "request"'));

/** Removes the faults from a scenario, and what ends them. */
const withoutFaults = (text: string): string =>
  text
    .split(/\n(?=\[\[)/)
    .filter((table) => !/^do = "(fault|end)"$/m.test(table))
    .join('\n');

describe('the scenarios at the interfaces', () => {
  test('are at least twelve', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(12);
  });

  test.each(NAMES)('%s goes as expected, and only with its fault', async (name) => {
    expect(await failuresOf(name)).toEqual([]);
    const healthy = await readScenario(withoutFaults(textOf(name)), `${name}.toml`);
    const { outcomes } = await runScenario(healthy, { seed: '1' });
    expect(outcomes.some(({ seen }) => seen !== undefined)).toBe(true);
  });

  test('lose a request that gets no answer, and go on', async () => {
    const text = textOf('answer-to-another-call')
      .replace('type = "wrong-id"\nevery = 2', 'type = "timeout"\ntimes = 1')
      .replace('result = "0x7a69"', 'is = "lost"')
      .replace('status = 200\nis = "foreign"', 'is = "result"');
    const { outcomes } = await runScenario(await readScenario(text, 'timeout.toml'), { seed: '1' });
    expect(outcomes.map(({ seen }) => seen)).toEqual([undefined, undefined]);
  });

  test('name requests that never were', async () => {
    const scenario = await readScenario(
      'title = "t"\nsummary = "s"\nuntil = 2\n[[expect]]\nthat = "answer"\nrequest = "none"\nis = "result"\n',
      'none.toml',
    );
    const { outcomes } = await runScenario(scenario, { seed: '1' });
    expect(outcomes).toMatchObject([{ expected: 'the answer to "none" is result', seen: 'no request had this name' }]);
  });
});
