/** Tests what remains of faults after a snapshot is restored, a rollback, a reset and a restart. */
import { describe, expect, it } from 'vitest';
import { createDevnet, fixedClock } from '../../../src/devnet/index.js';
import { START, temporaryHome } from '../node_kit.js';
import { ask, evidenceIn, mineUntilEqual, start } from './network_kit.js';

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
