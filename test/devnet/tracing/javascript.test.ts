/** Tests tracers that are JavaScript programs: what they see, and what they may not do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aZoo, type Json, type Zoo } from './trace_kit.js';

let zoo: Zoo;
let hash: string;

beforeAll(async () => {
  zoo = await aZoo();
  hash = await zoo.send(0, zoo.address, zoo.data('write', 3n, 5n), { value: '0x7' });
  await zoo.devnet.mine();
});
afterAll(() => zoo.close());

const trace = (tracer: string, tracerConfig: object = {}): Promise<Json> =>
  zoo.ask('debug_traceTransaction', hash, { tracer, tracerConfig });
const failure = (tracer: string): Promise<string> =>
  trace(tracer).then(
    () => 'traced',
    (error: Error) => error.message,
  );

describe('a JavaScript tracer', () => {
  it('sees each operation, its stack, memory and contract', async () => {
    const program = `{
      stores: [], first: null, ops: 0,
      step: function (log, db) {
        this.ops++;
        if (this.first === null) this.first = {
          pc: log.getPC(), depth: log.getDepth(), caller: toHex(log.contract.getCaller()),
          address: toHex(log.contract.getAddress()), value: log.contract.getValue().toString(),
          selector: toHex(slice(log.contract.getInput(), 0, 4)),
        };
        if (log.op.toString() === 'SSTORE')
          this.stores.push([toHex(toWord(log.stack.peek().toString(16))), log.stack.peek(1.5).add(1).toString(10)]);
      },
      fault: function () {},
      result: function (ctx, db) {
        return { stores: this.stores, first: this.first, ops: this.ops, to: toHex(ctx.to), gasUsed: ctx.gasUsed,
                 block: ctx.block, type: ctx.type, balance: db.getBalance(ctx.to).toString(), code: db.getCode(ctx.to).length };
      } }`;
    const seen = await trace(program);
    const receipt = await zoo.ask('eth_getTransactionReceipt', hash);
    const { structLogs } = await zoo.ask('debug_traceTransaction', hash, {});
    expect(seen).toMatchObject({
      ops: structLogs.length,
      first: { pc: 0, depth: 1, caller: receipt.from, address: zoo.address, value: '7' },
      ...{ to: zoo.address, gasUsed: Number(receipt.gasUsed), block: Number(receipt.blockNumber), type: 'CALL' },
      balance: BigInt(await zoo.ask('eth_getBalance', zoo.address, 'latest')).toString(),
    });
    expect(seen.first.selector).toBe(zoo.data('write', 3n, 5n).slice(0, 10));
    expect(seen.stores.map(([, value]: Json) => value)).toEqual(['6', '6']);
    expect(seen.code).toBeGreaterThan(1000);
  });

  it('survives a program that fills the stack of the interpreter', async () => {
    const fills = "JSON.parse('['.repeat(100000))";
    expect(await failure(`{ fault: function () {}, result: function () { return ${fills}; } }`)).toContain(
      'RangeError',
    );
    expect(await failure(`{ fault: function () {}, result: ${fills} }`)).toContain('RangeError');
    expect(await trace('{ fault: function () {}, result: function () { return 47; } }')).toBe(47);
  });

  it('gets its config, sees frames, and runs for each transaction of a block', async () => {
    const program = `{
      setup: function (config) { this.name = JSON.parse(config).name; this.types = []; },
      enter: function (frame) { this.types.push(frame.getType() + ' ' + frame.getValue()); },
      exit: function (result) { this.types.push(result.getError() === undefined); },
      fault: function () {}, result: function () { return [this.name].concat(this.types); } }`;
    const from = zoo.devnet.accounts[1]?.address;
    const call = { from, to: zoo.address, data: zoo.data('creates', true), value: '0x9' };
    const config = { tracer: program, tracerConfig: { name: 'one' } };
    expect(await zoo.ask('debug_traceCall', call, 'latest', config)).toEqual([
      ...['one', 'CREATE 9', true, 'CALL 0'],
      ...['SELFDESTRUCT 9', true, true],
    ]);
    const number = await zoo.ask('eth_blockNumber');
    expect(await zoo.ask('debug_traceBlockByNumber', number, config)).toEqual([{ txHash: hash, result: ['one'] }]);
  });

  it('reaches nothing of the process', async () => {
    const names = ['process', 'require', 'fetch', 'setTimeout', 'host', 'std', 'os'];
    const program = `{ fault: function () {}, result: function () {
      return ${JSON.stringify(names)}.filter(function (name) { return typeof globalThis[name] !== 'undefined'; }); } }`;
    expect(await trace(program)).toEqual([]);
    const outside = `{ fault: function () {}, result: function () {
      return typeof toHex.constructor('return this')().process; } }`;
    expect(await trace(outside)).toBe('undefined');
  });

  it('cannot change how its result is written', async () => {
    const program = `{ setup: function () { JSON.stringify = function () { return '}{'; }; JSON.parse = null; },
      fault: function () {}, result: function (context) { return { gas: context.gasUsed > 0 }; } }`;
    expect(await trace(program)).toEqual({ gas: true });
  });

  it.each([
    [
      'loops',
      '{ step: function () { while (true); }, fault: function () {}, result: function () {} }',
      /^execution timeout {4}in .* function 'step'$/,
    ],
    [
      'allocates',
      `{ fault: function () {}, result: function () { var all = []; while (true) all.push(new Uint8Array(1 << 24)); } }`,
      /out of memory.*'result'$/,
    ],
    ['recurses', '{ fault: function () {}, result: function f() { return f() + 1; } }', /'result'$/],
    [
      'throws',
      '{ step: function () { throw new Error("no"); }, fault: function () {}, result: function () {} }',
      /^no {4}in server-side tracer function 'step'$/,
    ],
    [
      'reads beyond the stack',
      '{ step: function (log) { log.stack.peek(9000); }, fault: function () {}, result: function () {} }',
      /tracer accessed out of bound stack: size 0, index 9000 .*'step'$/,
    ],
    ['has no result', '{ fault: function () {} }', /^trace object must expose a function result\(\)$/],
    [
      'has half of the frames',
      '{ enter: function () {}, fault: function () {}, result: function () {} }',
      /both or none of enter\(\) and exit\(\)$/,
    ],
    ['is no program', '{ step: function ( }', /^SyntaxError: /],
  ])('that %s is refused, and the node goes on', async (_, program, message) => {
    expect(await failure(program)).toMatch(message);
    expect(Number(await zoo.ask('eth_blockNumber'))).toBeGreaterThan(0);
  });
});
