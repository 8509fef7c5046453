/** Tests what remains of faults after a snapshot is restored, a rollback, a reset and a restart. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, fixedClock, type NetworkFault, verifyHome } from '../../../src/devnet/index.js';
import { START, temporaryHome } from '../node_kit.js';
import { ask, evidenceIn, mineUntilEqual, start } from './network_kit.js';

const FAULTS: readonly NetworkFault[] = [
  { type: 'delay', ms: 20, from: [0], to: [1, 2] },
  { type: 'double-proposal', node: 1 },
  { type: 'drop', message: 'vote', vote: 'prevote', to: [2] },
  { type: 'duplicate', percent: 50, ms: 30 },
  { type: 'equivocate', node: 3, vote: 'precommit' },
  { type: 'loss', percent: 30 },
  { type: 'partition', groups: [[0, 1, 2], [3]] },
  { type: 'reorder', ms: 40 },
  { type: 'skew', node: 2, ms: 500 },
];

const stateOf = ({ network, height }: Devnet) => ({
  height,
  faults: network.faults,
  cutLinks: network.cutLinks,
  nodes: network.nodes.map(({ index, up, height, round, step }) => ({ index, up, height, round, step })),
});

const hashesOf = async (devnet: Devnet) => {
  const blocks = Array.from({ length: Number(devnet.height) }, (_, index) => `0x${(index + 1).toString(16)}`);
  return Promise.all(blocks.map(async (block) => (await ask(devnet, 'eth_getBlockByNumber', block, false)).hash));
};

describe.each(FAULTS.map((fault) => [fault.type, fault] as const))('in the middle of fault %s', (_, fault) => {
  it('a revert restores it with its id, and the chain continues with the same blocks', async () => {
    const devnet = await start({ miningMode: 'step' });
    await devnet.network.addFault(fault);
    await devnet.step('event', 7);
    const id = await devnet.snapshot();
    const before = stateOf(devnet);
    const goOn = async () => {
      for (let i = 0; i < 3; i++) await devnet.mine();
      return hashesOf(devnet);
    };
    const first = await goOn();
    await devnet.network.removeFault(1);
    await devnet.network.crashValidator(2);
    await devnet.network.addFault({ type: 'loss', percent: 99 });
    await devnet.revert(id);
    expect(stateOf(devnet)).toEqual(before);
    expect(await goOn()).toEqual(first);
  });

  it('a restart of its home continues with it', async () => {
    const home = await temporaryHome();
    const options = { home, seed: 'menu', clock: fixedClock(START), miningMode: 'manual' } as const;
    const first = await createDevnet(options);
    await first.network.addFault(fault);
    await first.mine();
    const { faults } = first.network;
    await first.close();
    const second = await createDevnet(options);
    expect(second.network.faults).toEqual(faults);
    await second.mine();
    await second.network.removeFault(1);
    await second.close();
    const third = await createDevnet(options);
    expect(third.network.faults).toEqual([]);
    expect(await third.network.addFault(fault)).toBe(2);
    await third.mine();
    await third.close();
    const report = await verifyHome(home);
    expect(report.chains.flatMap(({ problems }) => problems)).toEqual([]);
  });
});

describe('crashed validators and cut links', () => {
  it('remain after a restart and a rollback, and end with a reset', async () => {
    const home = await temporaryHome();
    const options = { home, miningMode: 'manual' } as const;
    const first = await createDevnet({ ...options, clock: fixedClock(START) });
    await first.mine({ blocks: 3 });
    await first.network.crashValidator(2);
    await first.network.setLink(3, 0, { up: false });
    await first.network.setClockSkew(1, 250);
    await first.close();
    const devnet = await start({ ...options, seed: '0' });
    const expectThem = () => {
      expect(devnet.network.nodes.map(({ up }) => up)).toEqual([true, true, false, true]);
      expect(devnet.network.cutLinks).toEqual([[0, 3]]);
      expect(devnet.network.faults).toMatchObject([{ id: 1, fault: { type: 'skew', node: 1, ms: 250 } }]);
    };
    expectThem();
    await devnet.mine();
    await ask(devnet, 'anvil_rollback', 4);
    expectThem();
    expect(devnet.network.faults[0]?.since.height).toBe(1n);
    await devnet.mine();
    await ask(devnet, 'hardhat_reset');
    expect(devnet.network.nodes.every(({ up }) => up)).toBe(true);
    expect([devnet.network.cutLinks, devnet.network.faults]).toEqual([[], []]);
    await devnet.close();
    const last = await start({ ...options, seed: '0' });
    expect(last.network.nodes.every(({ up }) => up)).toBe(true);
    expect([last.network.cutLinks, last.network.faults]).toEqual([[], []]);
  });

  it('of a halted chain remain after a restart, and healing decides the pending transaction', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    for (const index of [0, 1]) await first.network.crashValidator(index);
    const [from, to] = first.accounts.map(({ address }) => address);
    const hash = await ask(first, 'eth_sendTransaction', { from, to, value: '0x1', gas: '0x5208' });
    await first.close();
    const second = await start({ home });
    expect(second.height).toBe(1n);
    await second.network.restartValidator(0);
    expect(await ask(second, 'eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x2' });
    await second.network.restartValidator(1);
    await mineUntilEqual(second);
    expect(await evidenceIn(second, 1n, second.height)).toEqual([]);
  });
});

describe('the faults of the option', () => {
  it('begin after block 1, once in a home, and again after a reset', async () => {
    const home = await temporaryHome();
    const options = { home, faults: ['equivocate:node=3,vote=prevote', { type: 'loss', percent: 10 }] } as const;
    const expected = [
      { id: 1, fault: { type: 'equivocate', node: 3, vote: 'prevote' }, since: { height: 1n } },
      { id: 2, fault: { type: 'loss', percent: 10 }, since: { height: 1n } },
    ];
    const first = await start(options);
    expect(first.network.faults).toMatchObject(expected);
    await first.close();
    const second = await start(options);
    expect(second.network.faults).toMatchObject(expected);
    await second.network.removeFault(1);
    await ask(second, 'hardhat_reset');
    expect(second.network.faults).toMatchObject(expected);
  });

  it('are refused before anything is written when a validator does not exist', async () => {
    const home = await temporaryHome();
    const devnet = createDevnet({ home, validators: 3, faults: ['skew:node=3,ms=5'] });
    await expect(devnet).rejects.toMatchObject({
      code: 'invalid-argument',
      message:
        '"node" of fault "skew" is 3, expected the index of a validator (the network has 3 validators, from 0 to 2)',
    });
    const later = await start({ home, validators: 4, seed: 'other' });
    expect(later.height).toBe(1n);
  });
});
