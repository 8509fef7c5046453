/** Tests `halley trace URL` with the built command: every line of a running chain, as it happens. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeLine, NO_SUM } from '../../src/devnet/records/line_text.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const [ALICE, BOB] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'];

/** Starts a devnet and its trace, which has its first lines. */
async function traced(...flags: readonly string[]) {
  const node = new Running(['start', '--json', '--seed=traced', ...FREE_PORTS, ...flags]);
  const { evmHttp, evmWs } = (await node.facts()).urls;
  const trace = new Running(['trace', evmHttp ?? '']);
  await trace.said(/("type":"chain")/);
  return { node, trace, evmHttp, evmWs };
}

describe('halley trace of a running chain', () => {
  it('prints inputs and events from then on, and ends when the node stops', async () => {
    const { node, trace, evmHttp } = await traced();
    await evmCall(evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1' }]);
    await trace.said(/("type":"decided","chain":"halley_31337-1","events":\d+,"height":"2n")/);
    await node.signal('SIGINT');
    const { code, stdout, stderr } = await trace.ended;
    expect([code, stderr]).toEqual([
      0,
      `halley: note: ${evmHttp} keeps no record, so the trace begins now; start the devnet with --record to trace it from its beginning\nhalley: note: ${evmHttp} has stopped\n`,
    ]);
    let sum = NO_SUM;
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((text) => {
        const decoded = decodeLine(text, sum);
        if ('damage' in decoded) throw new Error(decoded.damage);
        ({ sum } = decoded);
        return decoded.line;
      });
    expect(lines[0]).toMatchObject({ type: 'header', effects: 'all' });
    expect(lines[1]).toMatchObject({ type: 'chain', height: 1n, seed: 'traced' });
    const types = lines.map(({ type }) => type);
    for (const type of ['transaction', 'command', 'proposal', 'event', 'decided'] as const)
      expect(types).toContain(type);
    const kinds = lines.flatMap((line) => (line.type === 'event' ? [(line.event as { type: string }).type] : []));
    expect(new Set(kinds)).toEqual(new Set(['noted', 'sent', 'received', 'scheduled']));
  });

  it('writes a file that halley replay refuses with one line, because it does not begin with the chain', async () => {
    const node = new Running(['start', '--json', ...FREE_PORTS]);
    const { evmWs } = (await node.facts()).urls;
    const out = join(temporaryFolder(), 'trace.jsonl');
    const trace = new Running(['trace', evmWs ?? '', '--out', out]);
    while (!readOrNothing(out).includes('"type":"chain"')) await new Promise((resolve) => setImmediate(resolve));
    await node.signal('SIGINT');
    expect((await trace.ended).code).toBe(0);
    const { code, stderr } = await halley('replay', out);
    expect([code, stderr]).toEqual([
      1,
      `halley: "${out}" begins at height 1 of chain "halley_31337-1", so it can be read but not replayed: replay needs a file that begins with the chain (halley start --record)\n`,
    ]);
  });

  it('ends with 1 and one line where no node answers, and where the topic is unknown', async () => {
    const none = await halley('trace', 'http://127.0.0.1:1');
    expect([none.code, none.stderr]).toEqual([1, 'halley: cannot reach http://127.0.0.1:1: nothing listens there\n']);
    const other = createServer((_, response) => response.end('hello'));
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const plain = await halley('trace', `http://127.0.0.1:${port}`);
    expect([plain.code, plain.stderr.split('\n').length]).toEqual([1, 2]);
  });

  it('costs a chain that is traced no other block hashes', async () => {
    const play = async (evmHttp: string | null): Promise<unknown> => {
      await evmCall(evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1' }]);
      return evmCall(evmHttp, 'eth_getBlockByNumber', ['latest', false]);
    };
    const { node, trace, evmHttp } = await traced();
    const seen = await play(evmHttp);
    await node.signal('SIGINT');
    await trace.ended;
    const alone = new Running(['start', '--json', '--seed=traced', ...FREE_PORTS]);
    expect(await play((await alone.facts()).urls.evmHttp)).toEqual(seen);
    await alone.signal('SIGINT');
  });
});

/** Returns the lines of a trace without what depends on when it was taken: checksums, positions and the end. */
const comparable = (trace: string): string[] =>
  trace
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/,"sum":"[0-9a-f]{8}"\}$/, '}'))
    .filter((line) => !/^\{"type":"(position|stop)"/.test(line));

describe('halley trace of a running chain with a record', () => {
  it.each([
    ['automine', []],
    ['realtime', ['--mining-mode=realtime:20']],
  ])('has every line from the beginning on, once, in mining mode %s', async (_, flags) => {
    const file = join(temporaryFolder(), 'session.jsonl');
    const node = new Running(['start', '--json', '--seed=traced', '--record', file, ...FREE_PORTS, ...flags]);
    const { evmHttp } = (await node.facts()).urls;
    const play = async (): Promise<void> => {
      await evmCall(evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1' }]);
      await evmCall(evmHttp, 'hardhat_mine', ['0x3']);
    };
    await play();
    const before = await evmCall(evmHttp, 'evm_snapshot');
    await play();
    await evmCall(evmHttp, 'halley_crashValidator', [3]);
    const playing = Promise.all([play(), play()]);
    const trace = new Running(['trace', evmHttp ?? '']);
    await playing;
    await trace.said(/("type":"position")/);
    await play();
    await evmCall(evmHttp, 'evm_revert', [before]);
    await play();
    // The transactions of all six plays, so that no more than three heights are on their way.
    await trace.said(/((?:"type":"transaction"[\s\S]*?){6})/);
    await node.signal('SIGINT');
    const { code, stdout, stderr } = await trace.ended;
    expect([code, stderr]).toEqual([0, `halley: note: ${evmHttp} has stopped\n`]);
    const whole = await halley('trace', file);
    const [live, expected] = [comparable(stdout), comparable(whole.stdout)];
    expect(live.length).toBeGreaterThan(500);
    // The network may go on after the last line that was sent, until the node has stopped.
    expect(live.length).toBeGreaterThan(expected.length - 2000);
    // A transaction that arrives within an event is placed after that event's number, not after one of its lines.
    const isTransaction = (line: string): boolean => line.startsWith('{"type":"transaction"');
    const [effects, ...others] = [live, expected].map((lines) => lines.filter((line) => !isTransaction(line)));
    const [effectsOfFile = []] = others;
    expect(effects?.slice(0, effectsOfFile.length)).toEqual(effectsOfFile.slice(0, effects?.length));
    // The node may stop in the middle of an event, which the replay of the record ends at its last input.
    const surplus = effects?.slice(effectsOfFile.length).map((line) => JSON.parse(line).events);
    expect(new Set(surplus).size).toBeLessThanOrEqual(1);
    expect(live.filter(isTransaction)).toEqual(expected.filter(isTransaction));
    const out = join(temporaryFolder(), 'trace.jsonl');
    writeFileSync(out, stdout);
    const replayed = await halley('replay', out);
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining(': identical')]);
  });

  it('is refused to callers that are not local', async () => {
    const file = join(temporaryFolder(), 'session.jsonl');
    const node = new Running(['start', '--json', '--record', file, ...FREE_PORTS]);
    const { evmHttp } = (await node.facts()).urls;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'halley_record', params: [] });
    const headers = { 'content-type': 'application/json', origin: 'https://example.org' };
    const response = await fetch(evmHttp ?? '', { method: 'POST', headers, body });
    expect(await response.text()).not.toContain('halley-record');
    await node.signal('SIGINT');
  });
});

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
