/** Tests that the page reads traces, and says what is wrong with files that are none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { History } from '../../../src/dashboard/model/history.js';
import { type ReadOptions, readTrace, type TraceReport } from '../../../src/dashboard/model/trace/read_trace.js';
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
