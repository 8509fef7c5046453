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

  test('has a name that no entry has given reported with its line', async () => {
    const late = '[[timeline]]\nat = "2"\ndo = "fault"\nname = "late"\ntype = "loss"\npercent = 0\n';
    const end = '[[timeline]]\nat = "2"\ndo = "end"\nname = "lat"\n';
    const scenario = await readScenario(`${HEAD.replace('4', '2')}${late}${end}${EXPECT}`, 'f.toml');
    expect((await runScenario(scenario, { seed: '1' })).problems).toEqual([
      'line 10: end "lat": no entry before has named a fault "lat" (did you mean "late"?), expected one of late',
    ]);
  });
});
