/** Tests chains of one devnet that channels connect: set up by a plan, relayed between, with every proof verified. */
import { describe, expect, it } from 'vitest';
import { Channel } from '../../../src/codec/ibc/channel.js';
import { addressOfPrivateKey } from '../../../src/crypto/secp256k1/index.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { relayerKey } from '../../../src/devnet/relaying/account.js';
import { Drops } from '../../../src/devnet/relaying/drops.js';
import { to0x } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { Task } from '../../../src/relayer/task.js';
import { temporaryHome } from '../node_kit.js';
import { balance, HUB, OWN, startNetwork, TWO_CHAINS, transfer, voucher } from './relay_kit.js';

const channelOf = async (devnet: Devnet, chain: string, channel: string): Promise<Channel | undefined> => {
  const key = utf8(`channelEnds/ports/transfer/channels/${channel}`);
  const { value } = await devnet.chains.get(chain).query('/store/ibc/key', key);
  return value.length === 0 ? undefined : Channel.decode(value);
};

const THERE = { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley' };
const VOUCHER = voucher('transfer/channel-10/ahalley');
const BACK = { from: HUB, to: OWN, channel: 'channel-10', denom: VOUCHER };

const appHashes = (devnet: Devnet): Promise<unknown[]> =>
  Promise.all(
    [...devnet.chains].map(async ({ chainId, height, provider }) => {
      const block = await provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
      return [chainId, height, (block as { hash: string }).hash];
    }),
  );

describe('the plan of a genesis document', () => {
  it('opens channels by handshake, with the numbers that it gives', async () => {
    await using devnet = await startNetwork();
    const here = await channelOf(devnet, OWN, 'channel-3');
    expect(here).toMatchObject({ state: 3, counterparty: { portId: 'transfer', channelId: 'channel-10' } });
    expect(await channelOf(devnet, HUB, 'channel-10')).toMatchObject({ state: 3, connectionHops: ['connection-11'] });
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('leaves handshakes unfinished and closes channels as it requires', async () => {
    const [open] = TWO_CHAINS.channels;
    const ends = (state: object, channel: number) => ({
      ...state,
      a: { ...open?.a, channel: `channel-${channel}` },
      b: { ...open?.b, channel: `channel-${channel + 10}` },
    });
    await using devnet = await startNetwork({
      ...TWO_CHAINS,
      channels: [open, ends({ goal: 'tryopen' }, 7), ends({ goal: 'closed' }, 5)],
    });
    await devnet.mine({ blocks: 3 });
    await devnet.relayer.settled();
    const states = await Promise.all(
      [
        [OWN, 'channel-3'],
        [OWN, 'channel-7'],
        [HUB, 'channel-17'],
        [OWN, 'channel-5'],
        [HUB, 'channel-15'],
      ].map(async ([chain, channel]) => (await channelOf(devnet, chain as string, channel as string))?.state),
    );
    expect(states).toEqual([3, 1, 2, 4, 4]);
  });

  it('sends its transfers, also of tokens from another chain', async () => {
    const transfers = [
      { chain_id: OWN, channel: 'channel-3', denom: 'ahalley', amount: '700' },
      { chain_id: HUB, channel: 'channel-10', denom: 'uhub', amount: '50', sender: 1 },
      { chain_id: HUB, channel: 'channel-10', denom: 'transfer/channel-10/ahalley', amount: '200' },
    ];
    await using devnet = await startNetwork({ ...TWO_CHAINS, transfers });
    expect(await balance(devnet, HUB, VOUCHER)).toBe(500n);
    expect(await balance(devnet, OWN, voucher('transfer/channel-3/uhub'), 1)).toBe(50n);
  });

  it('lets clients expire as it requires, and sets the clocks to the current time', async () => {
    const [open] = TWO_CHAINS.channels;
    await using devnet = await startNetwork({ ...TWO_CHAINS, channels: [{ ...open, expired: 'b' }] });
    const sent = await transfer(devnet, { ...THERE, amount: 5n });
    expect(sent).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(0n);
    const refused = await transfer(devnet, { ...BACK, denom: 'uhub', amount: 5n });
    expect(refused.log).toContain('client state is not active');
  });

  it.each([
    ['a chain that is not there', { a: { chain_id: OWN }, b: { chain_id: 'sea-1' } }, 'a channel ends on "sea-1"'],
    ['a channel to itself', { a: { chain_id: HUB }, b: { chain_id: HUB } }, 'both ends of a channel are on "hub-1"'],
    ['no name of a channel', { a: { chain_id: OWN, channel: 'x' }, b: { chain_id: HUB } }, 'the channel of an end on'],
    [
      'no goal',
      { a: { chain_id: OWN }, b: { chain_id: HUB }, goal: 'wide' },
      'halley.network.channels[0].goal is "wide"',
    ],
  ])('refuses %s', async (_, channel, message) => {
    await expect(startNetwork({ ...TWO_CHAINS, channels: [channel] })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message: expect.stringContaining(message),
    });
  });
});

describe('the relayer', () => {
  it('relays tokens in both directions', async () => {
    await using devnet = await startNetwork();
    const before = await balance(devnet, OWN, 'ahalley', 5);
    expect(await transfer(devnet, { ...THERE, amount: 1000n, sender: 5 })).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER, 5)).toBe(1000n);
    expect(await transfer(devnet, { ...BACK, amount: 400n, sender: 5 })).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER, 5)).toBe(600n);
    const fee = 400_000n * 10n ** 10n;
    expect(await balance(devnet, OWN, 'ahalley', 5)).toBe(before - 600n - fee);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('refunds packets that were not received in time', async () => {
    await using devnet = await startNetwork();
    await devnet.relayer.stop();
    await transfer(devnet, { ...BACK, denom: 'uhub', amount: 9n, timeout: 100n, sender: 2 });
    const after = await balance(devnet, HUB, 'uhub', 2);
    expect(devnet.relayer.pending()).toMatchObject([{ kind: 'packet', chain: OWN, packet: { sequence: 1n } }]);
    await devnet.time.increase(101);
    await devnet.relayer.start();
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, 'uhub', 2)).toBe(after + 9n);
    expect(await balance(devnet, OWN, voucher('transfer/channel-3/uhub'), 2)).toBe(0n);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it.each([
    ['gives back a packet whose timeout height is that of the receiver’s next block', 1n, 0n],
    ['brings a packet in the last block before its timeout height', 2n, 7n],
  ])('%s', async (_, blocks, received) => {
    await using devnet = await startNetwork();
    const before = await balance(devnet, OWN, 'ahalley', 3);
    const timeoutHeight = { revisionNumber: 1n, revisionHeight: devnet.chains.get(HUB).height + blocks };
    expect(await transfer(devnet, { ...THERE, amount: 7n, sender: 3, timeoutHeight })).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER, 3)).toBe(received);
    const fee = 400_000n * 10n ** 10n;
    expect(await balance(devnet, OWN, 'ahalley', 3)).toBe(before - fee - received);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('does nothing while it is stopped, and makes single steps', async () => {
    await using devnet = await startNetwork();
    await devnet.relayer.stop();
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.mine({ blocks: 2 });
    expect(await balance(devnet, HUB, VOUCHER)).toBe(0n);
    await expect(devnet.relayer.settled()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await devnet.relayer.step()).toBe(1);
    expect(await balance(devnet, HUB, VOUCHER)).toBe(10n);
    expect(devnet.relayer.pending()).toMatchObject([{ kind: 'acknowledgement', chain: OWN }]);
    await devnet.relayer.start();
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('waits for the blocks of its delay', async () => {
    await using devnet = await startNetwork();
    await devnet.relayer.setDelay(3);
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.mine({ blocks: 2 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(0n);
    await devnet.mine();
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(10n);
  });

  it('loses the packet or the acknowledgement that a rule names', async () => {
    await using devnet = await startNetwork();
    for (const sequence of [1.5, 0, -1, 'abc' as unknown as number])
      await expect(devnet.relayer.drop({ kind: 'packet', sequence })).rejects.toMatchObject({
        code: 'invalid-argument',
      });
    await devnet.relayer.drop({ kind: 'packet', sequence: 1 });
    await devnet.relayer.drop({ kind: 'acknowledgement', sequence: 2n });
    await transfer(devnet, { ...THERE, amount: 10n });
    await transfer(devnet, { ...THERE, amount: 20n });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(20n);
    const left = devnet.relayer.pending().map(({ kind, packet }) => [kind, packet?.sequence]);
    expect(left).toEqual([
      ['packet', 1n],
      ['acknowledgement', 2n],
    ]);
    await devnet.time.increase(601);
    await devnet.relayer.settled();
    expect(devnet.relayer.pending().map(({ packet }) => packet?.sequence)).toEqual([2n]);
  });

  it('gives the same bytes on every chain for the same seed and the same commands', async () => {
    const run = async (): Promise<unknown> => {
      await using devnet = await startNetwork();
      await transfer(devnet, { ...THERE, amount: 10n });
      await transfer(devnet, { ...BACK, denom: 'uhub', amount: 3n, sender: 4 });
      await transfer(devnet, { ...THERE, amount: 10n, timeout: 2n, sender: 1 });
      await devnet.relayer.settled();
      return appHashes(devnet);
    };
    expect(await run()).toEqual(await run());
  });

  it('is reverted with all chains, through any of them', async () => {
    await using devnet = await startNetwork();
    const before = await appHashes(devnet);
    const id = await devnet.snapshot();
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.drop({ kind: 'packet', count: 2 });
    await devnet.relayer.settled();
    const after = await appHashes(devnet);
    const hub = devnet.chains.get(HUB).provider;
    expect(await hub.request({ method: 'evm_revert', params: [`0x${id.toString(16)}`] })).toBe(true);
    expect(await appHashes(devnet)).toEqual(before);
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(await appHashes(devnet)).toEqual(after);
    await transfer(devnet, { ...THERE, amount: 5n });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(15n);
    const reset = devnet.provider.request({ method: 'hardhat_reset' });
    await expect(reset).rejects.toThrow('revert all chains together');
  });

  it('relays the packets of the blocks that replace reverted ones, though it has read the reverted ones', async () => {
    await using devnet = await startNetwork();
    const id = await devnet.snapshot();
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    const { height } = devnet;
    expect(await devnet.revert(id)).toBe(true);
    await devnet.relayer.stop();
    // This packet has the same sequence as the first.
    await transfer(devnet, { ...THERE, amount: 25n });
    await devnet.mine({ blocks: Number(height - devnet.height) + 3 });
    await devnet.relayer.start();
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(25n);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('skips a message that has failed twice, until it is started again', async () => {
    await using devnet = await startNetwork();
    const relayer = to0x(addressOfPrivateKey(relayerKey('7')));
    const setBalance = (wei: string) =>
      devnet.provider.request({ method: 'hardhat_setBalance', params: [relayer, wei] });
    await setBalance('0x0');
    await devnet.mine();
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(10n);
    const failed = { kind: 'acknowledgement', failure: expect.stringContaining('insufficient funds') };
    expect(devnet.relayer.pending()).toMatchObject([failed]);
    await setBalance('0xde0b6b3a7640000');
    await devnet.mine();
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toMatchObject([failed]);
    await devnet.relayer.stop();
    await devnet.relayer.start();
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('knows no failure and no message of reverted blocks', async () => {
    await using devnet = await startNetwork();
    const relayer = to0x(addressOfPrivateKey(relayerKey('7')));
    const setBalance = (wei: string) =>
      devnet.provider.request({ method: 'hardhat_setBalance', params: [relayer, wei] });
    const id = await devnet.snapshot();
    await setBalance('0x0');
    await devnet.mine();
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toMatchObject([{ kind: 'acknowledgement', failure: expect.any(String) }]);
    expect(await devnet.revert(id)).toBe(true);
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('loses as many messages as a rule counts, also after a snapshot in between', () => {
    const drops = new Drops();
    const task = (sequence: bigint) =>
      ({ name: `${sequence}`, kind: 'packet', from: OWN, on: HUB, packet: { channel: 'channel-3', sequence } }) as Task;
    drops.add({ kind: 'packet', count: 3 });
    expect([drops.takes(task(1n)), drops.takes(task(1n))]).toEqual([true, true]);
    const before = drops.snapshot();
    const rest = (): readonly boolean[] => [2n, 3n, 4n, 1n].map((sequence) => drops.takes(task(sequence)));
    expect(rest()).toEqual([true, true, false, true]);
    drops.restore(before);
    expect(rest()).toEqual([true, true, false, true]);
  });

  it('matches a drop rule by the sender’s channel', async () => {
    await using devnet = await startNetwork();
    await devnet.relayer.drop({ kind: 'packet', channel: 'channel-10' });
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toEqual([]);
    await transfer(devnet, { ...BACK, denom: 'uhub', amount: 5n });
    await devnet.relayer.settled();
    expect(devnet.relayer.pending().map((left) => [left.kind, left.packet?.channel])).toEqual([
      ['packet', 'channel-10'],
    ]);
  });

  it('has the delay, drop rules and losses of the snapshot after a revert, and runs if it ran', async () => {
    await using devnet = await startNetwork();
    await devnet.relayer.setDelay(3);
    await devnet.relayer.drop({ kind: 'packet', sequence: 1 });
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.mine({ blocks: 4 });
    await devnet.relayer.settled();
    const id = await devnet.snapshot();
    await devnet.relayer.setDelay(0);
    await devnet.relayer.stop();
    expect(await devnet.revert(id)).toBe(true);
    expect([devnet.relayer.running, devnet.relayer.delay]).toEqual([true, 3n]);
    // The rule is used up, and its packet is still lost.
    await transfer(devnet, { ...THERE, amount: 20n });
    await devnet.mine({ blocks: 4 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(20n);
    expect(devnet.relayer.pending().map(({ packet }) => packet?.sequence)).toContain(1n);
  });

  it('forgets the rules and the losses since the snapshot with a revert', async () => {
    await using devnet = await startNetwork();
    const id = await devnet.snapshot();
    await devnet.relayer.drop({ kind: 'packet', sequence: 1, count: 2 });
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(0n);
    expect(await devnet.revert(id)).toBe(true);
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(10n);
  });

  it.each([
    ['packet', [['packet', HUB]]],
    ['acknowledgement', [['acknowledgement', OWN]]],
  ] as const)('matches a drop rule for a %s by the chain that sent the packet', async (kind, lost) => {
    await using devnet = await startNetwork();
    await devnet.relayer.drop({ kind, chain: OWN });
    await transfer(devnet, { ...BACK, denom: 'uhub', amount: 5n });
    await devnet.relayer.settled();
    expect(devnet.relayer.pending()).toEqual([]);
    await transfer(devnet, { ...THERE, amount: 10n });
    await devnet.relayer.settled();
    // This is the chain to which the message would have gone: the receiver's, or the sender's.
    expect(devnet.relayer.pending().map((left) => [left.kind, left.chain])).toEqual(lost);
  });

  it('continues after a restart, from the states of the chains', async () => {
    const home = await temporaryHome();
    const first = await startNetwork(TWO_CHAINS, { home });
    await first.relayer.stop();
    await transfer(first, { ...THERE, amount: 10n });
    const heights = [...first.chains].map(({ height }) => height);
    await first.close();
    await using devnet = await createDevnet({ home, seed: '7' });
    expect([...devnet.chains].map(({ chainId }) => chainId)).toEqual([OWN, HUB]);
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(10n);
    expect([...devnet.chains].every(({ height }, index) => height > (heights[index] as bigint))).toBe(true);
  });
});

it('chains go on where the time of the EVM is beyond that of headers, and their expired clients take no packet', async () => {
  await using devnet = await startNetwork();
  await devnet.time.increase(10_000_000_000n);
  await devnet.mine();
  // No legs lead so far, so the client is not active.
  expect(await transfer(devnet, { ...THERE, amount: 1000n })).toMatchObject({ code: 29 });
  const timestamps: number[] = [];
  for (const chain of devnet.chains) {
    await chain.mine({ blocks: 2 });
    const block = await chain.provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    timestamps.push(Number((block as { timestamp: string }).timestamp));
  }
  expect(timestamps).toHaveLength(2);
  for (const timestamp of timestamps) expect(timestamp).toBeGreaterThan(11_000_000_000);
});
