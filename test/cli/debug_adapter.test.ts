/** Drives `halley debug` as an editor does, over the Debug Adapter Protocol on the standard input and output. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type DebuggedChain, debuggedChain, lineOf } from '../solidity/debugged.js';
import { builtFile } from '../support/current_build.js';

const FILE = 'contracts/Debugged.sol';

interface Message {
  readonly type: 'response' | 'event';
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test reads members of many bodies.
  readonly body?: any;
}

class Editor {
  readonly #child;
  #read = Buffer.alloc(0);
  #seq = 0;
  readonly #messages: Message[] = [];
  #wake = (): void => undefined;
  stderr = '';
  readonly ended: Promise<number | null>;

  constructor(...args: readonly string[]) {
    const cwd = mkdtempSync(join(tmpdir(), 'halley-editor-'));
    const child = spawn(process.execPath, [builtFile('cli.cjs'), 'debug', ...args], { cwd });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.ended = new Promise((resolve) => child.on('close', resolve));
    onTestFinished(() => {
      child.kill();
      rmSync(cwd, { recursive: true });
    });
  }

  #take(chunk: Buffer): void {
    this.#read = Buffer.concat([this.#read, chunk]);
    for (;;) {
      const end = this.#read.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#read.toString('latin1', 0, end))?.[1]);
      if (this.#read.length < end + 4 + length) return;
      this.#messages.push(JSON.parse(this.#read.toString('utf8', end + 4, end + 4 + length)) as Message);
      this.#read = this.#read.subarray(end + 4 + length);
      this.#wake();
    }
  }

  async #next(wanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.#messages.findIndex(wanted);
      const [found] = at < 0 ? [] : this.#messages.splice(at, 1);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  async request(command: string, args: object = {}): Promise<Message> {
    const seq = ++this.#seq;
    const text = JSON.stringify({ seq, type: 'request', command, arguments: args });
    this.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return this.#next(({ request_seq }) => request_seq === seq);
  }

  event = (name: string): Promise<Message> => this.#next(({ event }) => event === name);

  /** Moves, and resolves to the reason and the innermost frame of the stop. */
  async move(command: string, args: object = {}): Promise<string> {
    await this.request(command, { threadId: 1, ...args });
    const { body } = await this.event('stopped');
    return `${body.reason} ${await this.place()}`;
  }

  async place(): Promise<string> {
    const { body } = await this.request('stackTrace', { threadId: 1 });
    return body.stackFrames.map(({ name, line }: { name: string; line: number }) => `${name}:${line}`).join(' < ');
  }

  /** Variables of a scope of the innermost frame, by name. */
  async variables(scope: string): Promise<Readonly<Record<string, string>>> {
    const { body } = await this.request('scopes', { frameId: 1 });
    const { variablesReference } = body.scopes.find(({ name }: { name: string }) => name === scope);
    const { body: list } = await this.request('variables', { variablesReference });
    return Object.fromEntries(list.variables.map(({ name, value }: { name: string; value: string }) => [name, value]));
  }
}

let chain: DebuggedChain;
let hash: string;
let url: string;

beforeAll(async () => {
  chain = await debuggedChain({ optimizer: { enabled: false } });
  url = chain.devnet.urls.evmHttp ?? '';
  hash = await chain.send('run', [8n, 'word'], 55n);
  await chain.request('hardhat_mine', '0x2');
}, 120_000);

afterAll(() => chain.close());

