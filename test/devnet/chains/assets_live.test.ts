/** Tests the asset API over running chains: each response follows from what was opened, sent and relayed before. */
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { encodeDeployData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { MsgConvertERC20 } from '../../../src/app/modules/erc20/messages/MsgConvertERC20.js';
import { MsgRegisterERC20 } from '../../../src/app/modules/erc20/messages/MsgRegisterERC20.js';
import { checksumAddress } from '../../../src/app/types/address.js';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { Any } from '../../../src/codec/cosmos/base.js';
import { MsgExecuteContract } from '../../../src/codec/cosmos/cosmwasm.js';
import { CHANNEL_STATE, ORDER } from '../../../src/codec/ibc/channel.js';
import { MsgChannelOpenInit } from '../../../src/codec/ibc/channel_messages.js';
import { ClientState } from '../../../src/codec/ibc/tendermint.js';
import type { Devnet, DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { TOKEN } from '../../app/support/tokens.js';
import { ask, brief, reach, reachWhole } from './asset_kit.js';
import { addressOn, balance, broadcast, HUB, OWN, startNetwork, transfer, voucher } from './relay_kit.js';

const DEX = 'dex-1';
const HERE_HUB = {
  a: { chain_id: OWN, channel: 'channel-0', connection_id: 'connection-0', client_id: '07-tendermint-0' },
  b: { chain_id: HUB, channel: 'channel-10', connection_id: 'connection-10', client_id: '07-tendermint-10' },
};
const HUB_DEX = {
  a: { chain_id: HUB, channel: 'channel-11', connection_id: 'connection-11', client_id: '07-tendermint-11' },
  b: { chain_id: DEX, channel: 'channel-21', connection_id: 'connection-21', client_id: '07-tendermint-21' },
};
const LINE = {
  chains: [{ chain_id: HUB, pfm_enabled: true }, { chain_id: DEX }],
  channels: [HERE_HUB, HUB_DEX],
};
const PAIR = { chains: [{ chain_id: HUB }], channels: [HERE_HUB] };

const start = (network: object, options: DevnetOptions = {}) => startNetwork(network, { assets: true, ...options });

const ON_HUB = voucher('transfer/channel-10/ahalley');
interface Named {
  readonly denom: string;
}

const THERE = { from: OWN, to: HUB, channel: 'channel-0', denom: 'ahalley' };

const any = <T>(message: { readonly typeUrl: string; encode(value: T): Uint8Array }, value: T): Any => ({
  typeUrl: message.typeUrl,
  value: message.encode(value),
});

async function send(devnet: Devnet, amount = 1000n): Promise<void> {
  expect(await transfer(devnet, { ...THERE, amount })).toMatchObject({ code: 0 });
  await devnet.relayer.settled();
}

describe('a channel', () => {
  it('is needed for a destination, and is enough for one', async () => {
    await using devnet = await start({ chains: [{ chain_id: HUB }], channels: [] });
    expect(await reach(devnet, OWN, 'ahalley')).toEqual([]);
    await using joined = await start(PAIR);
    expect(await reach(joined, OWN, 'ahalley')).toEqual([
      {
        chain_id: HUB,
        denom: ON_HUB,
        origin_denom: 'ahalley',
        origin_chain_id: OWN,
        trace: 'transfer/channel-10',
      },
    ]);
  });

  it('leads nowhere after it is closed, until another opens over the same connection', async () => {
    await using devnet = await start({
      ...PAIR,
      channels: [{ ...HERE_HUB, goal: 'closed' }],
      transfers: [{ chain_id: OWN, channel: 'channel-0', denom: 'ahalley', amount: '700' }],
    });
    expect(await balance(devnet, HUB, ON_HUB)).toBe(700n);
    expect(await reach(devnet, OWN, 'ahalley')).toEqual([]);
    expect(await reach(devnet, HUB, ON_HUB)).toEqual([]);
    const opening = any(MsgChannelOpenInit, {
      portId: 'transfer',
      channel: {
        state: CHANNEL_STATE.init,
        ordering: ORDER.unordered,
        counterparty: { portId: 'transfer', channelId: '' },
        connectionHops: ['connection-0'],
        version: 'ics20-1',
      },
      signer: addressOn(devnet, OWN),
    });
    await devnet.relayer.stop();
    expect(await broadcast(devnet, OWN, [opening])).toMatchObject({ code: 0 });
    expect(await reach(devnet, OWN, 'ahalley')).toEqual([]);
    await devnet.relayer.start();
    await devnet.relayer.settled();
    expect(brief(await reach(devnet, OWN, 'ahalley'))).toEqual([`${HUB} transfer/channel-11`]);
  });

  it('leads nowhere after a client of its two ends has expired, without any block', async () => {
    await using devnet = await start(PAIR);
    await send(devnet);
    await devnet.relayer.stop();
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([OWN]);
    const heights = [...devnet.chains].map(({ height }) => height);
    const id = await devnet.snapshot();
    await devnet.time.increase(365 * 86_400);
    expect([...devnet.chains].map(({ height }) => height)).toEqual(heights);
    expect(await reach(devnet, HUB, ON_HUB)).toEqual([]);
    expect(await reach(devnet, OWN, 'ahalley')).toEqual([]);
    expect(await devnet.revert(id)).toBe(true);
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([OWN]);
  });
});

describe('a client', () => {
  it('expires exactly at the end of its trusting period, also when nothing else has changed', async () => {
    await using devnet = await start(PAIR);
    await devnet.relayer.stop();
    const clients = [
      [OWN, HUB, '07-tendermint-0'],
      [HUB, OWN, '07-tendermint-10'],
    ] as const;
    const ends = await Promise.all(
      clients.map(async ([on, of, client]) => {
        const key = utf8(`clients/${client}/clientState`);
        const { value } = await devnet.chains.get(on).query('/store/ibc/key', key);
        const { latestHeight, trustingPeriod } = ClientState.decode(Any.decode(value).value);
        const number = `0x${latestHeight.revisionHeight.toString(16)}`;
        const { provider } = devnet.chains.get(of);
        const block = await provider.request({ method: 'eth_getBlockByNumber', params: [number, false] });
        return BigInt((block as { timestamp: string }).timestamp) + trustingPeriod / 1_000_000_000n;
      }),
    );
    const [end] = ends.sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
    for (const { chainId } of devnet.chains) await devnet.chains.get(chainId).time.setNext(end - 1n);
    expect(brief(await reach(devnet, OWN, 'ahalley'))).toEqual([`${HUB} transfer/channel-10`]);
    for (const { chainId } of devnet.chains) await devnet.chains.get(chainId).time.setNext(end);
    expect(await reach(devnet, OWN, 'ahalley')).toEqual([]);
  });
});

describe('a relayed packet', () => {
  it('creates a form on the other chain, which leads back', async () => {
    await using devnet = await start(PAIR);
    expect(await reach(devnet, HUB, ON_HUB)).toEqual([]);
    await send(devnet);
    const home = { chain_id: OWN, denom: 'ahalley', origin_denom: 'ahalley', origin_chain_id: OWN, trace: '' };
    expect(await reach(devnet, HUB, ON_HUB)).toEqual([home]);
    expect(await reach(devnet, HUB, ON_HUB, { recommendation_reason: 'BASE_TOKEN' })).toEqual([home]);
    expect(await reach(devnet, HUB, ON_HUB, { native_only: true })).toEqual([home]);
    expect(await reach(devnet, OWN, 'ahalley', { native_only: true })).toEqual([]);
  });

  it('adds an asset to the list of its chain as long as an account holds it', async () => {
    await using devnet = await start(PAIR);
    const listed = async (): Promise<readonly string[]> => {
      const query = `chain_ids=${HUB}&include_no_metadata_assets=true`;
      const answer = await (await fetch(`${devnet.urls.assets}/v2/fungible/assets?${query}`)).json();
      const { chain_to_assets_map: map } = answer as { chain_to_assets_map: Record<string, { assets: Named[] }> };
      return (map[HUB]?.assets ?? []).map(({ denom }) => denom);
    };
    expect(await listed()).toEqual(['uhub']);
    await send(devnet, 40n);
    expect(await listed()).toEqual(['uhub', ON_HUB]);
    const back = { from: HUB, to: OWN, channel: 'channel-10', denom: ON_HUB };
    expect(await transfer(devnet, { ...back, amount: 39n })).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await listed()).toEqual(['uhub', ON_HUB]);
    expect(await transfer(devnet, { ...back, amount: 1n })).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await listed()).toEqual(['uhub']);
  });

  it('creates a contract for its coin, which can be requested by the contract’s address', async () => {
    await using devnet = await start(PAIR);
    expect((await reachWhole(devnet, OWN, 'ahalley'))[0].token_contract).toBeUndefined();
    await send(devnet);
    const contract = checksumAddress(fromHex(ON_HUB.slice(-40)));
    expect(await reachWhole(devnet, OWN, 'ahalley')).toMatchObject([
      { chain_id: HUB, denom: ON_HUB, token_contract: contract, symbol: 'HALLEY', decimals: 18 },
    ]);
    for (const name of [contract, contract.toLowerCase(), `erc20:${contract}`])
      expect(brief(await reach(devnet, HUB, name))).toEqual([OWN]);
    const provider = devnet.chains.get(HUB).provider;
    await provider.request({ method: 'halley_toggleConversion', params: [contract] });
    expect(await reach(devnet, HUB, contract)).toEqual([]);
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([OWN]);
  });

  it('creates a wrapped form when it is sent on', async () => {
    await using devnet = await start(LINE);
    await send(devnet);
    const ON_DEX = 'transfer/channel-21/transfer/channel-10';
    expect(await reach(devnet, DEX, voucher(`${ON_DEX}/ahalley`))).toEqual([]);
    expect(
      await transfer(devnet, { from: HUB, to: DEX, channel: 'channel-11', denom: ON_HUB, amount: 300n }),
    ).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, DEX, voucher(`${ON_DEX}/ahalley`))).toBe(300n);
    expect(brief(await reach(devnet, DEX, voucher(`${ON_DEX}/ahalley`)))).toEqual([OWN, `${HUB} transfer/channel-10`]);
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([`${DEX} ${ON_DEX}`, OWN]);
  });

  it('is removed with the blocks that held it', async () => {
    await using devnet = await start(PAIR);
    const id = await devnet.snapshot();
    await send(devnet);
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([OWN]);
    expect(await devnet.revert(id)).toBe(true);
    expect(await reach(devnet, HUB, ON_HUB)).toEqual([]);
    await send(devnet, 5n);
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([OWN]);
  });
});

