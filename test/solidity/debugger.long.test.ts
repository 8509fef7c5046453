/** Debugs transactions through the methods of a devnet: moves forwards and backwards, and what each position shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bigintToBytes } from '../../src/kernel/bytes.js';
import { RandomStream, seedStream } from '../../src/kernel/random.js';
import { CompiledCode, CompiledContract } from '../../src/solidity/compiled_contract.js';
import { stateVariables } from '../../src/solidity/storage_layout.js';
import { type DebuggedChain, debuggedChain, lineOf } from './debugged.js';

const FILE = 'contracts/Debugged.sol';

interface Stop {
  readonly position: number;
  readonly reason: string;
}

interface Variable {
  readonly name?: string;
  readonly type: string;
  readonly value: string;
  readonly children?: readonly Variable[];
}

interface View {
  readonly step: number;
  readonly pc: number;
  readonly op: string;
  readonly address: string;
  readonly gas: string;
  readonly stack: readonly string[];
  readonly memory: string;
  readonly state: readonly Variable[];
  readonly storage: readonly { readonly slot: string; readonly value: string }[];
  readonly frames: readonly {
    readonly contract?: string;
    readonly function?: string;
    readonly line?: number;
    readonly arguments: readonly Variable[];
    readonly locals: readonly Variable[];
  }[];
}

interface Opened {
  readonly session: string;
  readonly position: number;
  readonly steps: number;
  readonly sources: readonly {
    readonly name: string;
    readonly text: string;
    readonly lines: readonly { readonly line: number; readonly gas: number }[];
  }[];
}

class Debugger {
  position: number;

  constructor(
    readonly chain: DebuggedChain,
    readonly opened: Opened,
  ) {
    this.position = opened.position;
  }

  static async open(chain: DebuggedChain, hash: string): Promise<Debugger> {
    return new Debugger(chain, (await chain.request('halley_debugTransaction', hash)) as Opened);
  }

  async move(kind: string, more: object = {}): Promise<Stop> {
    const { session } = this.opened;
    const stop = (await this.chain.request('halley_debugMove', session, this.position, { kind, ...more })) as Stop;
    this.position = stop.position;
    return stop;
  }

  async view(): Promise<View> {
    return (await this.chain.request('halley_debugView', this.opened.session, this.position)) as View;
  }

  /** Continues to a mark of the source. */
  async to(mark: string): Promise<View> {
    const stop = await this.move('continue', { breakpoints: [{ file: FILE, line: lineOf(mark) }] });
    expect([mark, stop.reason]).toEqual([mark, 'breakpoint']);
    return this.view();
  }
}

const frameNames = ({ frames }: View): readonly string[] =>
  frames.map(({ contract, function: name, line }) => `${contract}.${name}:${line}`);

/** Values of variables by name, in nested objects. */
const valuesOf = (variables: readonly Variable[]): object =>
  Object.fromEntries(
    variables.map(({ name, value, children }) => [name, children?.length ? valuesOf(children) : value]),
  );

