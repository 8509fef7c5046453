/** Tests scenarios that the dashboard lists and runs. */
import { expect, test } from 'vitest';
import { scenarioRunner } from '../../../src/cli/devnet_options.js';
import type { ScenarioEntry, ScenarioLine } from '../../../src/rpc/dashboard/wire.js';
import { ask, dashboardDevnet } from './feed_client.js';

const EXPECTS = '[[expect]]\nthat = "block"\nheight = 2\nround = 0\n';

const start = () => dashboardDevnet({ dashboard: { address: true, scenarios: scenarioRunner } });
const run = (url: string, request: unknown) =>
  ask(url, '/scenarios/run', { method: 'POST', body: typeof request === 'string' ? request : JSON.stringify(request) });

async function listed(url: string): Promise<readonly ScenarioEntry[]> {
  return JSON.parse((await ask(url, '/scenarios')).body);
}

test('lists the files of the package, and runs one with its rounds', async () => {
  const { url } = await start();
  const entries = await listed(url);
  expect(entries.length).toBeGreaterThan(10);
  const [first] = entries;
  const reply = await run(url, { text: first?.text, seed: '3' });
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const lines = reply.body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ScenarioLine);
  expect(lines.at(-1)).toMatchObject({
    type: 'end',
    passed: true,
    summary: expect.stringMatching(/^passed: height \d/),
  });
  const output = lines.flatMap((line) => (line.type === 'output' ? [line.text] : []));
  expect(output[0]).toMatch(/, seed 3$/);
  expect(output[0]).toContain(`${first?.title}`);
  expect(output.some((text) => text.startsWith('ok'))).toBe(true);
  const rounds = lines.flatMap((line) => (line.type === 'rounds' ? [line.message] : []));
  expect(rounds[0]).toMatchObject({ type: 'picture', cause: 'start' });
  const events = rounds.flatMap((message) => (message.type === 'events' ? message.events : []));
  expect(events.filter(([type]) => type === 'committed').length).toBeGreaterThan(2);
});

test('sketches each scenario from its file: topic, marks of validators, partition, and its end', async () => {
  const { url } = await start();
  const entries = await listed(url);
  const sketchOf = (name: string) => entries.find((entry) => entry.name === name)?.sketch;
  expect(entries.every(({ sketch, summary }) => sketch !== undefined && summary !== undefined)).toBe(true);
  expect(new Set(entries.map(({ sketch }) => sketch?.topic)).size).toBe(7);
  expect(sketchOf('two-down')).toEqual({
    topic: 'Crashes',
    validators: 4,
    marks: { 2: 'down', 3: 'down' },
    cuts: [],
    end: 'stuck',
  });
  expect(sketchOf('partition-of-one')).toMatchObject({ topic: 'Partitions', groups: [[0, 1, 2], [3]] });
  expect(sketchOf('fork-by-equivocation')).toMatchObject({ topic: 'Liars', cuts: [[2, 3]], end: 'fork' });
  expect(sketchOf('validator-leaves')).toMatchObject({ topic: 'Time and sets', marks: { 3: 'power' } });
  expect(sketchOf('lunatic-attack')?.end).toBe('3 jailed');
});

test('checks a file without running it', async () => {
  const { url } = await start();
  const check = async (text: string): Promise<unknown> => {
    const { status, body } = await ask(url, '/scenarios/check', { method: 'POST', body: JSON.stringify({ text }) });
    return [status, JSON.parse(body)];
  };
  expect(await check(`title = "One height"\nsummary = "x"\nuntil = 2\n${EXPECTS}`)).toEqual([200, { problem: null }]);
  expect(await check('title = "x"\nuntil = 0')).toEqual([
    200,
    { problem: expect.stringMatching(/^scenario:\d+:\d+: /) },
  ]);
  expect(await check('title = ')).toEqual([200, { problem: expect.stringContaining('scenario:1:') }]);
});

test.each([
  ['no JSON', 'x', 'the body is not JSON: expected {"text": …, "seed": …}'],
  ['null', 'null', 'the body is not an object: expected {"text": …, "seed": …}'],
  ['no text', {}, '"text" must be the text of a scenario file'],
  ['a seed that is too long', { text: '', seed: 'x'.repeat(101) }, '"seed" must be a text of at most 100 characters'],
])('refuses %s', async (_, request, error) => {
  const { url } = await start();
  const reply = await run(url, request);
  expect([reply.status, JSON.parse(reply.body)]).toEqual([400, { error }]);
});

test('takes a seed of as many characters as it may have', async () => {
  const { url } = await start();
  const text = `title = "One height"\nsummary = "x"\nuntil = 2\n${EXPECTS}`;
  expect((await run(url, { text, seed: 'x'.repeat(100) })).status).toBe(200);
  expect((await run(url, { text })).body).toContain('"One height, seed 1"');
});

test('refuses a file with a mistake, and one that is too long', async () => {
  const { url } = await start();
  for (const text of ['title = 5', `# ${'x'.repeat(300_000)}`]) {
    const reply = await run(url, { text });
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body).error).toMatch(/^scenario/);
  }
});

test('runs one scenario at a time, and ends it when its reader goes away', async () => {
  const { url } = await start();
  const text = `title = "Many heights"\nsummary = "x"\nvalidators = 20\nuntil = 1000\n${EXPECTS}`;
  const gone = new AbortController();
  const asked = { method: 'POST', body: JSON.stringify({ text }), signal: gone.signal };
  const first = await fetch(`${url}/scenarios/run`, asked);
  await first.body?.getReader().read();
  const second = await run(url, { text });
  expect([second.status, JSON.parse(second.body).error]).toEqual([
    409,
    'a scenario is running already: wait until it ends',
  ]);
  gone.abort();
  const short = { text: `title = "One height"\nsummary = "x"\nuntil = 2\n${EXPECTS}` };
  let reply = await run(url, short);
  while (reply.status === 409) reply = await run(url, short);
  expect(JSON.parse(reply.body.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'end', passed: true });
});
