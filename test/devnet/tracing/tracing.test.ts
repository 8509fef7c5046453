/** Tests that the trace of a transaction agrees with its receipt. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aZoo, impersonateWhale, type Json, randomBlock, type Zoo } from './trace_kit.js';

/** Error with which the endless loop ends: little gas is left when it stores. */
const AT_THE_SENTRY = 'out of gas: not enough gas for reentrancy sentry';

let zoo: Zoo;
beforeAll(async () => {
  zoo = await aZoo();
  await impersonateWhale(zoo);
});
afterAll(() => zoo.close());

const logsIn = (frame: Json): Json[] => [...(frame.logs ?? []), ...(frame.calls ?? []).flatMap(logsIn)];

/** Returns the logs in their order: a log's position counts the calls before it. */
function consoleCallsIn(frame: Json): Json[] {
  const calls: Json[] = frame.calls ?? [];
  const logs: Json[] = frame.logs ?? [];
  const at = (i: number) => logs.filter(({ position }) => Number(position) === i);
  return [...calls.flatMap((call, i) => [...at(i), ...consoleCallsIn(call)]), ...at(calls.length)];
}

describe('debug_traceTransaction', () => {
  it('gives every transaction of a block the gas, the logs and the result of its receipt', async () => {
    let failed = 0;
    for (let seed = 1; seed <= 4; seed++) {
      for (const hash of await randomBlock(zoo, seed)) {
        const receipt = await zoo.ask('eth_getTransactionReceipt', hash);
        const tree = await zoo.ask('debug_traceTransaction', hash, {
          tracer: 'callTracer',
          tracerConfig: { withLog: true },
        });
        const steps = await zoo.ask('debug_traceTransaction', hash, { disableStack: true });
        const about = `seed ${seed}, ${hash}`;
        expect(tree.gasUsed, about).toBe(receipt.gasUsed);
        expect(steps.gas, about).toBe(Number(receipt.gasUsed));
        expect([tree.error === undefined, steps.failed], about).toEqual([
          receipt.status === '0x1',
          receipt.status === '0x0',
        ]);
        const said = consoleCallsIn(tree).map(({ address, topics, data, index }) => ({
          address,
          topics,
          data,
          logIndex: index,
        }));
        expect(said, about).toEqual(
          receipt.logs.map(({ address, topics, data, logIndex }: Json) => ({ address, topics, data, logIndex })),
        );
        expect(logsIn(tree).length).toBe(said.length);
        if (steps.failed) failed++;
      }
    }
    expect(failed).toBeGreaterThan(3);
  });

  it('leaves out the members of struct logs that are disabled, and nothing else', async () => {
    const without = (steps: Json[], member: string): Json[] =>
      steps.map((step) => Object.fromEntries(Object.entries(step).filter(([name]) => name !== member)));
    let stores = 0;
    for (const hash of await randomBlock(zoo, 41)) {
      const logsOf = async (config: object): Promise<Json[]> =>
        (await zoo.ask('debug_traceTransaction', hash, config)).structLogs;
      const whole = await logsOf({});
      stores += whole.filter(({ storage }) => storage !== undefined).length;
      for (const { stack } of whole) expect(stack).toBeInstanceOf(Array);
      expect(await logsOf({ disableStack: true })).toEqual(without(whole, 'stack'));
      expect(await logsOf({ disableStorage: true })).toEqual(without(whole, 'storage'));
    }
    expect(stores).toBeGreaterThan(3);
  });

  it('returns the same later, and after the state has changed', async () => {
    const [hash] = await randomBlock(zoo, 77);
    const before = await zoo.ask('debug_traceTransaction', hash, { enableMemory: true, enableReturnData: true });
    await randomBlock(zoo, 78);
    expect(await zoo.ask('debug_traceTransaction', hash, { enableMemory: true, enableReturnData: true })).toEqual(
      before,
    );
  });

  it('traces transactions of the very first block', async () => {
    const other = await aZoo();
    const { hash } = (await other.ask('eth_getBlockByNumber', '0x2', true)).transactions[0];
    const tree = await other.ask('debug_traceTransaction', hash, { tracer: 'callTracer' });
    expect(tree).toMatchObject({ type: 'CREATE', to: other.address, gas: '0x4c4b40' });
    expect(tree.output).toBe(await other.ask('eth_getCode', other.address, 'latest'));
    await other.close();
  });

  it('changes neither the log nor the chain', async () => {
    const height = zoo.devnet.height;
    const [hash] = await randomBlock(zoo, 5);
    const root = (await zoo.ask('eth_getBlockByNumber', 'latest', false)).stateRoot;
    await zoo.ask('debug_traceTransaction', hash, {});
    expect(zoo.devnet.height).toBe(height + 1n);
    expect((await zoo.ask('eth_getBlockByNumber', 'latest', false)).stateRoot).toBe(root);
  });

  it.each([
    ['0x1234', {}, /hex string has length 4, want 64/],
    [`0x${'ab'.repeat(32)}`, {}, /^tx not found, hash: 0xabab/],
  ])('refuses the hash %s', async (hash, config, text) => {
    await expect(zoo.ask('debug_traceTransaction', hash, config)).rejects.toThrow(text);
  });

  it.each([
    [
      { tracer: 'bigramTracer' },
      /^tracer "bigramTracer" is not supported: it is no JavaScript object; there are 4byteTracer, callTracer, erc7562Tracer, flatCallTracer, /,
    ],
    [{ tracer: '{step: function() {}}' }, /^trace object must expose a function result\(\)$/],
    [
      { tracer: 'muxTracer', tracerConfig: { opcountTracer: {} } },
      /^tracer "opcountTracer" is not supported: it is no JavaScript object/,
    ],
    [{ tracer: 'muxTracer', tracerConfig: { callTracer: 1 } }, /^tracerConfig.callTracer is 1, expected an object/],
    [{ tracer: 'prestateTracer', tracerConfig: { diffMode: true, includeEmpty: true } }, /^cannot use diffMode with/],
    [{ tracer: 'callTracer', tracerConfig: { withLog: 3 } }, /tracerConfig.withLog is 3, expected true or false/],
    [{ tracer: 4 }, /invalid argument 1: .*tracer/],
    [{ tracerConfig: 'x' }, /invalid argument 1/],
    [{ limit: -1 }, /output limit cannot be negative, got -1/],
    [{ limit: 1.5 }, /invalid argument 1: .*limit of type int/],
    [{ timeout: 'soon' }, /invalid duration "soon"/],
    [{ timeout: '1ns' }, /^execution timeout$/],
    ['x', /invalid argument 1/],
  ])('refuses the config %j', async (config, text) => {
    const hash = await zoo.send(0, zoo.address, zoo.data('burns'));
    await zoo.devnet.mine();
    await expect(zoo.ask('debug_traceTransaction', hash, config)).rejects.toThrow(text);
  });

  it('refuses a trace that is larger than a response may be', async () => {
    const small = await aZoo({ limits: { responseBytes: 20_000 } });
    const hash = await small.send(0, small.address, small.data('burns'), { gas: '0x186a0' });
    await small.devnet.mine();
    const tooLarge = /^trace too large: more than 20000 bytes; onlyTopCall, disableStack, /;
    await expect(small.ask('debug_traceTransaction', hash)).rejects.toThrow(tooLarge);
    expect((await small.ask('debug_traceTransaction', hash, { limit: 1000 })).failed).toBe(true);
    expect((await small.ask('debug_traceTransaction', hash, { tracer: 'callTracer' })).error).toBe(AT_THE_SENTRY);
    const deep = await small.send(0, small.address, small.data('nested', 60n), { gas: '0x4c4b40' });
    await small.devnet.mine();
    await expect(small.ask('debug_traceTransaction', deep, { tracer: 'callTracer' })).rejects.toThrow(tooLarge);
    await small.close();
  });

  it('refuses a pending transaction', async () => {
    const hash = await zoo.send(1, zoo.address, zoo.data('burns'));
    await expect(zoo.ask('debug_traceTransaction', hash)).rejects.toThrow(`tx not found, hash: ${hash}`);
    await zoo.devnet.mine();
  });
});

