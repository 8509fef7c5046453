/** Tests that the page reads traces, and says what is wrong with files that are none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { History } from '../../../src/dashboard/model/history.js';
import { type ReadOptions, readTrace, type TraceReport } from '../../../src/dashboard/model/trace/read_trace.js';
import { slicesOf } from '../../../src/dashboard/model/trace/trace_lines.js';
import { tracedDevnet } from './model_kit.js';

const HEADER = '{"type":"header","format":"halley-record","version":1,"halley":"0.1.0","effects":"all","sum":"0"}\n';

let trace = '';

beforeAll(async () => {
  await using traced = await tracedDevnet('reading', 4);
  await traced.devnet.step('height', 3);
  trace = traced.text();
});

async function read(
  text: string,
  options: Partial<ReadOptions> = {},
): Promise<{ readonly history: History; readonly report: TraceReport }> {
  const history = new History();
  const report = await readTrace(text, { name: 'x.jsonl', onMessage: (message) => history.take(message), ...options });
  return { history, report };
}

describe('a trace', () => {
  it('has the decided heights and the validators of the genesis', async () => {
    const { history, report } = await read(trace);
    expect(report.notes).toEqual([]);
    expect(history.live?.decided.map(({ height }) => height)).toContain(3);
    expect(history.live?.validators.map(({ name }) => name)).toEqual([0, 1, 2, 3].map((index) => `validator-${index}`));
  });

  it('is the same however it is cut into slices', async () => {
    const { history } = await read(trace);
    for (const sliceBytes of [100, 4097]) {
      const parts: number[] = [];
      const sliced = await read(trace, { sliceBytes, onProgress: (part) => void parts.push(part) });
      expect(sliced.history.end).toBe(history.end);
      expect(parts.at(-1)).toBe(1);
    }
  });

  it('has the validators and faults of a snapshot after a revert, and those of a new network after a rollback', async () => {
    await using traced = await tracedDevnet('reverted', 4);
    const { network } = traced.devnet;
    const compare = async (): Promise<void> => {
      const { live } = (await read(traced.text())).history;
      expect(live?.nodes.map(({ up }) => up)).toEqual(network.nodes.map(({ up }) => up));
      expect(live?.faults.length).toBe(network.faults.length);
      expect(live?.cuts.length).toBe(network.cutLinks.length);
    };
    await traced.devnet.step('height', 2);
    const healthy = await traced.devnet.snapshot();
    await network.crashValidator(1);
    await network.addFault({ type: 'loss', percent: 3 });
    traced.runtime.chain.simNetwork.disconnect(0, 2);
    await traced.devnet.step('height', 1);
    const degraded = await traced.devnet.snapshot();
    await network.restartValidator(1);
    traced.runtime.chain.simNetwork.connect(0, 2);
    await network.crashValidator(3);
    await network.addFault({ type: 'delay', ms: 5 });
    await traced.devnet.step('event', 30);
    await compare();
    expect(await traced.devnet.revert(degraded)).toBe(true);
    await traced.devnet.step('event', 30);
    expect(network.nodes.map(({ up }) => up)).toEqual([true, false, true, true]);
    await compare();
    expect(await traced.devnet.revert(healthy)).toBe(true);
    await traced.devnet.step('event', 30);
    expect(network.nodes.map(({ up }) => up)).toEqual([true, true, true, true]);
    await compare();
    await network.crashValidator(2);
    await network.addFault({ type: 'delay', ms: 5 });
    await traced.devnet.step('event', 30);
    await traced.devnet.provider.request({ method: 'anvil_rollback', params: [1] });
    await traced.devnet.step('event', 30);
    await compare();
  });

  it('is shown up to the last whole line when it is cut off', async () => {
    const whole = await read(trace);
    const { history, report } = await read(trace.slice(0, trace.length / 2));
    expect(report.notes).toEqual(['x.jsonl is cut off: the page shows it up to the last whole line.']);
    expect(history.end).toBeGreaterThan(0);
    expect(history.end).toBeLessThan(whole.history.end);
  });

  it('is shown up to a damaged line', async () => {
    const lines = trace.split('\n');
    const { report } = await read([...lines.slice(0, 50), '{"type":', ...lines.slice(50)].join('\n'));
    expect(report.notes).toEqual(['Line 51 of x.jsonl is damaged: the page shows what is before it.']);
  });

  it('can have several chains, of which one is chosen', async () => {
    const [header, ...lines] = trace.split('\n');
    const other = lines.map((line) => line.replaceAll('halley_31337-1', 'other-2'));
    const both = [header, ...other.slice(0, -1), ...lines].join('\n');
    const { report } = await read(both);
    expect(report).toMatchObject({ chains: ['other-2', 'halley_31337-1'], chain: 'other-2' });
    const chosen = await read(both, { chain: 'halley_31337-1' });
    expect(chosen.report.chain).toBe('halley_31337-1');
    expect(chosen.history.end).toBe((await read(trace)).history.end);
  });

  it.each([
    ['', 'x.jsonl is empty.'],
    ['\u0000\u0001\u0002\n', 'binary file'],
    ['hello\n', 'is not a trace'],
    ['[1]\n', 'is not a trace'],
    [HEADER.slice(0, 20), 'is not a trace'],
    [HEADER.replace('"version":1', '"version":2'), 'is a trace of version 2, and this page reads version 1'],
    [HEADER.replace('"all"', '"heights"'), 'make a trace of it with "halley trace x.jsonl --out trace.jsonl"'],
    [HEADER, 'has no chain'],
  ])('is not %j', async (text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
  });

  it.each([
    ['a round', '"round":0', '"round":1000000000'],
    ['a node', '"node":0', '"node":4000000000'],
  ])('is shown up to a line with %s that no chain has', async (_, from, to) => {
    const lines = trace.split('\n');
    const at = lines.findLastIndex(
      (line) => line.includes('"vote"') && line.includes('"noted"') && line.includes(from),
    );
    const { report } = await read(lines.with(at, lines[at]?.replaceAll(from, to) ?? '').join('\n'));
    expect(report.notes).toEqual([`Line ${at + 1} of x.jsonl is damaged: the page shows what is before it.`]);
  });

  it('is refused when its validators are too many, or have no power', async () => {
    const many = trace.replace(/"validators":4/, '"validators":4000000000');
    await expect(read(many)).rejects.toThrow('a chain of 4000000000 validators, and the page shows at most 1024');
    await expect(read(trace.replace('"power":"10"', '"power":"ten"'))).rejects.toThrow('with the power ten');
  });

  it('has names that are short and can be seen', async () => {
    const { history } = await read(trace.replace('"name":"validator-0"', `"name":"a\u202e${'W'.repeat(5000)}"`));
    expect(history.live?.validators[0]?.name).toBe(`a${'W'.repeat(29)}…`);
  });
});

describe('the events of a chain', () => {
  const message = { type: 'majority', height: 2, round: 0, blockId: { hash: '0xab' } };
  const sent = (at: number) => ({ type: 'event', event: { type: 'sent', at, from: 0, to: 1, delay: 5, message } });
  const command = (of: object) => ({ type: 'command', command: of });

  /** Reads lines of a chain of four validators, and returns the events by type. */
  async function events(...lines: readonly object[]) {
    const found: unknown[][] = [];
    const chain = { type: 'chain', genesis: { genesis_time: '2026-01-01T00:00:00Z' }, validators: 4 };
    const text = [chain, ...lines].map((line) => `${JSON.stringify({ chain: 'c', ...line })}\n`).join('');
    await readTrace(`${HEADER}${text}`, {
      onMessage: (one) => {
        if (one.type === 'events') found.push(...(one.events as unknown as unknown[][]));
      },
    });
    return (type: string) => found.filter(([name]) => name === type);
  }

  it('have each crash and each restart once', async () => {
    const [crash, restart] = ['crash', 'restart'].map((type) => (node: number) => command({ type, node }));
    if (crash === undefined || restart === undefined) throw new Error('no commands');
    const of = await events(restart(3), crash(1), crash(1), crash(2), restart(1), restart(1), crash(1));
    expect([of('crashed'), of('restarted')].map((all) => all.map(([, , node]) => node))).toEqual([[1, 2, 1], [1]]);
  });

  it('describe a message once, and again after a revert', async () => {
    const of = await events(sent(1000), sent(2000), { type: 'revert', snapshot: 1, height: 1 }, sent(3000));
    expect(of('message').map(([, number]) => number)).toEqual([1, 2]);
    expect(of('sent').map((one) => one[4])).toEqual([1, 1, 2]);
  });

  it('show a link as cut until either end restores it', async () => {
    const [cut, restore] = ['disconnect', 'connect'].map(
      (type) => (node: number, peer: number) => command({ type, node, peer }),
    );
    if (cut === undefined || restore === undefined) throw new Error('no commands');
    const of = await events(cut(0, 2), cut(1, 3), cut(2, 0), restore(3, 1), restore(0, 2));
    expect(of('network').map((one) => one[3])).toEqual([
      [[0, 2]],
      [
        [0, 2],
        [1, 3],
      ],
      [
        [1, 3],
        [2, 0],
      ],
      [[2, 0]],
      [],
    ]);
  });
});

describe('the lines of a long trace', () => {
  const MIB = 1024 * 1024;
  const SLICE = 16 * MIB;
  const part = 'x'.repeat(SLICE - 1);

  /** Reads slices, of which some end with a line. */
  async function lengths(...ends: readonly boolean[]): Promise<number[]> {
    const slice = async (start: number): Promise<string> => `${part}${ends[start / SLICE] === true ? '\n' : 'x'}`;
    const found: number[] = [];
    for await (const lines of slicesOf({ size: ends.length * SLICE, slice }, SLICE))
      found.push(...lines.map(({ length }) => length / MIB));
    return found.map(Math.round);
  }

  it('have at most 64 MiB each, however many there are', async () => {
    expect(await lengths(true, true, true, true, false, true)).toEqual([16, 16, 16, 16, 32]);
    expect(await lengths(false, false, false, false, true)).toEqual([80]);
    await expect(lengths(false, false, false, false, false)).rejects.toThrow(
      'A line of the file is longer than 64 MiB.',
    );
  });
});
