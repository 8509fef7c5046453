/** Tests the node's log on stdout: repeated entries, size limits, and what users see. */
import { describe, expect, it } from 'vitest';
import { gapJson, LogLines, lineJson, logTo } from '../../src/cli/log/log.js';

import { type LogOutput, LogWriter } from '../../src/cli/log/writer.js';
import { type LogEntry, PLAIN } from '../../src/devnet/index.js';
import { evmCall, FREE_PORTS, Running } from './run.js';

const polled: LogEntry = { type: 'call', method: 'eth_blockNumber' };
const other: LogEntry = { type: 'call', method: 'eth_chainId' };
const empty = (number: number): LogEntry => ({
  type: 'block',
  number,
  hash: `0xb${number}`,
  timestamp: 1,
  baseFeePerGas: '7',
  gasUsed: '0',
  gasLimit: '1',
  transactions: [],
  others: 0,
});

function written(entries: readonly LogEntry[], rewrites: boolean): string {
  const lines = new LogLines(PLAIN, rewrites);
  return entries.map((entry) => lines.add(entry)).join('') + lines.end();
}

/** Returns the rows that a terminal finally shows. */
function shown(text: string): string[] {
  const rows: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes that go up a line and empty it
  for (const part of text.split(/(\u001b\[1A\r\u001b\[2K)/)) {
    if (part.startsWith('\u001b')) rows.pop();
    else rows.push(...part.split('\n').slice(0, -1));
  }
  return rows;
}

describe('a repeated entry', () => {
  const entries = [polled, polled, polled, other, polled, empty(2), empty(3), empty(4), other, other];

  it('is counted in the same line of a terminal', () => {
    expect(shown(written(entries, true))).toEqual([
      'eth_blockNumber (3)',
      'eth_chainId',
      'eth_blockNumber',
      '  Blocks:           #2 to #4, all empty',
      'eth_chainId (2)',
    ]);
  });

  it('is counted below the first one elsewhere, when another entry follows', () => {
    expect(written(entries, false).split('\n')).toEqual([
      'eth_blockNumber',
      'eth_blockNumber (2 more)',
      'eth_chainId',
      'eth_blockNumber',
      '  Block:            #2 0xb2 (empty, base fee 7 wei)',
      '  Blocks:           #2 to #4, all empty',
      'eth_chainId',
      'eth_chainId (1 more)',
      '',
    ]);
  });
});

it('calls of two chains are no repetition of each other, and a count is written once', () => {
  const lines = new LogLines(PLAIN, false);
  const texts = ['a', 'a', 'b'].map((chain) => lines.add({ ...polled, chain }));
  expect(texts).toEqual(['[a] eth_blockNumber\n', '', '[a] eth_blockNumber (1 more)\n[b] eth_blockNumber\n']);
  lines.add({ ...polled, chain: 'b' });
  expect([lines.end(), lines.end()]).toEqual(['[b] eth_blockNumber (1 more)\n', '']);
});

it('the log ends with the count of what was repeated last', () => {
  const texts: string[] = [];
  const write = (text: string): boolean => texts.push(text) > 0;
  const output = { isTTY: false, writable: true, writableLength: 0, write } as never;
  const log = logTo(output, { json: false, color: 'never', disableConsoleLog: false });
  log.open();
  for (let i = 0; i < 3; i++) log.listener(polled);
  log.end();
  expect(texts.join('')).toBe('eth_blockNumber\neth_blockNumber (2 more)\n');
});

it('the log leaves out what contracts print, and nothing else, where that is chosen', () => {
  const shownWith = (disableConsoleLog: boolean): readonly unknown[] => {
    const texts: string[] = [];
    const write = (text: string): boolean => texts.push(text) > 0;
    const output = { isTTY: false, writable: true, writableLength: 0, write } as never;
    const log = logTo(output, { json: true, color: 'never', disableConsoleLog });
    log.open();
    log.listener({ type: 'console', lines: ['one'] } as unknown as LogEntry);
    log.listener({ ...empty(2), transactions: [{ hash: '0xa', console: ['two'] }] } as unknown as LogEntry);
    log.listener(polled);
    log.end();
    return texts
      .join('')
      .trim()
      .split('\n')
      .map((line) => {
        const { type, lines, transactions, method } = JSON.parse(line);
        return [type, lines ?? transactions ?? method];
      });
  };
  expect(shownWith(false)).toEqual([
    ['console', ['one']],
    ['block', [{ hash: '0xa', console: ['two'] }]],
    ['call', 'eth_blockNumber'],
  ]);
  expect(shownWith(true)).toEqual([
    ['block', [{ hash: '0xa', console: [] }]],
    ['call', 'eth_blockNumber'],
  ]);
});

describe('an output', () => {
  function anOutput(gap?: (dropped: number) => string) {
    const texts: string[] = [];
    const actions: (() => void)[] = [];
    const output = {
      writable: true,
      writableLength: 0,
      write: (text: string) => {
        texts.push(text);
        return true;
      },
    };
    const writer = new LogWriter(output as unknown as LogOutput, (action) => actions.push(action), gap);
    const turn = (): void => {
      for (const action of actions.splice(0)) action();
    };
    return { output, writer, texts, turn };
  }

  it('receives the entries of one turn together, and nothing before it is open', () => {
    const { writer, texts, turn } = anOutput();
    writer.add('early\n');
    turn();
    expect(texts).toEqual([]);
    writer.open();
    writer.add('one\n');
    writer.add('two\n');
    turn();
    turn();
    expect(texts).toEqual(['early\n', 'one\ntwo\n']);
  });

  it('that does not read has a limited queue, and receives the number of dropped entries', () => {
    const { output, writer, texts, turn } = anOutput();
    writer.open();
    output.writableLength = 1_048_570;
    for (let i = 0; i < 1000; i++) writer.add('more than fits\n');
    turn();
    expect(texts).toEqual([]);
    output.writableLength = 0;
    writer.add('last\n');
    turn();
    expect(texts).toEqual(['(1000 log entries were dropped: the reader is too slow)\nlast\n']);
  });

  it('takes an entry that just fits, and says once how many did not', () => {
    const { output, writer, texts, turn } = anOutput();
    writer.open();
    output.writableLength = 1_048_576 - 'fits\n'.length;
    writer.add('fits\n');
    writer.add('x');
    output.writableLength = 0;
    writer.add('two\n');
    writer.add('three\n');
    turn();
    expect(texts).toEqual(['fits\n(1 log entries were dropped: the reader is too slow)\ntwo\nthree\n']);
  });

  it('of JSON receives the number of dropped entries in JSON', () => {
    const { output, texts, turn, writer } = anOutput(gapJson);
    writer.open();
    output.writableLength = 1_048_570;
    writer.add('more than fits\n');
    output.writableLength = 0;
    writer.add(lineJson({ type: 'call', method: 'eth_call' }));
    turn();
    const lines = texts.join('').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { type: 'dropped', entries: 1 },
      { type: 'call', method: 'eth_call' },
    ]);
  });

  it('of JSON receives a failure with megabytes of revert data in a shortened form', () => {
    const failure = { type: 'failure', method: 'eth_call', code: 3, message: '\0'.repeat(3_000_000) } as const;
    const line = lineJson({ ...failure, data: `0x${'00'.repeat(3_000_000)}` });
    expect(line.length).toBeLessThan(1_048_576);
    expect(JSON.parse(line)).toMatchObject({
      message: expect.stringContaining('… (3000000 characters)'),
      data: expect.stringContaining('… (6000002 characters)'),
    });
    const whole = 'y'.repeat(100_000);
    expect(JSON.parse(lineJson({ ...failure, message: whole }))).toEqual({ ...failure, message: whole });
    expect(JSON.parse(lineJson({ ...failure, message: 'no', data: '0x' }))).toEqual({
      ...failure,
      message: 'no',
      data: '0x',
    });
  });

  it('that is closed receives nothing more', () => {
    const { output, writer, texts, turn } = anOutput();
    writer.open();
    output.writable = false;
    writer.add('nobody reads this\n');
    turn();
    writer.flush();
    expect(texts).toEqual([]);
  });
});

