/** Tests the expiry of light clients: new ones begin with a recent header, and used ones are refreshed in time. */
import { toHex } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { evmCall } from '../../cli/run.js';
import { balance, HUB, OWN, startNetwork, TWO_CHAINS, transfer, voucher } from './relay_kit.js';

const DAY = 86_400;

async function started(devnet: Devnet): Promise<Devnet> {
  onTestFinished(() => devnet.close());
  return devnet;
}
const twoChains = async (options: DevnetOptions = {}): Promise<Devnet> =>
  started(await createDevnet({ seed: '7', chains: [{ id: HUB }], jsonRpc: true, listenOnAllChains: true, ...options }));

const ask = (devnet: Devnet, chain: string, method: string, ...params: unknown[]): Promise<unknown> =>
  evmCall(devnet.chains.get(chain).urls.evmHttp ?? null, method, params);

const PAIR = { a: { chain: OWN }, b: { chain: HUB } };
const opened = (connection: string, channel: string) => ({
  a: { chain: OWN, port: 'transfer', channel, connection },
  b: { chain: HUB, port: 'transfer', channel, connection },
});

async function sends(devnet: Devnet, channel: string, path: string): Promise<bigint> {
  await transfer(devnet, { from: OWN, to: HUB, channel, denom: 'ahalley', amount: 8n });
  await devnet.relayer.settled();
  return balance(devnet, HUB, voucher(`${path}/ahalley`));
}

describe('halley_openChannel', () => {
  it.each([
    ['no block since', []],
    ['blocks on the first chain alone', [OWN]],
    ['blocks on the second chain alone', [HUB]],
  ])('opens a channel that works after forty days, with %s', async (_name, mined) => {
    const devnet = await twoChains();
    await ask(devnet, OWN, 'evm_increaseTime', 40 * DAY);
    for (const chain of mined) await ask(devnet, chain, 'evm_mine');
    expect(await ask(devnet, OWN, 'halley_openChannel', PAIR)).toEqual(opened('connection-0', 'channel-0'));
    expect(await sends(devnet, 'channel-0', 'transfer/channel-0')).toBe(8n);
  });

  it('opens a channel in the mining mode manual, and through the second chain', async () => {
    const devnet = await twoChains({ miningMode: 'manual' });
    await ask(devnet, HUB, 'halley_setMiningMode', 'manual');
    await ask(devnet, HUB, 'evm_increaseTime', 40 * DAY);
    await ask(devnet, OWN, 'evm_mine');
    expect(await ask(devnet, HUB, 'halley_openChannel', PAIR)).toEqual(opened('connection-0', 'channel-0'));
  });

  it('makes new clients and a connection when the existing clients are expired', async () => {
    const devnet = await twoChains();
    await ask(devnet, OWN, 'halley_openChannel', PAIR);
    await ask(devnet, OWN, 'halley_relayerStop');
    await ask(devnet, OWN, 'evm_increaseTime', 15 * DAY);
    await ask(devnet, OWN, 'evm_mine');
    await ask(devnet, OWN, 'halley_relayerStart');
    expect(await ask(devnet, OWN, 'halley_openChannel', PAIR)).toEqual(opened('connection-1', 'channel-1'));
    expect(await sends(devnet, 'channel-1', 'transfer/channel-1')).toBe(8n);
  });

  it('uses the connection of clients that expire within seconds, and refreshes them', async () => {
    const devnet = await twoChains();
    await ask(devnet, OWN, 'halley_openChannel', PAIR);
    await ask(devnet, OWN, 'evm_increaseTime', 14 * DAY - 20);
    expect(await ask(devnet, OWN, 'halley_openChannel', PAIR)).toEqual(opened('connection-0', 'channel-1'));
    await ask(devnet, OWN, 'evm_increaseTime', 60);
    expect(await sends(devnet, 'channel-1', 'transfer/channel-1')).toBe(8n);
  });
});