describe('balances', () => {
  const ofAccount = async (devnet: Devnet, chain: string, address: string, denoms?: readonly string[]) =>
    (await ask(devnet, '/v2/info/balances', { chains: { [chain]: { address, ...(denoms && { denoms }) } } })).chains[
      chain
    ].denoms;

  it('are found by a hash in any case and by the address of the coin’s contract; the bank knows one form', async () => {
    await using devnet = await start(PAIR);
    await send(devnet);
    const address = addressOn(devnet, HUB);
    const contract = checksumAddress(fromHex(ON_HUB.slice(-40)));
    const lower = `ibc/${ON_HUB.slice(4).toLowerCase()}`;
    const held = { amount: '1000', decimals: 18, formatted_amount: '0.000000000000001' };
    for (const name of [ON_HUB, lower, contract, contract.toLowerCase(), `erc20:${contract}`])
      expect(await ofAccount(devnet, HUB, address, [name])).toEqual({ [name]: held });
    const strange = `ibc/${'0'.repeat(64)}`;
    expect(await ofAccount(devnet, HUB, address, [strange])).toEqual({
      [strange]: { amount: '0', formatted_amount: '0' },
    });
    expect((await ofAccount(devnet, HUB, address))[ON_HUB]).toEqual(held);
    expect([await balance(devnet, HUB, ON_HUB), await balance(devnet, HUB, lower)]).toEqual([1000n, 0n]);
  });

  it('include those of a contract, by its address in either form, in the bank too', async () => {
    await using devnet = await start(PAIR);
    const hex = '0x00000000000000000000000000000000000c0de5';
    const own = encodeBech32('halley', fromHex(hex));
    await devnet.provider.request({ method: 'hardhat_setCode', params: [hex, '0x5b600056'] });
    await devnet.provider.request({ method: 'halley_mintCoins', params: [hex, 'uatom', '70'] });
    const inBank = async (): Promise<string | undefined> => {
      const data = QueryBalanceRequest.encode({ address: own, denom: 'uatom' }).finish();
      const { value } = await devnet.chains.get(OWN).query('/cosmos.bank.v1beta1.Query/Balance', data);
      return QueryBalanceResponse.decode(value).balance?.amount;
    };
    // The asset API shows a dev transaction at once; the bank's query answers for the newest block.
    for (const address of [hex, own])
      expect(await ofAccount(devnet, OWN, address, ['uatom'])).toMatchObject({ uatom: { amount: '70' } });
    expect(await inBank()).toBe('0');
    await devnet.mine();
    expect(await inBank()).toBe('70');
  });
});

