/** Tests chains that clients with counterparties connect (IBC v2): opened while they run, relayed, reverted, restarted. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, exportHome } from '../../../src/devnet/index.js';
import { temporaryHome } from '../node_kit.js';
import { brief, reach } from './asset_kit.js';
import { balance, HUB, OWN, startNetwork, transfer, voucher } from './relay_kit.js';

const DEX = 'dex-1';
const CLIENT = '07-tendermint-0';
const HUB_VOUCHER = voucher(`transfer/${CLIENT}/ahalley`);

const open = (options: DevnetOptions = {}, ids = [HUB]): Promise<Devnet> =>
  createDevnet({ seed: '7', chains: ids.map((id) => ({ id })), ...options });
const link = (devnet: Devnet, a = OWN, b = HUB) =>
  devnet.openChannel({ a: { chain: a }, b: { chain: b }, ibcVersion: 2 });
const there = (amount: bigint, more: object = {}) => ({
  from: OWN,
  to: HUB,
  channel: CLIENT,
  denom: 'ahalley',
  amount,
  ...more,
});

describe('chains whose clients name each other', () => {
  it('carry tokens there and back, and are listed with the channels', async () => {
    await using devnet = await open();
    expect(await link(devnet)).toEqual({
      a: { chain: OWN, port: 'transfer', channel: CLIENT, connection: '' },
      b: { chain: HUB, port: 'transfer', channel: CLIENT, connection: '' },
    });
    expect((await link(devnet)).a.channel).toBe('07-tendermint-1');
    await transfer(devnet, there(80n));
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, HUB_VOUCHER)).toBe(80n);
    await transfer(devnet, { from: HUB, to: OWN, channel: CLIENT, denom: HUB_VOUCHER, amount: 30n, sender: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, HUB_VOUCHER)).toBe(50n);
    expect(devnet.relayer.pending()).toEqual([]);
    expect(devnet.chains.get(HUB).channels[0]).toEqual({
      port: 'transfer',
      channel: CLIENT,
      connection: '',
      state: 'OPEN',
      counterparty: { chain: OWN, port: 'transfer', channel: CLIENT },
    });
  });

  it('refund what fails, what is late, and what the relayer loses', async () => {
    await using devnet = await open();
    await link(devnet);
    await transfer(devnet, there(7n, { receiver: 'nobody', sender: 1 }));
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, HUB_VOUCHER, 1)).toBe(0n);
    await devnet.relayer.drop({ kind: 'packet', channel: CLIENT });
    await transfer(devnet, there(9n, { timeout: 60n, sender: 1 }));
    await devnet.relayer.settled();
    const before = await balance(devnet, OWN, 'ahalley', 1);
    await devnet.time.increase(90);
    await devnet.mine();
    await devnet.relayer.settled();
    expect((await balance(devnet, OWN, 'ahalley', 1)) - before).toBe(9n);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('stay usable after weeks, because the relayer refreshes their clients', async () => {
    await using devnet = await open();
    await link(devnet);
    for (let week = 0; week < 4; week++) {
      await devnet.time.increase(6 * 86_400);
      await devnet.mine();
      await devnet.relayer.settled();
    }
    await transfer(devnet, there(11n));
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, HUB_VOUCHER)).toBe(11n);
  });

  it('form ways over three chains that the asset API shows, with a transaction for each chain', async () => {
    await using devnet = await open({ assets: true }, [HUB, DEX]);
    await link(devnet);
    const second = await link(devnet, HUB, DEX);
    expect(second.a.channel).toBe('07-tendermint-1');
    await transfer(devnet, there(60n));
    await devnet.relayer.settled();
    await transfer(devnet, { from: HUB, to: DEX, channel: '07-tendermint-1', denom: HUB_VOUCHER, amount: 25n });
    await devnet.relayer.settled();
    const far = voucher(`transfer/${CLIENT}/transfer/${CLIENT}/ahalley`);
    expect(await balance(devnet, DEX, far)).toBe(25n);
    expect(brief(await reach(devnet, OWN, 'ahalley'))).toEqual([`${HUB} transfer/${CLIENT}`]);
    const rows = await reach(devnet, OWN, 'ahalley', { allow_multi_tx: true });
    expect([...brief(rows)].sort()).toEqual([
      `${DEX} transfer/${CLIENT}/transfer/${CLIENT}`,
      `${HUB} transfer/${CLIENT}`,
    ]);
  });

  it('are as without a detour after a revert with packets in flight', async () => {
    const run = async (detour: boolean): Promise<unknown> => {
      await using devnet = await open();
      await link(devnet);
      await devnet.relayer.stop();
      await transfer(devnet, there(21n));
      const snapshot = await devnet.snapshot();
      if (detour) {
        await devnet.relayer.start();
        await devnet.relayer.settled();
        await transfer(devnet, there(5n, { sender: 2 }));
        await devnet.relayer.settled();
      }
      await devnet.revert(snapshot);
      await devnet.relayer.start();
      await devnet.relayer.settled();
      expect([await balance(devnet, HUB, HUB_VOUCHER), await balance(devnet, HUB, HUB_VOUCHER, 2)]).toEqual([21n, 0n]);
      return [...devnet.chains].map(({ height }) => height);
    };
    expect(await run(true)).toEqual(await run(false));
  });

  it('deliver packets that were in flight when the process ended', async () => {
    const home = await temporaryHome();
    {
      await using devnet = await open({ home });
      await link(devnet);
      await devnet.relayer.stop();
      await transfer(devnet, there(33n));
      await transfer(devnet, there(44n, { timeout: 5n, sender: 3 }));
      await devnet.time.increase(60);
      await devnet.mine();
    }
    await using devnet = await open({ home });
    await devnet.relayer.settled();
    expect([await balance(devnet, HUB, HUB_VOUCHER), await balance(devnet, HUB, HUB_VOUCHER, 3)]).toEqual([33n, 0n]);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('deliver, acknowledge and refund packets in flight of an exported network', async () => {
    const home = await temporaryHome();
    {
      await using devnet = await open({ home });
      await link(devnet);
      await devnet.relayer.stop();
      await devnet.relayer.drop({ kind: 'acknowledgement' });
      await transfer(devnet, there(20n));
      await devnet.mine();
      for (let step = 0; step < 2; step++) await devnet.relayer.step();
      await transfer(devnet, there(33n));
      await transfer(devnet, there(44n, { timeout: 5n, sender: 3 }));
      await devnet.time.increase(60);
      await devnet.mine();
      expect(devnet.relayer.pending().map(({ kind }) => kind)).toEqual(['acknowledgement', 'packet', 'timeout']);
    }
    await using devnet = await createDevnet({ seed: '7', genesis: JSON.parse(JSON.stringify(await exportHome(home))) });
    await devnet.relayer.settled();
    expect([await balance(devnet, HUB, HUB_VOUCHER), await balance(devnet, HUB, HUB_VOUCHER, 3)]).toEqual([53n, 0n]);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('are not planned in a genesis document, which says how to link them', async () => {
    const channels = [{ a: { chain_id: OWN }, b: { chain_id: HUB }, ibc_version: 2 }];
    await expect(startNetwork({ chains: [{ chain_id: HUB }], channels })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message: expect.stringMatching(
        /^halley\.network\.channels\[0\]\.ibc_version is 2: expected 1 or none: a devnet that/,
      ),
    });
  });

  it.each([
    [{ ordering: 'ordered' }, 'ordering is "ordered", expected none with ibcVersion 2'],
    [{ version: 'ics20-1' }, 'version is "ics20-1", expected none with ibcVersion 2'],
    [{ a: { chain: OWN, port: 'other' } }, 'port is "other", expected none with ibcVersion 2'],
    [{ ibcVersion: 3 }, 'ibcVersion is 3, expected 1 or 2'],
    [{ ibcVersion: '2' }, 'ibcVersion is "2", expected 1 or 2'],
    [{ b: { chain: OWN } }, `both ends of the channel are on "${OWN}", expected two chains`],
    [{ b: { chain: DEX } }, `there is no chain "${DEX}": this devnet has ${OWN}, ${HUB}`],
  ])('are not opened with %j', async (terms, message) => {
    await using devnet = await open();
    const asked = { a: { chain: OWN }, b: { chain: HUB }, ibcVersion: 2, ...terms };
    await expect(devnet.openChannel(asked as never)).rejects.toMatchObject({
      code: message.startsWith('there is no') ? 'not-found' : 'invalid-argument',
      message: expect.stringContaining(message),
    });
    expect([...devnet.chains].flatMap(({ channels }) => channels)).toEqual([]);
  });
});
