/**
 * Runs our own state tests, whose results are geth's, on every machine, and checks that the runner fails what must
 * fail.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { HARDFORKS } from '../../../src/evm/hardfork.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { Runner } from './runner.js';
import { casesOf, type RawFile, type StateCase } from './state_test.js';
import { Suite } from './suite.js';

beforeAll(installFastCrypto);

const FILE = new URL('../../vectors/geth-1.16.5/state-tests.json', import.meta.url);
const TESTS: RawFile = JSON.parse(readFileSync(FILE, 'utf8'));

const caseOf = (name: string): StateCase => {
  const found = casesOf(TESTS).find((given) => given.name === name);
  if (found === undefined) throw new RangeError(`there is no case ${name}`);
  return found;
};

describe.each(MACHINE_KINDS)('%s', (kind) => {
  it.each(HARDFORKS)('leads to geth’s roots under %s', async (fork) => {
    const suite = await Suite.open(kind);
    const wrong: string[] = [];
    let cases = 0;
    for await (const { given, faults } of suite.run('own', TESTS, { forks: [fork] })) {
      cases++;
      if (faults.length > 0) wrong.push(`${given.name}: ${faults.join('; ')}`);
    }
    expect(wrong).toEqual([]);
    expect(cases).toBe({ shanghai: 50, cancun: 55, prague: 60, osaka: 60 }[fork]);
  });

  it.each([
    ['another root', 'tip/Osaka/d0g0v0', { root: `0x${'11'.repeat(32)}` }, /^the root is /],
    ['other logs', 'tip/Osaka/d0g0v0', { logs: `0x${'11'.repeat(32)}` }, /^logs are /],
    ['a run that was to be refused', 'tip/Osaka/d0g0v0', { refusal: 'TR_NoFunds' }, /^was run/],
    ['a refusal of what was to run', 'poorForGas/Osaka/d0g0v0', { refusal: undefined }, /^was refused: the sender has/],
  ] as const)('fails at %s', async (_, name, change, fault) => {
    const runner = await Runner.open(kind);
    const given = caseOf(name);
    expect((await runner.run(given)).faults).toEqual([]);
    expect((await runner.run({ ...given, ...change })).faults).toEqual([expect.stringMatching(fault)]);
    expect((await runner.run(given)).faults).toEqual([]);
  });
});

it('fails a case that passes although it is excepted', async () => {
  const file = 'stRevertTest/RevertInCreateInInit_Paris.json';
  const tests = { RevertInCreateInInit_Paris: TESTS['tip'] } as RawFile;
  const suite = await Suite.open('ethereumjs');
  for await (const { verdict, faults } of suite.run(file, tests, { forks: ['cancun'] })) {
    expect(verdict).toBe('failed');
    expect(faults).toEqual([expect.stringMatching(/^passes, and is excepted: /)]);
  }
});