describe('the relayer', () => {
  it('refreshes clients before they expire while only one chain makes blocks', async () => {
    const devnet = await started(await startNetwork());
    for (let days = 0; days < 40; days += 5) {
      await devnet.time.increase(5 * DAY);
      await devnet.mine();
      await devnet.relayer.settled();
    }
    expect(await sends(devnet, 'channel-3', 'transfer/channel-10')).toBe(8n);
    const heights = [...devnet.chains].map(({ height }) => height);
    await devnet.mine();
    await devnet.relayer.settled();
    expect([...devnet.chains].map(({ height }) => height)).toEqual([(heights[0] as bigint) + 1n, heights[1]]);
  });

  it('makes no block for a refresh in the mining mode manual, but uses the blocks that are made', async () => {
    const devnet = await started(
      await startNetwork({ ...TWO_CHAINS, chains: [{ chain_id: HUB, pace: 'manual' }] }, { miningMode: 'manual' }),
    );
    const hub = devnet.chains.get(HUB);
    const before = hub.height;
    await devnet.time.increase(5 * DAY);
    await devnet.mine();
    await devnet.relayer.step();
    expect(hub.height).toBe(before);
    for (let days = 0; days < 40; days += 5) {
      await hub.mine();
      await devnet.mine();
      await devnet.relayer.step();
      await devnet.mine();
      await hub.mine();
      await devnet.time.increase(5 * DAY);
    }
    expect(hub.height).toBe(before + 16n);
    await devnet.openChannel(PAIR);
    expect(devnet.chains.get(OWN).channels.map(({ connection }) => connection)).toEqual([
      'connection-1',
      'connection-1',
    ]);
  });

  it('does not refresh expired clients', async () => {
    const devnet = await started(await startNetwork());
    await devnet.relayer.stop();
    await devnet.time.increase(15 * DAY);
    await devnet.relayer.start();
    const hub = devnet.chains.get(HUB);
    const before = hub.height;
    await devnet.mine({ blocks: 2 });
    await devnet.relayer.settled();
    expect([devnet.height > 2n, hub.height]).toEqual([true, before]);
  });
});

describe('a jump past the trusting period', () => {
  const JUMP = 50 * DAY;
  const timestamp = async (devnet: Devnet, chain: string, block = 'latest'): Promise<number> =>
    Number(((await ask(devnet, chain, 'eth_getBlockByNumber', block, false)) as { timestamp: string }).timestamp);

  it.each([
    ['evm_increaseTime', (devnet: Devnet, _: number) => ask(devnet, HUB, 'evm_increaseTime', JUMP)],
    ['evm_setTime', (devnet: Devnet, at: number) => ask(devnet, HUB, 'evm_setTime', at)],
    ['evm_setNextBlockTimestamp', (devnet: Devnet, at: number) => ask(devnet, OWN, 'evm_setNextBlockTimestamp', at)],
    ['evm_mine', (devnet: Devnet, at: number) => ask(devnet, OWN, 'evm_mine', at)],
  ])('keeps clients usable with %s, and ends at its time', async (name, jump) => {
    const times = new Set<number>();
    const devnet = await twoChains();
    await ask(devnet, OWN, 'halley_openChannel', PAIR);
    await devnet.relayer.settled();
    const from = Math.max(await timestamp(devnet, OWN), await timestamp(devnet, HUB));
    await jump(devnet, from + JUMP);
    if (name !== 'evm_mine') await ask(devnet, OWN, 'evm_mine');
    await devnet.relayer.settled();
    const own = devnet.chains.get(OWN);
    for (let at = own.height; at > own.height - 3n; at--) times.add(await timestamp(devnet, OWN, toHex(at)));
    expect(times).toContain(from + JUMP);
    expect(own.height).toBeLessThan(40n);
    expect(await sends(devnet, 'channel-0', 'transfer/channel-0')).toBe(8n);
  });

  it('makes no more blocks after a snapshot, a detour and a revert', async () => {
    const devnet = await started(await startNetwork());
    const facts = () => [...devnet.chains].map(({ height, time }) => [height, time.now]);
    const jump = async () => {
      await devnet.time.increase(40 * DAY);
      await devnet.mine();
      await devnet.relayer.settled();
      return facts();
    };
    const before = await devnet.snapshot();
    const first = await jump();
    await devnet.revert(before);
    expect(await jump()).toEqual(first);
    expect(await sends(devnet, 'channel-3', 'transfer/channel-10')).toBe(8n);
  });

  it('lets a proposal recover the client that expired while the relayer was stopped', async () => {
    const devnet = await started(await startNetwork({ ...TWO_CHAINS, channels: [...TWO_CHAINS.channels] }));
    await devnet.relayer.stop();
    await devnet.time.increase(15 * DAY);
    await devnet.mine();
    await devnet.relayer.start();
    await devnet.openChannel(PAIR);
    const [subject, substitute] = ['07-tendermint-2', '07-tendermint-3'];
    const signer = 'halley10d07y265gmmuvt4z0w9aw880jnsr700jtvuhx0';
    const recovery = { '@type': '/ibc.core.client.v1.MsgRecoverClient', signer };
    const given = { ...recovery, subject_client_id: subject, substitute_client_id: substitute };
    expect(await devnet.passProposal([given])).toMatchObject({ status: 'PROPOSAL_STATUS_PASSED' });
  });
});
