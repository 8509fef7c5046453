/** Runs `halley network` against a running devnet, as users do, and the flag `--fault`. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running } from './run.js';

const started = (...args: string[]) => new Running(['start', '--json', ...FREE_PORTS, ...args]);

describe('halley network', () => {
  it('shows no control characters of the name of a validator', async () => {
    const devnet = started();
    const { urls } = await devnet.facts();
    await evmCall(`${urls.evmHttp}`, 'halley_addValidator', [{ power: 1, name: '\u001b[31mred\n' }]);
    const { stdout } = await halley('network', '--url', `${urls.evmHttp}`);
    expect(stdout).toContain('  4  ?[31mred?  ');
    await devnet.signal('SIGINT');
  });

  it('breaks and heals a running devnet, and shows what is broken', async () => {
    const devnet = started('--no-mining');
    const { urls } = await devnet.facts();
    const network = async (...args: string[]) => {
      const { code, stdout, stderr } = await halley('network', ...args, '--url', `${urls.evmHttp}`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    expect(await network('fault', 'equivocate', 'node=3', 'vote=prevote')).toBe(
      'fault 1 began: equivocate node=3 vote=prevote\n',
    );
    expect(await network('crash', '2')).toBe('validator-2 crashed\n');
    expect(await network('partition', '0,1', '3')).toBe('fault 2 began: partition groups=0,1/3\n');
    expect(await network('link', '0', '1', '--delay', '1.5s', '--loss', '10%')).toBe('link 0-1: ms=1500 percent=10\n');
    expect(await network('link', '0', '3', '--cut')).toBe('link 0-3: up=false\n');
    expect(await network('skew', '1', '-500ms')).toBe('clock of validator-1: -500 ms ahead of the network\n');
    expect((await network()).split('\n')).toEqual(
      [
        'Validators:',
        '  #  name         power  state  height/round/step  peers',
        '  0  validator-0  10     up     2/0/NewHeight      1',
        '  1  validator-1  10     up     2/0/NewHeight      0',
        '  2  validator-2  10     down   2/0/NewHeight      none',
        '  3  validator-3  10     up     2/0/NewHeight      none',
        'Cut links: 0-3',
        'Active faults:',
        '  1  equivocate node=3 vote=prevote            since height 1',
        '  2  partition groups=0,1/3                    since height 1',
        '  3  delay ms=1500 from=0,1 to=0,1             since height 1',
        '  4  loss percent=10 from=0,1 to=0,1           since height 1',
        '  5  skew node=1 ms=-500                       since height 1',
        '',
      ].map((line) =>
        expect.stringMatching(new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ {2,}/g, ' +')}$`)),
      ),
    );
    expect(await network('heal')).toBe('all partitions ended, and all links are restored\n');
    expect(await network('restart', '2')).toBe('validator-2 restarted\n');
    expect(await network('skew', '1', '0')).toContain('0 ms');
    expect(await network('remove', '1')).toBe('fault 1 ended\n');
    expect(await network('power', '1', '20')).toBe('validator-1 has power 20, two heights later\n');
    expect(await network()).toContain('Active faults: none');
    const menu = await network('faults');
    expect(menu).toMatch(/^equivocate: Makes a validator vote twice.*\n +node=… +Selects the validator\. Value: /m);
    expect(menu).toContain('Active faults: none');
    const { stdout } = await devnet.signal('SIGINT');
    const entries = stdout.split('\n').filter((line) => /"type":"(fault|node|link)"/.test(line));
    expect(entries.slice(0, 3).map((line) => JSON.parse(line))).toEqual([
      {
        type: 'fault',
        action: 'began',
        id: 1,
        fault: { type: 'equivocate', node: 3, vote: 'prevote' },
        text: 'equivocate node=validator-3 vote=prevote',
      },
      { type: 'node', action: 'crashed', validator: 'validator-2' },
      {
        type: 'fault',
        action: 'began',
        id: 2,
        fault: { type: 'partition', groups: [[0, 1], [3]] },
        text: 'partition groups=validator-0,validator-1/validator-3',
      },
    ]);
  });

  it.each([
    [['crash', 'x'], '"x" is not the index of a validator, expected a whole number such as 2'],
    [['crahs', '2'], 'unknown command \'network crahs\' (did you mean "crash"?)'],
    [['fault'], 'the type of the fault is missing'],
    [['fault', 'equivocat', 'node=3'], 'there is no fault "equivocat" (did you mean "equivocate"?)'],
    [['fault', 'equivocate', '3'], '"3" is not a parameter of fault "equivocate", expected name=value such as node=1'],
    [['fault', 'delay', 'ms=soon'], '"ms" of fault "delay" is "soon", expected milliseconds from 0 to'],
    [['link', '0', '1'], 'no setting of the link is given'],
    [['link', '0', '1', '--cut', '--restore'], '--restore is given with other settings'],
    [['skew', '0', '--fast'], '"ms" of fault "skew" is "--fast"'],
    [['heal', '--url', 'http://127.0.0.1:2'], 'cannot reach http://127.0.0.1:2: nothing listens there'],
    [['heal', 'x'], "too many arguments for 'heal'. Expected 0 arguments but got 1."],
    [['faults', 'x'], "too many arguments for 'faults'. Expected 0 arguments but got 1."],
    [['link', '0', '1', '2', '--cut'], "too many arguments for 'link'. Expected 2 arguments but got 3."],
    [['skew', '0', '-5s', 'x'], "too many arguments for 'skew'. Expected 2 arguments but got 3."],
    [['power', '0', '5', 'x'], "too many arguments for 'power'. Expected 2 arguments but got 3."],
    [['fault', '--list'], "unknown option '--list'"],
    [['--url', 'ftp://x'], 'the URL begins with "ftp://"'],
  ])('%j fails with one line and code 1', async (args, message) => {
    const { code, stdout, stderr } = await halley('network', ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`halley: ${message}`);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('shows the error of the devnet', async () => {
    const devnet = started('--quiet');
    const { urls } = await devnet.facts();
    const { code, stderr } = await halley('network', 'skew', '4', '1s', '--url', `${urls.evmHttp}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^halley: http.* answered halley_setClockSkew with an error: there is no validator 4: .*\n$/,
    );
    await devnet.signal('SIGINT');
  });

  it('checks the whole list of validators or faults before it acts on the first', async () => {
    const devnet = started('--quiet');
    const { urls } = await devnet.facts();
    const network = (...args: string[]) => halley('network', ...args, '--url', `${urls.evmHttp}`);
    await network('fault', 'loss', 'percent=1');
    const refused: readonly [readonly string[], string][] = [
      [['crash', '1', '1'], '1 is listed twice: expected the index of each validator once'],
      [['crash', '1', '4'], 'there is no validator 4: expected an index below 4'],
      [['crash', '1', 'x'], '"x" is not the index of a validator, expected a whole number such as 2'],
      [['restart', '1'], 'validator-1 is up: only a validator that is down can restart'],
      [['remove', '1', '1'], '1 is listed twice: expected the id of each fault once'],
      [['remove', '1', '2'], 'there is no fault 2: the active faults are 1'],
    ];
    for (const [args, message] of refused)
      expect(await network(...args)).toEqual({ code: 1, stdout: '', stderr: `halley: ${message}\n` });
    const { nodes } = (await evmCall(`${urls.evmHttp}`, 'halley_network')) as { nodes: { up: boolean }[] };
    expect(nodes.every(({ up }) => up)).toBe(true);
    expect(await evmCall(`${urls.evmHttp}`, 'halley_faults')).toHaveLength(1);
    expect((await network('crash', '1', '2')).stdout).toBe('validator-1 crashed\nvalidator-2 crashed\n');
    await devnet.signal('SIGINT');
  });
});

describe('the flag --fault', () => {
  it('starts with faults, also those of app.toml, and they survive kill -9 with the crashes', async () => {
    const home = mkdtempSync(join(tmpdir(), 'halley-'));
    const first = started('--home', home, '--fault', 'loss:percent=10', '--fault', 'drop:message=vote,from=0,1,to=3');
    const { urls } = await first.facts();
    await evmCall(urls.evmHttp, 'halley_crashValidator', [2]);
    await first.signal('SIGKILL');
    const second = started('--home', home, '--fault', 'loss:percent=10');
    const facts = await second.facts();
    const faults = (await evmCall(facts.urls.evmHttp, 'halley_faults')) as { fault: unknown }[];
    expect(faults.map(({ fault }) => fault)).toEqual([
      { type: 'loss', percent: 10 },
      { type: 'drop', message: 'vote', from: [0, 1], to: [3] },
    ]);
    expect(await evmCall(facts.urls.evmHttp, 'halley_network')).toMatchObject({ nodes: [{}, {}, { up: false }, {}] });
    await second.signal('SIGINT');
    expect(await halley('verify', '--home', home)).toMatchObject({ code: 0 });
  });

  it('is a key of app.toml', async () => {
    const home = mkdtempSync(join(tmpdir(), 'halley-'));
    await halley('init', '--home', home);
    writeFileSync(join(home, 'config', 'app.toml'), '[devnet]\nfault = ["partition:groups=0,1,2/3"]\n');
    const devnet = started('--home', home);
    const { urls } = await devnet.facts();
    expect(await evmCall(urls.evmHttp, 'halley_faults')).toMatchObject([
      { id: '0x1', fault: { type: 'partition', groups: [[0, 1, 2], [3]] } },
    ]);
    await devnet.signal('SIGINT');
  });

  it.each([
    ['equivocate:nod=3', 'fault "equivocate" does not take "nod" (did you mean "node"?)'],
    ['lose:percent=3', 'there is no fault "lose" (did you mean "loss"?)'],
    ['loss:percent=200', '"percent" of fault "loss" is 200, expected a number from 0 to 100'],
    ['equivocate:node=4', '"node" of fault "equivocate" is 4, expected the index of a validator (the network has 4 '],
  ])('refuses %s before anything starts', async (text, message) => {
    const { code, stdout, stderr } = await halley('start', ...FREE_PORTS, '--fault', text);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`halley: ${message}`);
  });
});
