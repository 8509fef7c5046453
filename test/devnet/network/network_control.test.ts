/** Breaks and heals the network of a live devnet in each mining mode, by the library and over the EVM JSON-RPC. */
import { describe, expect, it } from 'vitest';
import { post } from '../../support/ask.js';
import { ask, evidenceIn, jsonRpc, library, MODES, mineUntilEqual, send, start } from './network_kit.js';

const STALLED = 'no block was decided: more than 2/3 of the voting power must be online, and ';
const ATTACK = { kind: 'lunatic', height: 3, validators: [1, 2, 3] } as const;
const INTERFACES = { library, jsonRpc };

it('a devnet begins with its only fault', async () => {
  const loss = { type: 'loss', percent: 5 } as const;
  const devnet = await start({ faults: [loss] });
  expect(devnet.network.faults.map(({ fault }) => fault)).toEqual([loss]);
});

describe.each(MODES)('in mining mode %s', (miningMode) => {
  it.each(Object.entries(INTERFACES))('every call of the %s has its effect, and is refused twice', async (_, of) => {
    const devnet = await start({ miningMode });
    const network = of(devnet);
    await network.crash(3);
    expect(await network.up()).toEqual([true, true, true, false]);
    await expect(network.crash(3)).rejects.toThrow('validator-3 is down already');
    await devnet.mine();
    await network.restart(3);
    await expect(network.restart(3)).rejects.toThrow('validator-3 is up');
    const loss = { type: 'loss', percent: 5 };
    expect(await network.add(loss)).toBe(1);
    expect(await network.partition([[0, 1, 2]])).toBe(2);
    expect(await network.faults()).toEqual({ 1: loss, 2: { type: 'partition', groups: [[0, 1, 2]] } });
    expect([await network.peers(0), await network.peers(3)]).toEqual([[1, 2], []]);
    await network.link(1, 0, { ms: 5, percent: 1 });
    const ends = { from: [0, 1], to: [0, 1] };
    expect(await network.faults()).toMatchObject({
      3: { type: 'delay', ms: 5, ...ends },
      4: { type: 'loss', percent: 1, ...ends },
    });
    await network.link(0, 1, { up: false });
    expect([await network.cutLinks(), Object.keys(await network.faults())]).toEqual([[[0, 1]], ['1', '2']]);
    await network.heal();
    expect([await network.cutLinks(), await network.faults()]).toEqual([[], { 1: loss }]);
    await network.link(2, 3, { up: false, ms: 3 });
    await network.link(2, 3, {});
    await network.skew(2, 50);
    await network.skew(2, -50.5);
    expect(await network.faults()).toEqual({ 1: loss, 7: { type: 'skew', node: 2, ms: -50.5 } });
    await network.skew(2, 0);
    await network.remove(1);
    await expect(network.remove(1)).rejects.toThrow('there is no fault 1: no fault is active');
    expect([await network.faults(), await network.cutLinks()]).toEqual([{}, []]);
    const { height } = devnet;
    await devnet.mine();
    expect(devnet.height).toBeGreaterThan(height);
  });

  it.each(Object.entries(INTERFACES))('the %s adds, changes, removes and returns a validator', async (_, of) => {
    const devnet = await start({ miningMode });
    const network = of(devnet);
    // In the mining mode step a change may miss the height that has started, and takes one block more.
    const powersLater = async () => {
      await devnet.mine({ blocks: 4 });
      return network.powers();
    };
    expect(await network.addValidator({ power: 30, name: 'alice' })).toBe(4);
    expect(await powersLater()).toEqual([10, 10, 10, 10, 30]);
    expect((await network.keys()).map(({ name }: { name: string }) => name)[4]).toBe('alice');
    await network.crash(0);
    await network.setPower(4, 12);
    expect(await powersLater()).toEqual([10, 10, 10, 10, 12]);
    await network.restart(0);
    await network.removeValidator(4);
    expect(await powersLater()).toEqual([10, 10, 10, 10, 0]);
    await expect(network.removeValidator(4)).rejects.toThrow('has no power already');
    await network.setPower(4, 7);
    expect(await powersLater()).toEqual([10, 10, 10, 10, 7]);
    expect([(await network.up()).length, await network.faults()]).toEqual([5, {}]);
  });

  it('two of four validators down halt the chain, and the same height continues with a third', async () => {
    const devnet = await start({ miningMode });
    await devnet.mine();
    await devnet.network.crashValidator(2);
    await devnet.network.crashValidator(3);
    const { height } = devnet;
    await expect(devnet.mine()).rejects.toThrow(STALLED);
    expect(devnet.height).toBe(height);
    expect(devnet.network.nodes[0]).toMatchObject({ height: height + 1n });
    await devnet.network.restartValidator(3);
    const isAutomine = /automine|mixed/.test(miningMode);
    if (isAutomine) expect(devnet.height).toBe(height + 1n);
    else await devnet.mine();
    expect(devnet.height).toBeGreaterThan(height);
    await devnet.network.restartValidator(2);
    await devnet.mine();
    await mineUntilEqual(devnet);
    expect(await evidenceIn(devnet, 1n, devnet.height)).toEqual([]);
  });

  it('halves that cannot communicate halt the chain, and it continues when they can', async () => {
    const devnet = await start({ miningMode });
    await devnet.network.partition([
      [0, 1],
      [2, 3],
    ]);
    const { height } = devnet;
    await expect(devnet.mine()).rejects.toThrow(STALLED);
    expect(devnet.height).toBe(height);
    await devnet.network.heal();
    await devnet.mine();
    expect(devnet.height).toBeGreaterThan(height);
    expect(await evidenceIn(devnet, 1n, devnet.height)).toEqual([]);
  });

  it('a call to mine makes a block, also while the first validator catches up', async () => {
    const devnet = await start({ miningMode });
    await devnet.network.crashValidator(0);
    await devnet.mine({ blocks: 3 });
    await devnet.network.restartValidator(0);
    const { height } = devnet;
    expect(await devnet.mine()).toBeGreaterThan(height);
    expect(devnet.height).toBeGreaterThan(height);
  });

  it('three validators go on without the fourth, which receives their blocks later', async () => {
    const devnet = await start({ miningMode });
    await devnet.network.partition([[0, 1, 2], [3]]);
    for (let i = 0; i < 3; i++) await devnet.mine();
    expect(devnet.network.nodes[3]?.height).toBeLessThan(devnet.height);
    await devnet.network.heal();
    await mineUntilEqual(devnet);
  });
});