describe.each(
  Object.entries({
    plain: { optimizer: { enabled: false } },
    optimized: { optimizer: { enabled: true } },
    viaIR: { viaIR: true, optimizer: { enabled: true } },
  }),
)('%s', (variant, settings) => {
  let chain: DebuggedChain;
  let hash: string;

  beforeAll(async () => {
    chain = await debuggedChain(settings);
    hash = await chain.send('run', [8n, 'word'], 55n);
  }, 120_000);

  afterAll(() => chain.close());

  test('steps over and into lines, and back by the same way', async () => {
    const debug = await Debugger.open(chain, hash);
    const stops = [debug.position];
    for (let i = 0; i < 200; i++) {
      const { position, reason } = await debug.move('stepIn');
      if (reason === 'end') break;
      stops.push(position);
    }
    expect(stops.length).toBeGreaterThan(variant === 'viaIR' ? 5 : 10);
    const back: number[] = [];
    debug.position = stops.at(-1) ?? 0;
    for (let i = 0; i < stops.length - 1; i++) back.push((await debug.move('stepIn', { reverse: true })).position);
    expect(back).toEqual(stops.slice(0, -1).reverse());
    expect(await debug.move('stepIn', { reverse: true })).toEqual({ position: 0, reason: 'start' });
  });

  test('shows the same at a position by whichever way it is reached, as the struct logs do', async () => {
    const debug = await Debugger.open(chain, hash);
    const { structLogs } = (await chain.request('debug_traceTransaction', hash, { enableMemory: true })) as {
      readonly structLogs: readonly {
        readonly pc: number;
        readonly op: string;
        readonly gas: number;
        readonly stack: readonly string[];
        readonly memory?: readonly string[];
      }[];
    };
    expect(debug.opened.steps).toBe(structLogs.length);
    const random = new RandomStream(seedStream('debugger', variant));
    const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
    for (let i = 0; i < 12; i++) {
      for (let moves = 0; moves < 6; moves++)
        await debug.move(pick(['stepIn', 'next', 'stepOut']), {
          reverse: pick([true, false, false]),
          granularity: pick(['line', 'instruction']),
        });
      const { pc, op, gas, stack, memory } = await debug.view();
      const log = structLogs[debug.position];
      expect([pc, op, Number(gas), stack, memory.slice(2)]).toEqual([
        log?.pc,
        log?.op,
        log?.gas,
        log?.stack,
        (log?.memory ?? []).map((word) => word.replace(/^0x/, '')).join(''),
      ]);
    }
  });

  test('stops at breakpoints in either direction: lines, functions, instructions and reverts', async () => {
    const debug = await Debugger.open(chain, hash);
    const breakpoints = [{ file: `/home/me/project/${FILE}`, line: lineOf('tooMany') }, { function: 'Extension.add' }];
    const first = await debug.move('continue', { breakpoints });
    expect(first.reason).toBe('breakpoint');
    expect(frameNames(await debug.view())[0]).toBe(`Child.check:${lineOf('tooMany')}`);
    if (variant !== 'viaIR') {
      const second = await debug.move('continue', { breakpoints });
      expect(frameNames(await debug.view())[0]).toBe(`Extension.add:${lineOf('add')}`);
      debug.position = debug.opened.steps - 1;
      expect(await debug.move('continue', { breakpoints, reverse: true })).toEqual(second);
    }
    debug.position = debug.opened.steps - 2;
    expect(await debug.move('continue')).toEqual({ position: debug.opened.steps - 1, reason: 'end' });
    debug.position = debug.opened.steps - 1;
    if (variant !== 'viaIR') await debug.move('continue', { breakpoints, reverse: true });
    expect(await debug.move('continue', { breakpoints, reverse: true })).toEqual(first);
    const failed = await debug.move('continue', { breakpoints: [{ revert: true }] });
    expect([failed.reason, (await debug.view()).op]).toEqual(['exception', 'REVERT']);
    const { pc } = await debug.view();
    debug.position = 0;
    expect(await debug.move('continue', { breakpoints: [{ pc }] })).toMatchObject({ reason: 'breakpoint' });
    expect((await debug.view()).pc).toBe(pc);
    const { address } = await debug.view();
    debug.position = 0;
    const elsewhere = [
      { pc, address: `0x${'34'.repeat(20)}` },
      { pc: 0, address: chain.debugged },
    ];
    expect((await debug.move('continue', { breakpoints: elsewhere })).reason).toBe('end');
    debug.position = 0;
    await debug.move('continue', { breakpoints: [...elsewhere, { pc, address }] });
    expect(await debug.view()).toMatchObject({ pc, address });
  });

  test('shows state variables as the layout has them', async () => {
    const debug = await Debugger.open(chain, hash);
    expect((await debug.move('continue')).reason).toBe('end');
    const { state } = await debug.view();
    const [from] = (await chain.request('eth_accounts')) as readonly string[];
    expect(valuesOf(state)).toMatchObject({
      total: '63',
      small: '3',
      flag: 'true',
      owner: '0x000000000000000000000000000000000000beef',
      negative: '-3',
      color: '2',
      tag: '0x01020304',
      text: '"short"',
      longText: '"a text that is longer than thirty-one bytes"',
      list: { '[0]': '19', '[1]': '9' },
      triple: { '[0]': '0', '[1]': '13', '[2]': '0' },
      point: { x: '8', y: '21', on: 'true', name: '"word"' },
      balances: { [`[${from?.toLowerCase()}]`]: '55' },
      nested: { '[8]': { '["key"]': { x: '0', y: '34', on: 'false', name: '""' } } },
    });
  });

  test('adds up to the gas of the transaction', async () => {
    const { opened } = await Debugger.open(chain, hash);
    const gas = new Map(opened.sources.find(({ name }) => name === FILE)?.lines.map(({ line, gas: of }) => [line, of]));
    if (variant !== 'viaIR') expect(gas.get(lineOf('new'))).toBeGreaterThan(32_000);
    const { gas: call } = (await chain.request('halley_traceTransaction', hash)) as { readonly gas: string };
    const sum = [...gas.values()].reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThan(variant === 'viaIR' ? 20_000 : 200_000);
    expect(sum).toBeLessThan(Number(call));
  });

  if (variant === 'plain')
    test('shows functions with the parameters whose place is certain', async () => {
      const debug = await Debugger.open(chain, hash);
      const inner = await debug.to('twice');
      expect(frameNames(inner)).toEqual([
        `Sums.twice:${lineOf('twice')}`,
        `Debugged.middle:${lineOf('inner')}`,
        `Debugged.run:${lineOf('run')}`,
      ]);
      expect(inner.frames.map(({ locals }) => valuesOf(locals))).toEqual([
        { x: '8' },
        { a: '8', b: '3' },
        { x: '8', word: '"word"' },
      ]);
      expect(valuesOf(inner.frames[2]?.arguments ?? [])).toEqual({ x: '8', word: '"word"' });
      const linked = await debug.to('linked');
      expect(frameNames(linked)).toEqual([`Sums.linked:${lineOf('linked')}`, `Debugged.run:${lineOf('catch')}`]);
      expect(valuesOf(linked.frames[0]?.locals ?? [])).toEqual({ x: '19' });
      const add = await debug.to('add');
      expect(frameNames(add)).toEqual([`Extension.add:${lineOf('add')}`, `Debugged.run:${lineOf('delegate')}`]);
      expect(valuesOf(add.state)).toEqual({ total: '5' });
      const out = await debug.move('stepOut');
      expect([out.reason, frameNames(await debug.view())]).toEqual(['step', [`Debugged.run:${lineOf('delegate')}`]]);
    });
  else
    test('shows no parameter where an optimizer may have moved it', async () => {
      const debug = await Debugger.open(chain, hash);
      for (const { locals } of (await debug.to('tooMany')).frames) expect(locals).toEqual([]);
    });
});