describe('packet forwarding', () => {
  const beyond = `${DEX} transfer/channel-21/transfer/channel-10`;

  it.each([
    ['joins two transfers', true, [beyond, `${HUB} transfer/channel-10`]],
    ['is needed for one signature', false, [`${HUB} transfer/channel-10`]],
  ])('%s', async (_, pfm_enabled, expected) => {
    await using devnet = await start({ ...LINE, chains: [{ chain_id: HUB, pfm_enabled }, { chain_id: DEX }] });
    expect(brief(await reach(devnet, OWN, 'ahalley'))).toEqual(expected);
    const all = await reach(devnet, OWN, 'ahalley', { allow_multi_tx: true });
    expect(brief(all)).toEqual([beyond, `${HUB} transfer/channel-10`]);
    const answer = await fetch(`${devnet.urls.assets}/v2/info/chains?chain_ids=${HUB}`);
    expect(await answer.json()).toMatchObject({ chains: [{ chain_id: HUB, pfm_enabled, pretty_name: 'Hub' }] });
  });
});

describe("the transfer module's switches", () => {
  it.each([
    ['sending', { send_enabled: false, receive_enabled: true }, [`${HUB} transfer/channel-10`], []],
    ['receiving', { send_enabled: true, receive_enabled: false }, [], [`${OWN} transfer/channel-0`]],
  ])('block one direction: %s on the hub', async (_, params, there, back) => {
    await using devnet = await start({ ...PAIR, chains: [{ chain_id: HUB, app_state: { transfer: { params } } }] });
    expect(brief(await reach(devnet, OWN, 'ahalley'))).toEqual(there);
    expect(brief(await reach(devnet, HUB, 'uhub'))).toEqual(back);
  });
});