it('opens a transaction, stops at breakpoints, and steps forwards and back', async () => {
  const editor = new Editor(hash, '--url', url);
  const { body: capabilities } = await editor.request('initialize', { adapterID: 'halley', linesStartAt1: true });
  expect(capabilities).toMatchObject({ supportsStepBack: true, supportsSteppingGranularity: true });
  expect(await editor.request('launch')).toMatchObject({ success: true });
  await editor.event('initialized');
  const set = await editor.request('setBreakpoints', {
    source: { path: `/home/me/project/${FILE}` },
    breakpoints: [{ line: lineOf('inner') }, { line: lineOf('add') - 1 }, { line: 5_000 }],
  });
  expect(set.body.breakpoints).toEqual([
    { verified: true, line: lineOf('inner') },
    { verified: true, line: lineOf('add') },
    { verified: false, message: 'the transaction has no code of this line or after it' },
  ]);
  await editor.request('setExceptionBreakpoints', { filters: ['revert'] });
  await editor.request('configurationDone');
  expect((await editor.event('stopped')).body.reason).toBe('entry');
  expect((await editor.request('threads')).body.threads).toEqual([{ id: 1, name: `transaction ${hash}` }]);
  expect(await editor.place()).toBe(`Debugged.run:${lineOf('run')}`);

  const inner = `Debugged.middle:${lineOf('inner')} < Debugged.run:${lineOf('run')}`;
  expect(await editor.move('continue')).toBe(`breakpoint ${inner}`);
  expect(await editor.variables('Locals')).toEqual({ a: '8', b: '3' });
  expect(await editor.variables('Arguments')).toEqual({});
  expect(await editor.variables('State variables')).toMatchObject({ total: '5', small: '3', text: '"short"' });
  expect(await editor.move('stepIn')).toBe(`step Sums.twice:${lineOf('twice')} < ${inner}`);
  expect(await editor.move('stepOut')).toBe(`step ${inner}`);
  expect(await editor.move('stepBack')).toBe(
    `breakpoint Debugged.middle:${lineOf('inner')} < Debugged.run:${lineOf('run')}`,
  );
  const before = await editor.variables('Gas');
  await editor.move('next', { granularity: 'instruction' });
  const after = await editor.variables('Gas');
  expect(BigInt(before['gas'] ?? 0) - BigInt(before['cost'] ?? 0)).toBe(BigInt(after['gas'] ?? 0));

  expect(await editor.move('continue')).toMatch(/^exception Child\.check:/);
  expect(await editor.move('continue')).toBe(
    `breakpoint Extension.add:${lineOf('add')} < Debugged.run:${lineOf('delegate')}`,
  );
  expect(await editor.move('reverseContinue')).toMatch(/^exception Child\.check:/);
  await editor.request('setExceptionBreakpoints', { filters: [] });
  await editor.request('setBreakpoints', { source: { path: `/home/me/project/${FILE}` }, breakpoints: [] });
  await editor.move('continue');
  const value = async (expression: string) =>
    (await editor.request('evaluate', { expression, frameId: 1 })).body.result;
  expect([await value('total'), await value('point.name'), await value('list[1]'), await value('0x0')]).toEqual([
    '63',
    '"word"',
    '9',
    '0x3f',
  ]);
  expect(await editor.request('evaluate', { expression: 'totl' })).toMatchObject({
    success: false,
    message: expect.stringContaining('"totl" is neither a variable'),
  });
  const { body } = await editor.request('stackTrace', { threadId: 1 });
  const { sourceReference } = body.stackFrames[0].source ?? { sourceReference: 1 };
  const source = await editor.request('source', { sourceReference, source: { sourceReference } });
  expect(source.body.content).toContain('contract Debugged {');
  await editor.request('continue', { threadId: 1 });
  await editor.event('terminated');
  expect(await editor.request('disconnect')).toMatchObject({ success: true });
  expect([await editor.ended, editor.stderr]).toEqual([0, '']);
}, 120_000);