it('a partition has no more groups than the network has validators', async () => {
  const { network } = await start({ miningMode: 'manual' });
  expect(await network.partition([[0], [1], [2, 3], []])).toBe(1);
  await expect(network.partition([[0], [1], [2], [3], []])).rejects.toThrow('no more groups than validators');
  expect(network.faults).toHaveLength(1);
});

it('a network has at most 1,000 faults at a time', async () => {
  const { network } = await start({ miningMode: 'manual' });
  const loss = { type: 'loss', percent: 0 } as const;
  while (network.faults.length < 999) await network.addFault(loss);
  const refusal = 'the network has 999 active faults, and can have 1000: remove some, then try again';
  await expect(network.setLink(0, 1, { ms: 5, percent: 1 })).rejects.toThrow(refusal);
  await network.setLink(0, 1, { ms: 5 });
  await expect(network.addFault(loss)).rejects.toThrow('the network has 1000 active faults');
  await network.setLink(0, 1, { percent: 1 });
  expect(network.faults).toHaveLength(1000);
});

describe.each(['automine', 'mixed:3600s'])('in mining mode %s', (miningMode) => {
  it('a pending transaction is in a block when the call that heals the network resolves', async () => {
    const devnet = await start({ miningMode });
    for (const index of [2, 3]) await devnet.network.crashValidator(index);
    const hash = await send(devnet);
    expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toBeNull();
    await devnet.network.restartValidator(2);
    expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x2' });
  });

  it('calls on a chain that stays halted use up no virtual time', async () => {
    const devnet = await start({ miningMode });
    for (const index of [1, 2, 3]) await devnet.network.crashValidator(index);
    await send(devnet);
    const since = async () => {
      const id = await devnet.network.addFault({ type: 'loss', percent: 1 });
      return devnet.network.faults.find((active) => active.id === id)?.since.time;
    };
    const before = await since();
    await devnet.network.restartValidator(1);
    expect(await since()).toBe(before);
  });
});