const [ALICE, BOB] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'];

/** Returns the output of a session with polls, a transfer and a failing call. */
async function session(...args: string[]): Promise<string> {
  const devnet = new Running(['start', '--json', ...FREE_PORTS, ...args]);
  const { evmHttp } = (await devnet.facts()).urls;
  for (let i = 0; i < 3; i++) await evmCall(evmHttp, 'eth_blockNumber');
  await evmCall(evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1', gas: '0x5208' }]);
  await evmCall(evmHttp, 'eth_nothing\u001b[2J');
  return (await devnet.signal('SIGINT')).stdout;
}

describe('halley start', () => {
  it('prints a line of JSON for each entry after its facts', async () => {
    const [, ...entries] = (await session())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ type, method, number }) => [type, method ?? number])).toEqual([
      ['call', 'eth_blockNumber'],
      ['call', 'eth_blockNumber'],
      ['call', 'eth_blockNumber'],
      ['call', 'eth_sendTransaction'],
      ['block', 2],
      ['call', 'eth_nothing\u001b[2J'],
      ['failure', 'eth_nothing\u001b[2J'],
    ]);
    expect(entries[4].transactions[0]).toMatchObject({ from: ALICE, to: BOB, value: '1', gasUsed: '21000' });
  });

  it('prints no log with --quiet', async () => {
    expect((await session('--quiet')).trim().split('\n')).toHaveLength(1);
  });

  it('prints lines for people, without terminal codes', async () => {
    const devnet = new Running(['start', ...FREE_PORTS]);
    const url = await devnet.said(/EVM JSON-RPC +(http:\S+)/);
    for (let i = 0; i < 3; i++) await evmCall(url, 'eth_blockNumber');
    const hash = await evmCall(url, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1', gas: '0x5208' }]);
    await evmCall(url, 'eth_nothing\u001b[2J');
    const { stdout } = await devnet.signal('SIGINT');
    const log = stdout.slice(stdout.indexOf('eth_blockNumber')).split('\n');
    expect(log).toEqual([
      'eth_blockNumber',
      'eth_blockNumber (2 more)',
      'eth_sendTransaction',
      `  Transaction:      ${hash}`,
      `  From:             ${ALICE}`,
      `  To:               ${BOB}`,
      '  Value:            1 wei',
      '  Gas used:         21000 of 21000',
      expect.stringMatching(/^ {2}Block: {12}#2 0x[0-9a-f]{64} \(base fee 765625000 wei\)$/),
      '',
      'eth_nothing\\u001b[2J',
      '  eth_nothing\\u001b[2J failed: the method eth_nothing\\u001b[2J does not exist/is not available',
      '',
    ]);
  });

  it('continues when its output is closed', async () => {
    const devnet = new Running(['start', '--json', ...FREE_PORTS]);
    const { evmHttp } = (await devnet.facts()).urls;
    devnet.stopReading();
    for (let i = 0; i < 50; i++) expect(await evmCall(evmHttp, 'eth_blockNumber')).toBe('0x1');
    const { code, stderr } = await devnet.signal('SIGINT');
    expect([code, stderr]).toEqual([0, '']);
  });

  it('continues when its output is not read and the pipe is full', async () => {
    const devnet = new Running(['start', '--json', ...FREE_PORTS]);
    const { evmHttp } = (await devnet.facts()).urls;
    devnet.pauseReading();
    const batch = Array.from({ length: 1000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber' }));
    for (let i = 0; i < 50; i++) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(evmHttp ?? '', { method: 'POST', headers, body: JSON.stringify(batch) });
      expect(await answer.json()).toHaveLength(1000);
    }
    expect((await devnet.signal('SIGINT')).code).toBe(0);
  });
});