test('leaves out what is damaged of a layout', () => {
  const entry = { label: 'sold', offset: 0, slot: '5', type: 't_uint256' };
  const uint256 = { encoding: 'inplace', label: 'uint256', numberOfBytes: '32' };
  const shown = (storage: unknown, types: unknown = {}) => {
    const code = CompiledCode.read('00', undefined);
    const storageLayout = { storage, types };
    const parts = [code, code, new Map(), false, { storageLayout }] as const;
    const contract = new CompiledContract('Shop', 'Shop.sol', '[]', ...parts);
    if (code === undefined) return [];
    const read = (slot: bigint) => bigintToBytes(slot + 11n, 32);
    return stateVariables({ contract, code, isExact: true }, read, new Map()).map(({ name, value }) => [name, value]);
  };
  const t_uint256 = uint256;
  const damaged = [null, 7, {}, { ...entry, offset: 0.3 }, { ...entry, slot: 5 }, { ...entry, slot: '9'.repeat(99) }];
  expect(shown([...damaged, entry], { t_uint256 })).toEqual([['sold', '16']]);
  for (const type of [
    ...[null, 7, { ...uint256, label: null }, { ...uint256, members: 7 }, { ...uint256, encoding: undefined }],
    ...[
      { ...uint256, numberOfBytes: '31.5' },
      { ...uint256, numberOfBytes: '-1' },
    ],
    { ...uint256, encoding: 'mapping', key: 7, value: 7 },
  ])
    expect(shown([entry], { t_uint256: type })).toEqual([]);
  expect(shown([{ ...entry, type: 'constructor' }], {})).toEqual([]);
  expect(shown(7)).toEqual([]);
});

test('shows the same after the chain has gone on, and back behind the transaction', async () => {
  const chain = await debuggedChain({});
  const snapshot = await chain.request('evm_snapshot');
  const hash = await chain.send('run', [8n, 'word'], 55n);
  const debug = await Debugger.open(chain, hash);
  const before = await debug.to('delegate');
  await chain.send('run', [5n, 'other'], 34n);
  expect(await debug.view()).toEqual(before);
  await chain.request('evm_revert', snapshot);
  await chain.send('fail', [89n]);
  await chain.send('run', [3n, 'third'], 21n);
  const { state, ...machine } = await debug.view();
  expect(machine).toEqual(JSON.parse(JSON.stringify({ ...before, state: undefined })));
  expect([before.state, []]).toContainEqual(state);
  expect((await debug.move('continue')).reason).toBe('end');
  expect((await debug.view()).op).toBe('RETURN');
  await expect(chain.request('halley_debugTransaction', hash)).rejects.toThrow('tx not found');
  await chain.close();
}, 120_000);