describe('a call is refused, and changes nothing', () => {
  const LINK = 'both ends of the link are validator 1, expected two different validators';
  it.each<[string, unknown[], string]>([
    ['crashValidator', [4], 'there is no validator 4: expected an index below 4'],
    ['crashValidator', [-1], 'there is no validator -1: expected an index below 4'],
    ['restartValidator', ['x'], 'there is no validator x: expected an index below 4'],
    ['removeFault', [9], 'there is no fault 9: the active faults are 1'],
    ['addFault', [5], 'the fault is 5, expected an object such as {"type": "equivocate", "node": 3}'],
    ['addFault', [{ type: 'equivocat', node: 1 }], 'there is no fault "equivocat" (did you mean "equivocate"?)'],
    ['addFault', [{ node: 1 }], 'the type of the fault is undefined, expected one of amnesia, bad-extension, '],
    ['addFault', [{ type: { toString: 1 }, node: 1 }], 'the type of the fault is {"toString":1}, expected one of '],
    ['addFault', [{ type: 'skew', nod: 1 }], 'fault "skew" does not take "nod" (did you mean "node"?)'],
    ['addFault', [{ type: 'skew', ms: 1 }], 'fault "skew" has no "node", expected the index of a validator'],
    [
      'addFault',
      [{ type: 'equivocate', node: 4 }],
      '"node" of fault "equivocate" is 4, expected the index of a validator (the network has 4 validators, from 0 to 3)',
    ],
    [
      'partition',
      [
        [
          [0, 1],
          [1, 2],
        ],
      ],
      'validator 1 is in two groups, expected each in one at most (fault "partition")',
    ],
    ['setLink', [0, 1, { delay: 5 }], 'setLink has no option "delay"'],
    ['setLink', [0, 1, { ms: -1 }], '"ms" of fault "delay" is -1, expected milliseconds from 0 to'],
    ['setLink', [0, 1, { percent: 101 }], '"percent" of fault "loss" is 101, expected a number from 0 to 100'],
    ['setLink', [1, 1, {}], LINK],
    ['setLink', [1, 7, {}], 'there is no validator 7'],
    ['setClockSkew', [0, Number.NaN], '"ms" of fault "skew" is NaN'],
    ['setClockSkew', [4, 5], 'there is no validator 4'],
    ['lightClientAttack', [7], 'the argument of lightClientAttack is 7, expected an object with options'],
    [
      'lightClientAttack',
      [{ ...ATTACK, kind: 'lunar' }],
      'kind is "lunar", expected "equivocation", "lunatic" or "amnesia"',
    ],
    ['lightClientAttack', [{ ...ATTACK, height: 1 }], 'height is 1, expected a whole number, not below 2'],
    [
      'lightClientAttack',
      [{ ...ATTACK, height: 9 }],
      'no light client attack at height 9: expected a height from 2 to',
    ],
    ['lightClientAttack', [{ ...ATTACK, validators: [1, 1] }], 'validators is [1,1], expected a list of indexes'],
    ['lightClientAttack', [{ ...ATTACK, validators: [1, 4] }], 'there is no validator 4: expected an index below 4'],
  ])('%s(%j)', async (name, args, message) => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'loss', percent: 5 });
    const state = () => [devnet.network.faults, devnet.network.cutLinks, devnet.network.nodes];
    const before = state();
    const call = devnet.network[name as 'addFault'] as (...given: unknown[]) => Promise<unknown>;
    await expect(call(...args)).rejects.toMatchObject({
      name: 'HalleyError',
      message: expect.stringContaining(message),
    });
    expect(state()).toEqual(before);
  });

  it('from a page of another origin, over a socket', async () => {
    const devnet = await start({ jsonRpc: { address: true, corsOrigins: ['*'] } });
    const { error } = await post(devnet.urls.evmHttp, 'halley_crashValidator', [1], { origin: 'https://evil.example' });
    expect(error).toMatchObject({ code: expect.any(Number) });
    expect(devnet.network.nodes[1]?.up).toBe(true);
  });
});

it('a light client attack is evidence in the next block, over both interfaces, and those who signed are jailed', async () => {
  const [called, programmed] = [await start(), await start()];
  for (const devnet of [called, programmed]) await devnet.mine({ blocks: 3 });
  const hash = await programmed.network.lightClientAttack(ATTACK);
  expect(hash).toMatch(/^[0-9A-F]{64}$/);
  expect(await ask(called, 'halley_lightClientAttack', ATTACK)).toBe(hash);
  for (const devnet of [called, programmed]) {
    expect([devnet.height, (await evidenceIn(devnet, 5n, 5n)).length]).toEqual([5n, 1]);
    expect(devnet.validators.map(({ jailed }) => jailed)).toEqual([false, true, true, true]);
  }
  // Too few signatures are no block for a light client: CometBFT's pool refuses the evidence.
  const few = called.network.lightClientAttack({ kind: 'equivocation', height: 3, validators: [0, 2] });
  await expect(few).rejects.toThrow('invalid commit from conflicting block');
});

it('a change of the data of a fault after the call changes no fault', async () => {
  const devnet = await start();
  const groups = [[0, 1], [2]];
  const added = devnet.network.addFault({ type: 'partition', groups });
  groups[1]?.push(3);
  await added;
  expect(devnet.network.faults[0]?.fault).toEqual({ type: 'partition', groups: [[0, 1], [2]] });
});

describe('the index of a validator', () => {
  /** Every method that takes an index, with its parameters around it. */
  const METHODS: readonly [string, (index: unknown) => unknown[]][] = [
    ['halley_crashValidator', (index) => [index]],
    ['halley_restartValidator', (index) => [index]],
    ['halley_setClockSkew', (index) => [index, 1]],
    ['halley_setLink', (index) => [index, 0, {}]],
    ['halley_setLink', (index) => [0, index, {}]],
    ['halley_partition', (index) => [[[index]]]],
    ['halley_setValidatorPower', (index) => [index, 10]],
    ['halley_removeValidator', (index) => [index]],
  ];

  it.each(METHODS)('%s takes a number or a quantity, and nothing else', async (method, params) => {
    const devnet = await start();
    for (const index of [7, '0x7'])
      await expect(ask(devnet, method, ...params(index))).rejects.toThrow(
        /there is no validator 7|is \[\[7\]\], expected/,
      );
    for (const index of ['7', '', 'x', '0x', '0x07', -1, 1.5, null, true, {}])
      await expect(ask(devnet, method, ...params(index))).rejects.toThrow(/^(invalid argument|missing value)/);
    expect(devnet.network.nodes.every(({ up }) => up)).toBe(true);
  });
});
