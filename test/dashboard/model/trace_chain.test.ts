/** Tests what the page makes of single lines of a trace. */
import { describe, expect, it } from 'vitest';
import type { RoundMessage } from '../../../src/backend/rounds.js';
import type { ModelMessage } from '../../../src/dashboard/model/network_state.js';
import { MessageNumbers } from '../../../src/dashboard/model/trace/message_numbers.js';
import { readTrace } from '../../../src/dashboard/model/trace/read_trace.js';
import { TraceChain } from '../../../src/dashboard/model/trace/trace_chain.js';
import { DamageError, nodeOf, roundOf } from '../../../src/dashboard/model/trace/trace_values.js';

const VALIDATORS = ['a', 'b', 'c'].map((name, index) => ({ name, address: name.repeat(40), power: `${index + 5}` }));
const CHAIN = { type: 'chain', genesis: { genesis_time: '2026-01-02T03:04:05Z', validators: VALIDATORS } };
const START_US = Date.UTC(2026, 0, 2, 3, 4, 5) * 1000;

const command = (own: object): object => ({ type: 'command', command: own });
const event = (own: object): object => ({ type: 'event', event: { at: '7000n', ...own } });
const noted = (note: object): object => event({ type: 'noted', note });
const part = (index: number, bytes = '0xab'): object => ({
  type: 'part',
  height: '3n',
  round: 1,
  part: { index, bytes },
});
const sent = (message: object): object => event({ type: 'sent', from: 0, to: 2, delay: '4000n', message });

/** Takes lines of a chain, and returns what they make of it. */
function taken(lines: readonly object[], chain: object = CHAIN): readonly ModelMessage[] {
  const traced = new TraceChain(chain as Readonly<Record<string, unknown>>);
  return lines.flatMap((line) => traced.take(line as Readonly<Record<string, unknown>>));
}

const eventsIn = (messages: readonly ModelMessage[]) =>
  messages.flatMap((message) => (message.type === 'events' ? message.events : []));
const picturesIn = (messages: readonly ModelMessage[]) =>
  messages.flatMap((message) => (message.type === 'picture' ? [message.picture] : []));

describe('the first picture of a chain', () => {
  it('has the time of the genesis, and the height after that of the chain or the initial one', () => {
    const begin = command({ type: 'crash', node: 1 });
    const first = (more: object, genesis: object = {}) =>
      picturesIn(taken([begin], { ...CHAIN, ...more, genesis: { ...CHAIN.genesis, ...genesis } }))[0];
    expect(first({})).toMatchObject({ at: START_US, height: 1 });
    expect(first({ height: '7n' })?.height).toBe(8);
    expect(first({ height: '7n' }, { initial_height: '12' })?.height).toBe(12);
  });
});

describe('a picture after a revert', () => {
  it('has the next height, and says who is byzantine or was added', () => {
    const key = { name: "'dora", address: `0x${'d'.repeat(40)}` };
    const [, picture] = picturesIn(
      taken([
        command({ type: 'crash', node: 1 }),
        command({ type: 'markByzantine', nodes: [2] }),
        command({ type: 'addNode', key }),
        { type: 'rollback', height: '6n' },
      ]),
    );
    expect(picture?.height).toBe(7);
    expect(picture?.validators.map(({ name, power, byzantine }) => [name, power, byzantine])).toEqual([
      ['a', '5', false],
      ['b', '6', false],
      ['c', '7', true],
      ['dora', '0', false],
    ]);
    expect(picture?.nodes.map((node) => 'up' in node && [node.up, node.height])).toEqual(Array(4).fill([true, 7]));
  });

  it('is followed by a description of each message again', () => {
    const described = (lines: readonly object[]) =>
      eventsIn(taken(lines)).flatMap(([type, number]) => (type === 'message' ? [number] : []));
    expect(described([sent(part(0)), sent(part(0))])).toEqual([1]);
    expect(described([sent(part(0)), { type: 'rollback', height: '6n' }, sent(part(0))])).toEqual([1, 2]);
  });
});