describe("the bank's switch", () => {
  it('blocks transfers of coins as soon as it is set', async () => {
    await using devnet = await start(PAIR);
    await send(devnet);
    const { provider } = devnet.chains.get(HUB);
    await provider.request({ method: 'halley_setSendEnabled', params: [ON_HUB, false] });
    expect(await reach(devnet, HUB, ON_HUB)).toEqual([]);
    await provider.request({ method: 'halley_setSendEnabled', params: [ON_HUB, true] });
    expect(brief(await reach(devnet, HUB, ON_HUB))).toEqual([OWN]);
  });
});

describe("a contract's token", () => {
  it('has the destinations of its coin, after registration and while conversion is on', async () => {
    await using devnet = await start(PAIR);
    const { provider } = devnet;
    const from = devnet.accounts[0]?.address as Hex;
    const data = encodeDeployData({ ...TOKEN, args: ['Gold', 'GLD', 6, 1_000n] });
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, data, gas: '0x200000' }] });
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    const contract = checksumAddress(fromHex((receipt as { contractAddress: string }).contractAddress.slice(2)));
    expect(await reach(devnet, OWN, contract)).toEqual([]);
    const signer = addressOn(devnet, OWN);
    const messages = [
      any(MsgRegisterERC20.message, { signer, erc20addresses: [contract] }),
      any(MsgConvertERC20.message, { contractAddress: contract, amount: 400n, receiver: signer, sender: from }),
    ];
    expect(await broadcast(devnet, OWN, messages, 0, 3_000_000n)).toMatchObject({ code: 0 });
    const denom = `erc20:${contract}`;
    const onHub = {
      chain_id: HUB,
      denom: voucher(`transfer/channel-10/${denom}`),
      origin_denom: denom,
      origin_chain_id: OWN,
      trace: 'transfer/channel-10',
    };
    for (const name of [denom, contract]) expect(await reach(devnet, OWN, name)).toEqual([onHub]);
    expect(await reachWhole(devnet, OWN, denom)).toMatchObject([{ symbol: 'GLD', decimals: 6 }]);
    expect(await transfer(devnet, { ...THERE, denom, amount: 100n })).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, onHub.denom)).toBe(100n);
    expect(await reachWhole(devnet, HUB, onHub.denom)).toMatchObject([
      { chain_id: OWN, denom, trace: '', token_contract: contract },
    ]);
    await provider.request({ method: 'halley_toggleConversion', params: [denom] });
    for (const name of [denom, contract]) expect(await reach(devnet, OWN, name)).toEqual([]);
  });
});

