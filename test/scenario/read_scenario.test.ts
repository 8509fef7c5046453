import { describe, expect, test } from 'vitest';
import { readScenario, runScenario } from '../../src/scenario/index.js';

const HEAD = 'title = "t"\nsummary = "s"\nuntil = 4\n';
const EXPECT = '[[expect]]\nthat = "block"\nheight = 2\n';

const problemOf = async (text: string): Promise<string> => {
  try {
    await readScenario(text, 'f.toml');
    return 'valid';
  } catch (error) {
    return (error as Error).message;
  }
};

const withEntry = (entry: string): Promise<string> => problemOf(`${HEAD}[[timeline]]\nat = "2"\n${entry}\n${EXPECT}`);
const withExpectation = (expectation: string): Promise<string> => problemOf(`${HEAD}[[expect]]\n${expectation}\n`);

describe('a scenario file', () => {
  test('is read with its defaults', async () => {
    expect(await readScenario(`${HEAD}${EXPECT}`, 'f.toml')).toMatchObject({
      validators: 4,
      observe: 0,
      until: 4,
      patience: 60_000,
      timeline: [],
    });
  });

  test('has entries from height 2 to its last height', async () => {
    const at = (height: number) => problemOf(`${HEAD}[[timeline]]\nat = "${height}"\ndo = "heal"\n${EXPECT}`);
    expect([await at(2), await at(4)]).toEqual(['valid', 'valid']);
    for (const height of [1, 5]) expect(await at(height)).toContain('expected a height from 2 to 4');
  });

  test('has its syntax errors reported with line and column', async () => {
    expect(await problemOf('title = "a\n')).toMatch(/^f\.toml:1:\d+: /);
    expect(await problemOf(`${HEAD}[[timeline]\n`)).toMatch(/^f\.toml:5:\d+: /);
    expect(await problemOf('title = "a"\ntitle = "b"\n')).toMatch(/^f\.toml:2:\d+: /);
  });

  test('suggests a verb for an unknown one', async () => {
    expect(await withEntry('do = "crsh"')).toContain('f.toml:6:6: unknown verb "crsh" (did you mean "crash"?)');
    expect(await withEntry('after = "1s"')).toContain('f.toml:4:3: the table lacks "do", one of "');
    expect(await withExpectation('that = "blok"')).toContain('unknown expectation "blok" (did you mean "block"?)');
  });

  test('has members and faults checked', async () => {
    expect(await withEntry('do = "crash"\nvalidator = 1')).toContain(
      'f.toml:7:1: the verb "crash" has no member "validator" (did you mean "validators"?)',
    );
    expect(await withEntry('do = "fault"\ntype = "equivocat"\nnode = 1')).toMatch(/^f\.toml:7:8: type is "equivocat"/);
    expect(await withEntry('do = "fault"\ntype = "equivocate"\nnode = 4')).toBe(
      'f.toml:8:8: "node" of fault "equivocate" is 4, expected the index of a validator (the network has 4 validators, from 0 to 3)',
    );
    expect(await withEntry('do = "fault"\ntype = "equivocate"')).toContain('fault "equivocate" has no "node"');
    expect(await withEntry('do = "fault"\ntype = "delay"\nms = 1\nwithin = 2')).toContain('has no member "within"');
    expect(await problemOf(`${HEAD}colour = 1\n${EXPECT}`)).toContain('f.toml:4:1: a scenario has no member "colour"');
  });

  test('refuses validators out of range', async () => {
    expect(await withEntry('do = "crash"\nvalidators = [4]')).toContain('f.toml:7:14: validators is [4]');
    expect(await withEntry('do = "crash"\nvalidators = [1, 1]')).toContain('each once');
    expect(await withExpectation('that = "validator"\nvalidator = -1\njailed = true')).toContain('f.toml:6:13: ');
    expect(await problemOf(`${HEAD}validators = 0\n${EXPECT}`)).toContain('validators is 0');
  });

  test('refuses partitions that overlap', async () => {
    expect(await withEntry('do = "partition"\ngroups = [[0, 1], [1, 2]]')).toMatch(
      /^f\.toml:7:10: groups is .* each validator in one group at most$/,
    );
    expect(await withEntry('do = "fault"\ntype = "partition"\ngroups = [[0, 1], [1, 2]]')).toBe(
      'f.toml:8:10: validator 1 is in two groups, expected each in one at most (fault "partition")',
    );
  });

  test('refuses expectations that no run can meet', async () => {
    expect(await withExpectation('that = "block"\nheight = 5')).toBe(
      'f.toml:6:10: this can never be met: the scenario ends with height 4 (member "until")',
    );
    expect(await withExpectation('that = "round-state"\nvalidator = 0\nat = "2"\nlocked_round = 0')).toContain(
      'before a height no validator has a round state',
    );
    expect(await problemOf(HEAD)).toContain('the scenario expects nothing');
  });

  test('refuses a document that is nested too deep to read', async () => {
    const deep = 100_000;
    expect(await problemOf(`x = ${'['.repeat(deep)}${']'.repeat(deep)}`)).toBe(
      'f.toml:1:1: tables and lists are nested too deep to read: nest fewer',
    );
  });

  test('refuses positions that do not exist', async () => {
    const at = (position: string) => problemOf(`${HEAD}[[timeline]]\nat = "${position}"\ndo = "heal"\n${EXPECT}`);
    for (const position of ['x', '2/', '2/0 Prevot', '0', '2/0/1', '-2'])
      expect(await at(position)).toContain('f.toml:5:6:');
    expect(await at('1')).toContain('expected a height from 2 to 4');
    expect(await at('9/0')).toContain('expected a height from 2 to 4');
    expect(await at('4/7 PrevoteWait')).toBe('valid');
  });

  test('is refused before it is parsed when it is too long', async () => {
    const long = `${HEAD}${'[[timeline]]\nat = "2"\ndo = "heal"\n'.repeat(200_000)}`;
    expect(await problemOf(`not TOML ${long}`)).toBe(
      'f.toml:1:1: the file has more than 262144 bytes, the limit of a scenario: use several files',
    );
  });

  test('has at most 1000 entries of the timeline, and as many expectations', async () => {
    const heal = '[[timeline]]\nat = "2"\ndo = "heal"\n';
    expect(await problemOf(`${HEAD}${heal.repeat(1000)}${EXPECT.repeat(1000)}`)).toBe('valid');
    expect(await problemOf(`${HEAD}${heal.repeat(1001)}${EXPECT}`)).toBe(
      'f.toml:3004:3: there are 1001 tables [[timeline]], expected at most 1000: use several files',
    );
    expect(await problemOf(`${HEAD}${EXPECT.repeat(1001)}`)).toBe(
      'f.toml:3004:3: there are 1001 tables [[expect]], expected at most 1000: use several files',
    );
  });
});