test('debugs a call on the state of its block, also after the chain has gone on', async () => {
  const chain = await debuggedChain({});
  await chain.send('run', [8n, 'word'], 55n);
  const block = await chain.request('eth_blockNumber');
  const snapshot = await chain.request('evm_snapshot');
  const call = chain.call('run', [5n, 'other'], 34n);
  const opened = (await chain.request('halley_debugCall', call, block)) as Opened;
  const debug = new Debugger(chain, opened);
  const view = await debug.to('delegate');
  // What the transaction before it left: the total of the first run, and this one's own changes.
  expect(frameNames(view)).toEqual([`Debugged.run:${lineOf('delegate')}`]);
  const hash = await chain.send('run', [5n, 'other'], 34n);
  const mined = await Debugger.open(chain, hash);
  expect(valuesOf((await mined.to('delegate')).state)).toEqual(valuesOf(view.state));
  expect(await debug.view()).toEqual(view);
  expect((await debug.move('continue')).reason).toBe('end');
  // A change of the head that no block has yet is not seen by a call that was opened before it.
  await chain.request('hardhat_setBalance', chain.debugged, '0x0');
  expect((await debug.view()).op).toBe('RETURN');
  await expect(chain.request('halley_debugCall', call, 'pending')).rejects.toThrow('the pending block changes');
  await expect(chain.request('halley_debugCall', call, '0xffff')).rejects.toThrow('header not found');
  const [from, to] = (await chain.request('eth_accounts')) as readonly string[];
  await expect(chain.request('halley_debugCall', { from, to })).rejects.toThrow('the call runs no code');
  const later = (await chain.request('halley_debugCall', call)) as Opened;
  await chain.request('evm_revert', snapshot);
  await expect(chain.request('halley_debugView', later.session, later.position)).rejects.toThrow(
    'of the call is gone: open the call again',
  );
  expect((await chain.request('halley_debugView', opened.session, 0)) as View).toMatchObject({ step: 0 });
  await chain.close();
}, 120_000);

test('debugs transactions of a fork, whose state is that of another chain', async () => {
  const chain = await debuggedChain({});
  const fork = await chain.fork();
  const hash = await fork.send('run', [8n, 'word'], 55n);
  const debug = await Debugger.open(fork, hash);
  const { state, frames } = await debug.to('delegate');
  expect(frameNames({ frames } as View)).toEqual([`Debugged.run:${lineOf('delegate')}`]);
  expect(valuesOf(state)).toMatchObject({ total: '5', small: '3', negative: '-3', text: '"short"' });
  expect(await fork.request('halley_traceTransaction', hash)).toMatchObject({ contract: 'Debugged', function: 'run' });
  await fork.close();
  await chain.close();
}, 120_000);

test('names the compiled contract of an account by its code', async () => {
  const chain = await debuggedChain({});
  const [from] = (await chain.request('eth_accounts')) as readonly string[];
  const found = (await chain.request('halley_contract', chain.debugged)) as { readonly abi: readonly object[] };
  expect(found).toMatchObject({ contract: 'Debugged', source: FILE });
  expect(found.abi).toContainEqual(expect.objectContaining({ type: 'function', name: 'run' }));
  expect(await chain.request('halley_contract', from)).toBeNull();
  await chain.close();
}, 120_000);

test('refuses what it cannot debug, and keeps at most four sessions', async () => {
  const chain = await debuggedChain({});
  const { request } = chain;
  const unknown = `0x${'19'.repeat(32)}`;
  await expect(request('halley_debugTransaction', unknown)).rejects.toThrow(`tx not found, hash: ${unknown}`);
  const [from, to] = (await request('eth_accounts')) as readonly string[];
  const transfer = await request('eth_sendTransaction', { from, to, value: '0x15' });
  await expect(request('halley_debugTransaction', transfer)).rejects.toThrow('runs no code');
  const hash = await chain.send('fail', [8n]);
  const { opened } = await Debugger.open(chain, hash);
  const { session, steps } = opened;
  await expect(request('halley_debugView', session, steps)).rejects.toThrow(
    `position ${steps} is not a step: expected 0 to ${steps - 1}`,
  );
  await expect(request('halley_debugMove', session, 0, { kind: 'jump' })).rejects.toThrow(
    'move.kind is "jump", expected one of stepIn, next, stepOut, continue',
  );
  await expect(request('halley_debugMove', session, 0, { kind: 'next', breakpoints: [{ at: 5 }] })).rejects.toThrow(
    '{"at":5} is no breakpoint',
  );
  await expect(
    request('halley_debugMove', session, 0, { kind: 'next', breakpoints: [{ pc: 5, address: '0x17' }] }),
  ).rejects.toThrow('hex string has length 2, want 40');
  expect(await request('halley_debugLine', session, FILE, lineOf('fail') - 1)).toBe(lineOf('fail') - 1);
  expect(await request('halley_debugLine', session, FILE, 100_000)).toBeNull();
  expect(await request('halley_debugLine', session, 'Other.sol', 1)).toBeNull();
  for (let i = 0; i < 4; i++) await Debugger.open(chain, hash);
  await expect(request('halley_debugView', session, 0)).rejects.toThrow(`there is no debug session "${session}"`);
  expect([await request('halley_debugClose', session), await request('halley_debugClose', '4')]).toEqual([false, true]);
  await chain.close();
  const without = await debuggedChain({}, false);
  await expect(without.request('halley_debugTransaction', await without.send('fail', [8n]))).rejects.toThrow(
    'no compiled contracts are known: start with --artifacts DIR',
  );
  await without.close();
}, 120_000);