describe('a CW20 token', () => {
  const contract = (n: number): string => encodeBech32('wasm', new Uint8Array(32).fill(n));
  const [token, bridge] = [contract(1), contract(2)];
  const denom = `cw20:${token}`;
  const onHub = voucher(`transfer/channel-10/${denom}`);
  const holder = encodeBech32('wasm', fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266'));
  const network = {
    chains: [
      { chain_id: HUB },
      {
        chain_id: 'wasm-1',
        app_state: {
          wasm: {
            contracts: [
              {
                address: token,
                kind: 'cw20-base',
                name: 'Wasm Token',
                symbol: 'WTK',
                decimals: '6',
                balances: [{ address: holder, amount: '5000' }],
              },
              { address: bridge, kind: 'cw20-ics20' },
            ],
          },
        },
      },
    ],
    channels: [
      {
        a: { chain_id: HUB, channel: 'channel-10' },
        b: { chain_id: 'wasm-1', port: `wasm.${bridge}`, channel: 'channel-40' },
      },
    ],
  };

  it('leaves through its bridge alone, and is listed as a CW20 token', async () => {
    await using devnet = await start(network);
    const there = { chain_id: HUB, denom: onHub, trace: 'transfer/channel-10', origin_denom: denom };
    expect(await reachWhole(devnet, 'wasm-1', denom)).toMatchObject([{ ...there, is_cw20: false, symbol: 'WTK' }]);
    expect(await reach(devnet, 'wasm-1', 'uwasm')).toEqual([]);
    expect(await reach(devnet, HUB, 'uhub')).toEqual([]);
    const order = { channel: 'channel-40', remote_address: addressOn(devnet, HUB) };
    const msg = {
      send: { contract: bridge, amount: '70', msg: Buffer.from(JSON.stringify(order)).toString('base64') },
    };
    const call = any(MsgExecuteContract, {
      sender: holder,
      contract: token,
      msg: utf8(JSON.stringify(msg)),
      funds: [],
    });
    expect(await broadcast(devnet, 'wasm-1', [call])).toMatchObject({ code: 0 });
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, onHub)).toBe(70n);
    expect(await reach(devnet, HUB, onHub)).toEqual([]);
    expect(await reachWhole(devnet, HUB, onHub, { include_cw20_assets: true })).toMatchObject([
      { chain_id: 'wasm-1', denom, is_cw20: true, token_contract: token, trace: '' },
    ]);
  });
});