it('debugs a call, and stops where the conditions and hit counts of breakpoints say', async () => {
  const editor = new Editor('--call', JSON.stringify(chain.call('run', [8n, 'word'], 55n)), '--url', url);
  await editor.request('initialize', { adapterID: 'halley' });
  expect(await editor.request('launch')).toMatchObject({ success: true });
  const source = { path: `/home/me/project/${FILE}` };
  const stopOf = async (breakpoint: object, command = 'continue') => {
    const set = await editor.request('setBreakpoints', {
      source,
      breakpoints: [{ line: lineOf('twice'), ...breakpoint }],
    });
    await editor.request(command, { threadId: 1 });
    const { body } = await editor.event('stopped');
    return [set.body.breakpoints[0].verified, body.reason, (await editor.variables('Locals'))['x'], body.description];
  };
  const restart = async () => {
    await editor.request('setBreakpoints', { source, breakpoints: [] });
    await editor.move('reverseContinue');
  };
  await editor.request('configurationDone');
  await editor.event('stopped');
  expect((await editor.request('threads')).body.threads).toEqual([{ id: 1, name: 'call' }]);
  expect(await stopOf({})).toEqual([true, 'breakpoint', '8', undefined]);
  await restart();
  expect(await stopOf({ condition: 'x > 8' })).toEqual([true, 'breakpoint', '19', undefined]);
  // A step over a line stops at a condition that holds inside it.
  await restart();
  expect(await editor.move('stepIn')).toContain(`Debugged.run:${lineOf('run')}`);
  expect(await stopOf({ condition: 'x == 0x8' }, 'next')).toEqual([true, 'breakpoint', '8', undefined]);
  await restart();
  expect(await stopOf({ hitCondition: '% 2' })).toEqual([true, 'breakpoint', '19', undefined]);
  await restart();
  expect(await stopOf({ condition: 'x != 8', hitCondition: '>= 1' })).toEqual([true, 'breakpoint', '19', undefined]);
  await restart();
  expect(await stopOf({ condition: 'y == 1' })).toEqual([
    ...[true, 'breakpoint', '8', '"y" has no certain value here: expected a variable or a literal'],
  ]);
  await restart();
  expect(await stopOf({ hitCondition: 'often' })).toEqual([false, 'step', undefined, 'end of the call']);
  expect(await editor.request('disconnect')).toMatchObject({ success: true });
  expect([await editor.ended, editor.stderr]).toEqual([0, '']);
}, 120_000);

it('counts lines and columns from zero for an editor that does, and disconnects after it has terminated', async () => {
  const editor = new Editor(hash, '--url', url);
  await editor.request('initialize', { adapterID: 'halley', linesStartAt1: false, columnsStartAt1: false });
  await editor.request('launch');
  const source = { path: `/home/me/project/${FILE}` };
  const line = lineOf('inner') - 1;
  const set = await editor.request('setBreakpoints', { source, breakpoints: [null, { line }] });
  expect(set.body.breakpoints).toEqual([{ verified: true, line }]);
  await editor.request('configurationDone');
  await editor.event('stopped');
  expect(await editor.move('continue')).toBe(`breakpoint Debugged.middle:${line} < Debugged.run:${lineOf('run') - 1}`);
  const { body } = await editor.request('stackTrace', { threadId: 1 });
  const { content } = (await editor.request('source', { sourceReference: 1 })).body;
  expect(content.split('\n')[line].slice(body.stackFrames[0].column)).toMatch(/^(?:return|Sums|small)\b/);
  expect(await editor.request('terminate')).toMatchObject({ success: true });
  await editor.event('terminated');
  expect(await editor.request('disconnect')).toMatchObject({ success: true });
  expect([await editor.ended, editor.stderr]).toEqual([0, '']);
}, 120_000);

it('answers what it cannot do, and ends with one line for what is no message', async () => {
  const editor = new Editor(`0x${'23'.repeat(32)}`, '--url', url);
  expect(await editor.request('stackTrace')).toMatchObject({
    success: false,
    message: 'no transaction is open: expected launch or attach first',
  });
  expect(await editor.request('next')).toMatchObject({
    success: false,
    message: 'no transaction is open: expected launch or attach first',
  });
  const instructionReference = `0x${'17'.repeat(20)}:5`;
  const wrong = [{ instructionReference, offset: -6 }, { instructionReference, offset: 'x' }, {}];
  const set = await editor.request('setInstructionBreakpoints', { breakpoints: wrong });
  expect(set.body.breakpoints).toEqual([{ verified: false }, { verified: false }, { verified: false }]);
  expect(await editor.request('completions')).toMatchObject({
    success: false,
    message: 'the request "completions" is not supported',
  });
  expect((await editor.request('launch')).message).toContain(`tx not found, hash: 0x${'23'.repeat(32)}`);
  editor.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await editor.ended).toBe(1);
  expect(editor.stderr).toMatch(/^halley: "GET \/ HTTP.*" is no header of the Debug Adapter Protocol: .*\n$/);
}, 120_000);