describe('a message of a trace', () => {
  it('has a number of its own for each part of a block', () => {
    const events = eventsIn(taken([sent(part(0)), sent(part(1)), sent(part(0))]));
    expect(events).toEqual([
      ['message', 1, { kind: 'part', height: 3, round: 1, part: 0 }],
      ['sent', 7, 0, 2, 1, 4],
      ['message', 2, { kind: 'part', height: 3, round: 1, part: 1 }],
      ['sent', 7, 0, 2, 2, 4],
      ['sent', 7, 0, 2, 1, 4],
    ]);
  });

  it('is known while it is among the newest', () => {
    const numbers = new MessageNumbers();
    const numberOf = (height: number) => numbers.of({ type: 'majority', height }, () => undefined);
    for (let height = 1; height <= 20_001; height++) expect(numberOf(height)).toBe(height);
    expect([numberOf(20_000), numberOf(10_001), numberOf(10_000)]).toEqual([20_000, 10_001, 20_002]);
  });

  it('is what its type says', () => {
    const vote = {
      type: 1,
      height: '4n',
      round: 2,
      validatorAddress: `0x${'B'.repeat(40)}`,
      blockId: { hash: '0xAB' },
    };
    const descriptionOf = (message: object) =>
      eventsIn(taken([sent(message)])).flatMap((one) => (one[0] === 'message' ? [one[2]] : []));
    const expected: readonly (readonly [object, RoundMessage])[] = [
      [
        { type: 'vote', vote },
        { kind: 'prevote', height: 4, round: 2, block: 'ab', validator: 1 },
      ],
      [
        { type: 'vote', vote: { ...vote, type: 2, blockId: { hash: '0x' } } },
        { kind: 'precommit', height: 4, round: 2, block: null, validator: 1 },
      ],
      [
        { type: 'evidence', evidence: { voteA: vote } },
        { kind: 'evidence', height: 4, round: 2 },
      ],
    ];
    for (const [message, description] of expected) expect(descriptionOf(message)).toEqual([description]);
  });
});

describe('a command of a trace', () => {
  it('ends all faults that it names, and restores a link from either side', () => {
    const lines = [
      ...['first', 'second', 'third'].map((name) => command({ type: 'setFault', name, fault: { type: 'loss' } })),
      command({ type: 'disconnect', node: 0, peer: 1 }),
      command({ type: 'disconnect', node: 2, peer: 1 }),
      command({ type: 'endFaults', names: ['first', 'third'] }),
      command({ type: 'connect', node: 1, peer: 0 }),
    ];
    const last = eventsIn(taken(lines)).at(-1);
    expect(last).toEqual(['network', START_US, [{ name: 'second', text: 'loss' }], [[2, 1]]]);
  });

  it('writes what all nodes know where the last commit gets another time', () => {
    const types = (own: object) => eventsIn(taken([command({ type: 'startHeight', ...own })])).map(([type]) => type);
    expect([types({}), types({ lastCommitTime: '9n' })]).toEqual([[], ['written']]);
  });

  it('crashes a node that is up, and restarts one that is down', () => {
    const lines = ['crash', 'crash', 'restart', 'restart'].map((type) => command({ type, node: 1 }));
    expect(eventsIn(taken(lines)).map(([type]) => type)).toEqual(['crashed', 'restarted']);
  });
});

it('a conflict is at the height after the last commit', () => {
  const commit = { type: 'committed', node: 0, height: '6n', round: 0, hash: '0xAB' };
  const events = eventsIn(taken([noted(commit), noted({ type: 'conflicting commits', node: 2 })]));
  expect(events).toEqual([
    ['committed', 7, 0, 6, 0, 'ab'],
    ['conflict', 7, 2, 7],
  ]);
});

it('nodes and rounds have the highest numbers that they may have, and no others', () => {
  expect([nodeOf(1023), roundOf('10000n')]).toEqual([1023, 10_000]);
  expect(() => nodeOf(1024)).toThrow(DamageError);
  expect(() => roundOf(10_001)).toThrow(DamageError);
});

describe('reading a trace', () => {
  const HEADER = '{"type":"header","format":"halley-record","version":1,"effects":"all"}\n';

  it('ends when it is given up', async () => {
    const text = `${HEADER}${JSON.stringify({ ...CHAIN, chain: 'x' })}\n`;
    const given = new AbortController();
    const parts: number[] = [];
    const options = { onMessage: () => undefined, signal: given.signal, sliceBytes: 50 };
    const reading = readTrace(text, { ...options, onProgress: (part) => void (parts.push(part) && given.abort()) });
    await expect(reading).rejects.toThrow('aborted');
    expect(parts).toHaveLength(1);
  });

  it('refuses a file that is too long before it is read', async () => {
    const slices: number[] = [];
    const size = 512 * 1024 * 1024 + 1;
    const slice = async (start: number) => (slices.push(start) > 1 ? '' : HEADER);
    await expect(readTrace({ size, slice }, { onMessage: () => undefined })).rejects.toThrow('more than 512 MiB');
    expect(slices).toEqual([0]);
  });
});
