/** Tests several whole chains in one process, with one clock and one command queue. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type DevnetChain, type DevnetOptions, type EvmProvider } from '../../../src/devnet/index.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { unixSeconds } from '../../../src/kernel/time.js';
import { asking } from '../../support/ask.js';

const CHAINS = [{ id: 'hub-1' }, { id: 'dex-1', denom: 'adex', validators: 2 }];
const start = (options: DevnetOptions = {}) => createDevnet({ seed: '7', chains: CHAINS, ...options });

const timeOf = async (provider: EvmProvider) =>
  BigInt(
    ((await provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })) as { timestamp: string })
      .timestamp,
  );

describe('devnet.chains', () => {
  it('are whole chains, each with its id, address prefix, coin and EVM chain id', async () => {
    await using devnet = await start();
    expect(devnet.chains.ids).toEqual(['halley_31337-1', 'hub-1', 'dex-1']);
    const facts = [...devnet.chains].map(({ bech32Prefix, denom, height }) => ({ bech32Prefix, denom, height }));
    expect(facts).toEqual([
      { bech32Prefix: 'halley', denom: 'ahalley', height: 2n },
      { bech32Prefix: 'hub', denom: 'uhub', height: 2n },
      { bech32Prefix: 'dex', denom: 'adex', height: 2n },
    ]);
    expect(new Set([...devnet.chains].map(({ evmChainId }) => evmChainId)).size).toBe(3);
    const hub = devnet.chains.get('hub-1');
    expect(BigInt((await hub.provider.request({ method: 'eth_chainId' })) as string)).toBe(hub.evmChainId);
  });

  it('make blocks when they have transactions, and no other chain does', async () => {
    await using devnet = await start();
    const hub = devnet.chains.get('hub-1');
    const [from, to] = devnet.accounts;
    const hash = await hub.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: from?.address, to: to?.address, value: '0x7' }],
    });
    const receipt = await hub.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x3' });
    expect([...devnet.chains].map(({ height }) => height)).toEqual([2n, 3n, 2n]);
  });

  it('have the mining mode of the devnet, unless they have their own', async () => {
    const chains = [{ id: 'hub-1' }, { id: 'dex-1', miningMode: 'automine' }];
    await using devnet = await createDevnet({ seed: '7', chains, miningMode: 'interval:1234ms' });
    const modes = [...devnet.chains].map(async ({ provider }) => [
      await provider.request({ method: 'hardhat_getAutomine' }),
      await provider.request({ method: 'anvil_getIntervalMining' }),
    ]);
    expect(await Promise.all(modes)).toEqual([
      [false, 1.234],
      [false, 1.234],
      [true, null],
    ]);
  });

  it('have the order, the limits, the name and the impersonation of the devnet', async () => {
    const limits = { order: 'fifo', maxTransactions: 2, mempool: { size: 3 } } as const;
    await using devnet = await start({
      ...{ ...limits, autoImpersonate: true, moniker: 'someone', miningMode: 'manual' },
      ...{ rpc: true, listenOnAllChains: true },
    });
    for (const { provider, urls } of devnet.chains) {
      const ask = asking({ provider });
      expect(await ask('anvil_nodeInfo')).toMatchObject({ transactionOrder: 'fifo' });
      const status = (await (await fetch(`${urls.cometRpc}/status`)).json()) as Record<string, unknown>;
      expect(status).toMatchObject({ result: { node_info: { moniker: 'someone' } } });
      const unknown = `0x${'a7'.repeat(20)}`;
      await ask('hardhat_setBalance', unknown, '0xde0b6b3a7640000');
      const send = () => ask('eth_sendTransaction', { from: unknown, to: unknown, gas: '0x5208' });
      const sent = [await send(), await send(), await send()];
      await expect(send()).rejects.toThrow('mempool is full');
      await ask('evm_mine');
      const mined = await Promise.all(sent.map((hash) => ask('eth_getTransactionReceipt', hash)));
      expect(mined.map((receipt) => receipt !== null)).toEqual([true, true, false]);
    }
  });

  it('share one clock: none has a header from the future of another', async () => {
    await using devnet = await start();
    const [own, hub, dex] = devnet.chains.ids.map((id) => devnet.chains.get(id)) as [
      DevnetChain,
      DevnetChain,
      DevnetChain,
    ];
    await hub.mine({ blocks: 50 });
    const after = await timeOf(hub.provider);
    await own.mine();
    expect(await timeOf(own.provider)).toBeGreaterThanOrEqual(after);
    await own.time.increase(3600);
    await dex.mine();
    const travelled = await timeOf(dex.provider);
    expect(travelled).toBeGreaterThanOrEqual(after + 3600n);
    expect(hub.time.now).toBeGreaterThanOrEqual(travelled);
    await dex.time.setNext(travelled + 1000n);
    await dex.mine();
    await own.mine();
    expect(await timeOf(own.provider)).toBe(travelled + 1000n);
  });

  it('begin in the past, so that all clocks show the current time after the setup', async () => {
    const now = 1_800_000_000n * 10n ** 9n;
    await using devnet = await start({ clock: { now: () => now } });
    expect(unixSeconds(devnet.genesisTime)).toBe(1_800_000_000n - 3600n);
    expect(devnet.time.now).toBe(1_800_000_000n);
  });

  it.each([
    ['an id twice', [{ id: 'hub-1' }, { id: 'hub-1' }], 'there are two chains "hub-1"'],
    ["the devnet's own id", [{ id: 'halley_31337-1' }], 'there are two chains "halley_31337-1"'],
    ['an id that is no name of a folder', [{ id: '../x' }], 'chains[0].id is "../x"'],
    ['an unknown option', [{ id: 'hub-1', validator: 2 }], 'chains[0] has no option "validator"'],
    ['too many validators', [{ id: 'hub-1', validators: 1000 }], 'chains[0].validators is 1000'],
  ])('refuse %s', async (_, chains, message) => {
    const failure = await start({ chains: chains as never }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HalleyError);
    expect((failure as HalleyError).message).toContain(message);
  });

  it('lists the existing chains in the error for an unknown one', async () => {
    await using devnet = await start();
    expect(() => devnet.chains.get('hub-2')).toThrow(
      'there is no chain "hub-2": this devnet has halley_31337-1, hub-1, dex-1',
    );
  });
});