describe('the struct logger', () => {
  const traced = async (name: string, args: readonly unknown[], config: object = {}): Promise<Json> => {
    const hash = await zoo.send(0, zoo.address, zoo.data(name, ...args));
    await zoo.devnet.mine();
    return zoo.ask('debug_traceTransaction', hash, config);
  };

  it('shows every operation with its inputs, from depth 1', async () => {
    const { structLogs, returnValue } = await traced('write', [3n, 4n]);
    expect(structLogs[0]).toEqual({ pc: 0, op: 'PUSH1', gas: expect.any(Number), gasCost: 3, depth: 1, stack: [] });
    expect(structLogs[1]).toMatchObject({ op: 'PUSH1', stack: ['0x80'] });
    expect(structLogs[2]).toMatchObject({ op: 'MSTORE', stack: ['0x80', '0x40'] });
    expect(structLogs.at(-1)).toMatchObject({ op: 'STOP', gasCost: 0 });
    expect(returnValue).toBe('0x');
    const spent = structLogs
      .slice(1)
      .map(({ gas }: Json, i: number) => structLogs[i].gas - structLogs[i].gasCost - gas);
    expect(new Set(spent)).toEqual(new Set([0]));
  });

  it('shows the storage that was seen so far when storage is read or written, and refunds', async () => {
    await traced('write', [3n, 4n]);
    const { structLogs } = await traced('clear', [3n]);
    const [sstore] = structLogs.filter(({ op }: Json) => op === 'SSTORE');
    expect(Object.values(sstore.storage)).toEqual([`0x${'0'.repeat(64)}`]);
    expect(sstore.refund).toBe(4800);
    const { structLogs: more } = await traced('write', [3n, 9n]);
    const shown = more.filter(({ storage }: Json) => storage !== undefined);
    expect(shown.map(({ op }: Json) => op)).toEqual(['SSTORE', 'SLOAD', 'SSTORE']);
    expect(shown.map(({ storage }: Json) => Object.keys(storage).length)).toEqual([1, 2, 2]);
  });

  it('leaves out and adds what the config says', async () => {
    const plain = (await traced('nested', [1n])).structLogs;
    expect(plain.some(({ memory, returnData }: Json) => memory ?? returnData)).toBe(false);
    expect(Math.max(...plain.map(({ depth }: Json) => depth))).toBe(2);
    const bare = (await traced('write', [1n, 2n], { disableStack: true, disableStorage: true })).structLogs;
    expect(bare.some(({ stack, storage }: Json) => stack ?? storage)).toBe(false);
    const rich = (await traced('hashes', ['0x01'], { enableMemory: true, enableReturnData: true })).structLogs;
    const { memory } = rich.find(({ op, memory: words }: Json) => op === 'CALLDATASIZE' && words);
    expect(memory).toEqual([`0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`, `0x${'80'.padStart(64, '0')}`]);
    expect(rich.find(({ returnData }: Json) => returnData).returnData).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('gives the reason of a failed operation, and the data of a revert', async () => {
    const { structLogs, failed, returnValue } = await traced('fails', [1n]);
    expect(failed).toBe(true);
    expect(returnValue.slice(0, 10)).toBe('0x08c379a0');
    expect(structLogs.at(-1)).toMatchObject({ op: 'REVERT' });
    const burnt = await traced('burns', []);
    expect(burnt.structLogs.at(-1).error).toBe(AT_THE_SENTRY);
    expect(burnt.returnValue).toBe('0x');
  });

  it('stops recording at a limit', async () => {
    const { structLogs, gas } = await traced('nested', [3n], { limit: 500 });
    expect(structLogs.length).toBeLessThan(10);
    expect(gas).toBeGreaterThan(21_000);
  });
});

describe('callTracer', () => {
  const traced = async (name: string, args: readonly unknown[], config: object = {}, more = {}): Promise<Json> => {
    const hash = await zoo.send(0, zoo.address, zoo.data(name, ...args), more);
    await zoo.devnet.mine();
    return zoo.ask('debug_traceTransaction', hash, { tracer: 'callTracer', tracerConfig: config });
  };

  it('shows the tree of calls, in geth’s order of members', async () => {
    const tree = await traced('nested', [2n]);
    expect(Object.keys(tree)).toEqual(['from', 'gas', 'gasUsed', 'to', 'input', 'calls', 'value', 'type']);
    expect(tree.gas).toBe('0x493e0');
    expect(tree.calls[0]).toMatchObject({ from: zoo.address, to: zoo.address, type: 'CALL', value: '0x0' });
    expect(tree.calls[0].calls[0].calls).toBeUndefined();
  });

  it('shows precompiles, the chain’s own contracts, creations and self-destructs', async () => {
    const hashes = await traced('hashes', ['0x01']);
    expect(hashes.calls[0]).toMatchObject({ type: 'STATICCALL', to: `0x${'2'.padStart(40, '0')}`, input: '0x01' });
    expect(hashes.calls[0]).not.toHaveProperty('value');
    const natives = await traced('natives', []);
    expect(natives.calls[0]).toMatchObject({ type: 'CALL', to: '0x0000000000000000000000000000000000000400' });
    const { calls } = await traced('creates', [true], {}, { value: '0x9' });
    expect(calls.map(({ type }: Json) => type)).toEqual(['CREATE', 'CALL']);
    expect(calls[1].to).toBe(calls[0].to);
    expect(calls[1].calls[0]).toMatchObject({ type: 'SELFDESTRUCT', from: calls[0].to, value: '0x9', gas: '0x0' });
  });

  it('gives the reason of failed frames, and drops their logs', async () => {
    const tree = await traced('caught', [3n], { withLog: true });
    const [failing] = tree.calls;
    expect(failing).toMatchObject({ error: 'execution reverted', revertReason: 'inside' });
    expect(failing).not.toHaveProperty('logs');
    expect(tree.logs.map(({ position }: Json) => position)).toEqual(['0x0', '0x1']);
    const stillborn = (await traced('creates', [false])).calls[0];
    expect(stillborn).toMatchObject({ type: 'CREATE', error: 'execution reverted', revertReason: 'stillborn' });
    expect(stillborn).not.toHaveProperty('to');
    const burnt = await traced('burns', []);
    expect(burnt).toMatchObject({ error: AT_THE_SENTRY, gasUsed: burnt.gas });
    expect(burnt).not.toHaveProperty('output');
    expect((await traced('divides', [0n])).revertReason).toBe('division or modulo by zero');
  });

  it('shows the top call alone on request, with its own logs', async () => {
    const tree = await traced('nested', [2n], { onlyTopCall: true, withLog: true });
    expect(tree).not.toHaveProperty('calls');
    expect(tree.logs.map(({ index }: Json) => index)).toEqual(['0x0', '0x5']);
  });
});

describe('debug_traceCall', () => {
  it('runs with the overrides of block and state', async () => {
    const nobody = `0x${'7c'.repeat(20)}`;
    // The code returns NUMBER.
    const stateOverrides = { [nobody]: { code: '0x435f5260205ff3' } };
    const traced = await zoo.ask('debug_traceCall', { to: nobody }, 'latest', {
      stateOverrides,
      blockOverrides: { number: '0x2a' },
    });
    expect(BigInt(traced.returnValue)).toBe(42n);
    const plain = await zoo.ask('debug_traceCall', { to: nobody }, 'latest', { stateOverrides });
    expect(BigInt(plain.returnValue)).toBe(BigInt(zoo.devnet.height));
  });

  it('traces the same as eth_call would do, with overrides, and leaves nothing behind', async () => {
    const call = { to: zoo.address, data: zoo.data('total') };
    const blockOverrides = { number: '0x64' };
    const stateOverrides = {
      [zoo.address]: { stateDiff: { [`0x${'1'.padStart(64, '0')}`]: `0x${'7'.padStart(64, '0')}` } },
    };
    const steps = await zoo.ask('debug_traceCall', call, 'latest', { stateOverrides, blockOverrides });
    expect(BigInt(steps.returnValue)).toBe(7n);
    expect(BigInt(await zoo.ask('eth_call', call, 'latest'))).not.toBe(7n);
    const tree = await zoo.ask('debug_traceCall', { ...call, gas: '0xc350' }, 'pending', { tracer: 'callTracer' });
    expect(tree).toMatchObject({ type: 'CALL', gas: '0xc350', output: await zoo.ask('eth_call', call, 'latest') });
  });

  it('reports a call that cannot be run, and one that takes too long', async () => {
    const poor = { from: `0x${'1'.repeat(40)}`, to: zoo.address, value: '0x1' };
    await expect(zoo.ask('debug_traceCall', poor)).rejects.toThrow(/^insufficient funds for gas/);
    const endless = { to: zoo.address, data: zoo.data('burns') };
    await expect(zoo.ask('debug_traceCall', endless, 'latest', { timeout: '1ns' })).rejects.toThrow(
      'execution timeout',
    );
  });
});