const entry = (at: string, verb: string, more = ''): string => `[[timeline]]\nat = "${at}"\ndo = "${verb}"\n${more}`;
const LOSS = 'name = "late"\ntype = "loss"\npercent = 0\n';
const NAMED = 'name = "late"\n';
const V1 = 'validators = [1]\n';

describe('an impossible order of entries', () => {
  test.each([
    [
      'ends a fault that never began',
      entry('2', 'fault', LOSS) + entry('2', 'end', 'name = "lat"\n'),
      '13:8: end "lat" needs a fault that is begun as "lat", which no entry of the timeline does (did you mean "late"?): add or move that entry',
    ],
    [
      'ends a fault that begins later',
      entry('2', 'end', NAMED) + entry('3', 'fault', LOSS),
      '7:8: end "late" needs a fault that is begun as "late", which only happens later, at "3": add or move that entry',
    ],
    [
      'ends a fault that the next entry begins at the same position',
      entry('2/0', 'end', NAMED) + entry('2/0', 'fault', LOSS),
      'which only happens later, at "2/0"',
    ],
    [
      'reverts to a snapshot of a later height',
      entry('2/1', 'revert', NAMED) + entry('3/0 Prevote', 'snapshot', NAMED),
      '7:8: revert to "late" needs a snapshot that is taken as "late", which only happens later, at "3/0 Prevote"',
    ],
    [
      'restarts a validator that never crashes',
      entry('2', 'crash', V1) + entry('3', 'restart', 'validators = [1, 2]\n'),
      '11:14: restart validator-1, validator-2 needs validator 2 to crash, which no entry of the timeline does',
    ],
    [
      'restarts a validator before it crashes',
      entry('2', 'restart', V1) + entry('2/0', 'crash', V1),
      '7:14: restart validator-1 needs validator 1 to crash, which only happens later, at "2/0"',
    ],
  ])('that %s is refused with line and column before the run', async (_, timeline, message) => {
    expect(await problemOf(`${HEAD}${timeline}${EXPECT}`)).toContain(message);
  });

  test('is accepted when time or another validator may change it', async () => {
    const began = entry('3', 'fault', LOSS);
    for (const more of ['after = "9s"\n', 'by = 3\n'])
      expect(await problemOf(`${HEAD}${entry('2', 'end', NAMED + more)}${began}${EXPECT}`)).toBe('valid');
    expect(await problemOf(`${HEAD}${entry('3/1', 'end', NAMED)}${entry('3/2', 'fault', LOSS)}${EXPECT}`)).toBe(
      'valid',
    );
  });

  test.each([
    [
      'a fault that has ended already',
      entry('2', 'fault', LOSS) + entry('3', 'end', NAMED) + entry('3', 'end', NAMED),
      ['line 14: end "late": there is no fault 1: no fault is active'],
    ],
    [
      'a validator that has restarted already',
      entry('2', 'crash', V1) + entry('3', 'restart', V1) + entry('3', 'restart', V1),
      ['line 12: restart validator-1: validator-1 is up: only a validator that is down can restart'],
    ],
    [
      'a validator that is down already',
      entry('2', 'crash', V1) + entry('3', 'crash', V1),
      ['line 8: crash validator-1: validator-1 is down already: restart it before it can crash again'],
    ],
    [
      'a snapshot that a revert has removed',
      entry('2', 'snapshot', NAMED) + entry('3', 'revert', NAMED) + entry('4', 'revert', NAMED),
      [
        'line 12: revert to "late": the snapshot "late" exists no more: a revert removes its snapshot and all later ones, so take it again',
      ],
    ],
    ['two validators that are added at once', entry('2', 'add-validator') + entry('2', 'add-validator'), []],
  ])('fails the step in a run for %s', async (_, timeline, problems) => {
    const scenario = await readScenario(`${HEAD}${timeline}${EXPECT}`, 'f.toml');
    expect((await runScenario(scenario, { seed: '1' })).problems).toEqual(problems);
  });
});
