/** Tests channels that are opened and closed while a devnet runs, and the JSON-RPC methods for its relayer. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { ask } from '../../support/ask.js';
import { balance, HUB, OWN, startNetwork, TWO_CHAINS, transfer, voucher } from './relay_kit.js';

const twoChains = (): Promise<Devnet> => createDevnet({ seed: '7', chains: [{ id: HUB }] });
const OVER_0 = voucher('transfer/channel-0/ahalley');
const statesOf = (devnet: Devnet) => [...devnet.chains].map(({ channels }) => channels.map(({ state }) => state));

describe('a channel that openChannel opens', () => {
  it('is open at both ends, over a new connection, and carries tokens', async () => {
    await using devnet = await twoChains();
    const opened = await devnet.openChannel({ a: { chain: OWN }, b: { chain: HUB } });
    expect(opened).toEqual({
      a: { chain: OWN, port: 'transfer', channel: 'channel-0', connection: 'connection-0' },
      b: { chain: HUB, port: 'transfer', channel: 'channel-0', connection: 'connection-0' },
    });
    const [end] = devnet.chains.get(HUB).channels;
    expect(end).toMatchObject({ state: 'OPEN', counterparty: { chain: OWN, port: 'transfer', channel: 'channel-0' } });
    await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-0', denom: 'ahalley', amount: 8n });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, OVER_0)).toBe(8n);
  });

  it('uses the existing connection of the chains', async () => {
    await using devnet = await startNetwork();
    const { a, b } = await devnet.openChannel({ a: { chain: HUB }, b: { chain: OWN } });
    expect([a.connection, b.connection]).toEqual(['connection-11', 'connection-1']);
    expect(statesOf(devnet)).toEqual([
      ['OPEN', 'OPEN'],
      ['OPEN', 'OPEN'],
    ]);
  });

  it('is opened in every mining mode, while the relayer is stopped, and moves no packet', async () => {
    await using devnet = await startNetwork({ ...TWO_CHAINS, chains: [{ chain_id: HUB }] }, { miningMode: 'manual' });
    await devnet.relayer.stop();
    await devnet.relayer.setDelay(5);
    await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 8n });
    await devnet.openChannel({ a: { chain: OWN }, b: { chain: HUB } });
    expect(statesOf(devnet)[0]).toEqual(['OPEN', 'OPEN']);
    expect(devnet.relayer.pending()).toMatchObject([{ kind: 'packet', packet: { channel: 'channel-3' } }]);
  });

  it.each([
    [{ a: { chain: OWN }, b: { chain: 'sea-1' } }, 'not-found', 'there is no chain "sea-1"'],
    [{ a: { chain: HUB }, b: { chain: HUB } }, 'invalid-argument', 'both ends of the channel are on "hub-1"'],
    [{ a: { chain: OWN, port: 'nowhere' }, b: { chain: HUB } }, 'conflict', OWN],
    [{ a: { chain: OWN }, b: { chain: HUB }, version: 'ics20-9' }, 'conflict', 'ics20-9'],
    [{ a: { chain: OWN }, b: { chain: HUB, port: 'nowhere' } }, 'conflict', 'the handshake of transfer/channel-0'],
    [{ a: { chain: OWN }, b: { chain: HUB, prot: 'x' } }, 'invalid-argument', 'b has no option "prot"'],
    [{ a: { chain: OWN }, b: { chain: HUB }, ordering: 'any' }, 'invalid-argument', 'ordering is "any"'],
  ])('is refused: %j', async (terms, code, message) => {
    await using devnet = await twoChains();
    await expect(devnet.openChannel(terms as never)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(statesOf(devnet).flat()).not.toContain('OPEN');
  });
});

describe('a closed channel', () => {
  it('is closed at both ends, and refunds packets in flight', async () => {
    await using devnet = await startNetwork();
    await devnet.relayer.stop();
    await transfer(devnet, { from: HUB, to: OWN, channel: 'channel-10', denom: 'uhub', amount: 8n, sender: 2 });
    const left = await balance(devnet, HUB, 'uhub', 2);
    await devnet.closeChannel({ channel: 'channel-3' });
    await devnet.relayer.start();
    await devnet.relayer.settled();
    expect(statesOf(devnet)).toEqual([['CLOSED'], ['CLOSED']]);
    expect(await balance(devnet, HUB, 'uhub', 2)).toBe(left + 8n);
    expect(devnet.relayer.pending()).toEqual([]);
    await expect(devnet.closeChannel({ channel: 'channel-3' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(devnet.closeChannel({ chain: HUB, channel: 'channel-4' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('the methods that need several chains', () => {
  it('match their examples with several chains', async () => {
    await using devnet = await twoChains();
    const [open, ...others] = EVM_METHODS.filter(
      ({ name, example }) => /^halley_(.*Channel$|relayer)/.test(name) && example.alone !== undefined,
    ).sort((a) => (a.name === 'halley_openChannel' ? -1 : 1));
    expect(open?.name).toBe('halley_openChannel');
    for (const { name, example } of [open, ...others].flatMap((method) => method ?? [])) {
      if (name !== 'halley_relayerStart') await ask(devnet, 'halley_relayerStart');
      expect(await ask(devnet, name, ...example.params), name).toEqual(example.result);
    }
    expect(await ask(devnet, 'halley_chains')).toMatchObject([
      { chainId: OWN, urls: { evmHttp: null }, channels: [{ channel: 'channel-0', state: 'CLOSED' }] },
      { chainId: HUB, height: expect.stringMatching(/^0x/) },
    ]);
  });

  it('work on any chain, with its own channels', async () => {
    await using devnet = await startNetwork();
    const hub = devnet.chains.get(HUB).provider;
    await hub.request({ method: 'halley_relayerStop' });
    expect(devnet.relayer.running).toBe(false);
    await hub.request({ method: 'halley_closeChannel', params: [{ channel: 'channel-10' }] });
    expect(statesOf(devnet)).toEqual([['OPEN'], ['CLOSED']]);
    const pending = await hub.request({ method: 'halley_relayerPending' });
    expect(pending).toEqual([{ kind: 'channel', chain: OWN, from: HUB, packet: null, failure: null }]);
    await expect(hub.request({ method: 'halley_relayerSettled' })).rejects.toThrow('the relayer is stopped');
  });
});
