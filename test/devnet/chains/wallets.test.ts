/**
 * Tests other projects' wallets with one key. CosmJS signs messages of IBC and the token pairs, viem calls the ICS-20
 * precompile, and the devnet's relayer does the rest.
 */
import { type EncodeObject, type GeneratedType, Registry } from '@cosmjs/proto-signing';
import { assertIsDeliverTxSuccess, defaultRegistryTypes, SigningStargateClient } from '@cosmjs/stargate';
import { BinaryWriter } from 'cosmjs-types/binary';
import { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin';
import { Order, State } from 'cosmjs-types/ibc/core/channel/v1/channel';
import { MsgChannelOpenInit } from 'cosmjs-types/ibc/core/channel/v1/tx';
import { createPublicClient, createWalletClient, custom, getAddress, type Hex, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Devnet } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { TOKEN } from '../../app/support/tokens.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';
import { addressOn, balance, HUB, OWN, startNetwork, TWO_CHAINS, voucher } from './relay_kit.js';

const FEE = { amount: [{ denom: 'ahalley', amount: '10000000000000000' }], gas: '1000000' };
const VOUCHER = voucher('transfer/channel-10/ahalley');
const ICS20 = '0x0000000000000000000000000000000000000802';
const ICS20_ABI = parseAbi([
  'function transfer(string sourcePort, string sourceChannel, string denom, uint256 amount, address sender, string receiver, (uint64 revisionNumber, uint64 revisionHeight) timeoutHeight, uint64 timeoutTimestamp, string memo) returns (uint64)',
]);

/** Describes a message by its field numbers, for CosmJS's registry. */
const typeOf = (write: (value: never, writer: BinaryWriter) => void): GeneratedType =>
  ({
    encode: (value: never, writer = BinaryWriter.create()) => {
      write(value, writer);
      return writer;
    },
    decode: () => {
      throw new Error('nobody reads it');
    },
    fromPartial: (value: unknown) => value,
  }) as unknown as GeneratedType;

const ERC20_TYPES: [string, GeneratedType][] = [
  [
    '/cosmos.evm.erc20.v1.MsgRegisterERC20',
    typeOf(({ signer, erc20addresses }: { signer: string; erc20addresses: string[] }, writer) => {
      writer.uint32(10).string(signer);
      for (const address of erc20addresses) writer.uint32(18).string(address);
    }),
  ],
  [
    '/cosmos.evm.erc20.v1.MsgConvertERC20',
    typeOf(({ contract, amount, receiver, sender }: Record<string, string>, writer) => {
      writer.uint32(10).string(contract as string);
      writer.uint32(18).string(amount as string);
      writer.uint32(26).string(receiver as string);
      writer.uint32(34).string(sender as string);
    }),
  ],
  [
    '/cosmos.evm.erc20.v1.MsgConvertCoin',
    typeOf(({ coin, receiver, sender }: { coin: Coin; receiver: string; sender: string }, writer) => {
      Coin.encode(coin, writer.uint32(10).fork()).ldelim();
      writer.uint32(18).string(receiver);
      writer.uint32(26).string(sender);
    }),
  ],
];

async function open(network: object = TWO_CHAINS, sockets = {}): Promise<Devnet> {
  const devnet = await startNetwork(network, { rpc: true, ...sockets });
  onTestFinished(() => devnet.close());
  return devnet;
}

/** Makes both kinds of wallets from one key. */
async function wallets(devnet: Devnet) {
  const { privateKey, address: hex } = devnet.accounts[0] as Devnet['accounts'][number];
  const client = await SigningStargateClient.connectWithSigner(
    devnet.urls.cometRpc as string,
    ethereumSigner(fromHex(privateKey.slice(2)), hex, 'direct'),
    { registry: new Registry([...defaultRegistryTypes, ...ERC20_TYPES]), broadcastPollIntervalMs: 10 },
  );
  onTestFinished(() => client.disconnect());
  const transport = custom(devnet.provider);
  const account = privateKeyToAccount(privateKey as Hex);
  const ethereum = createWalletClient({ account, transport });
  const reader = createPublicClient({ transport, pollingInterval: 10 });
  const address = addressOn(devnet, OWN);
  return {
    address,
    hex: getAddress(hex),
    client,
    ethereum,
    reader,
    send: async (...messages: readonly EncodeObject[]) => {
      const result = await client.signAndBroadcast(address, messages, FEE);
      assertIsDeliverTxSuccess(result);
      return result;
    },
    /** Returns what each of them sees of the account. */
    seen: async () => ({
      cosmos: [
        BigInt((await client.getBalance(address, 'ahalley')).amount),
        (await client.getSequence(address)).sequence,
      ],
      ethereum: [await reader.getBalance({ address: account.address }), await nonceOf(reader, account.address)],
    }),
  };
}

const nonceOf = (reader: ReturnType<typeof createPublicClient>, address: Hex) =>
  reader.getTransactionCount({ address });

const transferOf = (from: string, to: string, channel: string, denom: string, amount: string, memo = '') => ({
  typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
  value: {
    sourcePort: 'transfer',
    sourceChannel: channel,
    token: { denom, amount },
    sender: from,
    receiver: to,
    timeoutHeight: { revisionNumber: 1n, revisionHeight: 1_000_000n },
    timeoutTimestamp: 0n,
    memo,
  },
});

describe('CosmJS and an Ethereum wallet of one key', () => {
  it('see one balance and one sequence around transfers of both', async () => {
    const devnet = await open();
    const { send, seen, address, ethereum, reader, hex } = await wallets(devnet);
    await send(transferOf(address, addressOn(devnet, HUB), 'channel-3', 'ahalley', '100'));
    const first = await seen();
    expect(first.cosmos).toEqual(first.ethereum);
    const hash = await ethereum.writeContract({
      address: ICS20,
      abi: ICS20_ABI,
      functionName: 'transfer',
      args: [
        'transfer',
        'channel-3',
        'ahalley',
        50n,
        hex,
        addressOn(devnet, HUB),
        { revisionNumber: 1n, revisionHeight: 1_000_000n },
        0n,
        '',
      ],
      chain: null,
      gas: 1_000_000n,
    });
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success');
    await devnet.relayer.settled();
    expect(await balance(devnet, HUB, VOUCHER)).toBe(150n);
    const second = await seen();
    expect(second.cosmos).toEqual(second.ethereum);
    expect(second.cosmos[1]).toBe(2);
    expect(devnet.relayer.pending()).toEqual([]);
  });

  it('turn tokens of a contract into coins, send these to another chain, and turn others back', async () => {
    const devnet = await open();
    const { send, seen, address, ethereum, reader, hex, client } = await wallets(devnet);
    const { abi, bytecode } = TOKEN;
    const args = ['Gold', 'GLD', 6, 1_000n];
    const hash = await ethereum.deployContract({ abi, bytecode, args, chain: null } as never);
    const contract = getAddress((await reader.waitForTransactionReceipt({ hash })).contractAddress as Hex);
    const denom = `erc20:${contract}`;
    await send(
      { typeUrl: '/cosmos.evm.erc20.v1.MsgRegisterERC20', value: { signer: address, erc20addresses: [contract] } },
      {
        typeUrl: '/cosmos.evm.erc20.v1.MsgConvertERC20',
        value: { contract, amount: '300', receiver: address, sender: hex },
      },
    );
    expect((await client.getBalance(address, denom)).amount).toBe('300');
    await send(transferOf(address, addressOn(devnet, HUB), 'channel-3', denom, '100'), {
      typeUrl: '/cosmos.evm.erc20.v1.MsgConvertCoin',
      value: { coin: { denom, amount: '50' }, receiver: hex, sender: address },
    });
    await devnet.relayer.settled();
    expect((await client.getBalance(address, denom)).amount).toBe('150');
    expect(await balance(devnet, HUB, voucher(`transfer/channel-10/${denom}`))).toBe(100n);
    const held = await reader.readContract({ address: contract, abi, functionName: 'balanceOf', args: [hex] } as never);
    expect(held).toBe(750n);
    const after = await seen();
    expect(after.cosmos).toEqual(after.ethereum);
  });
});

describe('a channel that a user starts with CosmJS', () => {
  it('is completed by the relayer, and carries packets', async () => {
    const devnet = await open(TWO_CHAINS, { chains: [{ id: HUB, rpc: true }] });
    const { send, address } = await wallets(devnet);
    const channel = {
      state: State.STATE_INIT,
      ordering: Order.ORDER_UNORDERED,
      counterparty: { portId: 'transfer', channelId: '' },
      connectionHops: ['connection-1'],
      version: 'ics20-1',
    };
    await send({
      typeUrl: '/ibc.core.channel.v1.MsgChannelOpenInit',
      value: MsgChannelOpenInit.fromPartial({ portId: 'transfer', channel, signer: address }),
    });
    await devnet.relayer.settled();
    const opened = devnet.chains.get(OWN).channels.find((end) => end.channel === 'channel-4');
    expect(opened).toMatchObject({ state: 'OPEN', counterparty: { chain: HUB, channel: 'channel-11' } });
    await send(transferOf(address, addressOn(devnet, HUB), 'channel-4', 'ahalley', '7'));
    await devnet.relayer.settled();
    const hub = await SigningStargateClient.connect(devnet.chains.get(HUB).urls.cometRpc as string);
    onTestFinished(() => hub.disconnect());
    expect(await hub.getChainId()).toBe(HUB);
    const held = await hub.getBalance(addressOn(devnet, HUB), voucher('transfer/channel-11/ahalley'));
    expect(held.amount).toBe('7');
  });
});

describe('three chains', () => {
  const DEX = 'dex-1';
  const network = {
    chains: [{ chain_id: HUB, pfm_enabled: true }, { chain_id: DEX }],
    channels: [
      { a: { chain_id: OWN, channel: 'channel-0' }, b: { chain_id: HUB, channel: 'channel-10' } },
      { a: { chain_id: HUB, channel: 'channel-20' }, b: { chain_id: DEX, channel: 'channel-5' } },
    ],
  };
  const memoTo = (receiver: string): string =>
    JSON.stringify({ forward: { receiver, port: 'transfer', channel: 'channel-20' } });

  it('forward a packet over the middle one, and return it from the last', async () => {
    const devnet = await open(network);
    const { send, address, client } = await wallets(devnet);
    const to = addressOn(devnet, DEX);
    await send(transferOf(address, addressOn(devnet, HUB), 'channel-0', 'ahalley', '90', memoTo(to)));
    await devnet.relayer.settled();
    const arrived = voucher('transfer/channel-5/transfer/channel-10/ahalley');
    expect(await balance(devnet, DEX, arrived)).toBe(90n);
    const before = BigInt((await client.getBalance(address, 'ahalley')).amount);
    await send(transferOf(address, addressOn(devnet, HUB), 'channel-0', 'ahalley', '11', memoTo('nobody')));
    await devnet.relayer.settled();
    const after = BigInt((await client.getBalance(address, 'ahalley')).amount);
    expect(before - after).toBe(BigInt(FEE.amount[0]?.amount ?? 0));
    expect(await balance(devnet, DEX, arrived)).toBe(90n);
    expect(devnet.relayer.pending()).toEqual([]);
  });
});

describe('a closed devnet', () => {
  it('leaves no socket of any chain', async () => {
    const devnet = await startNetwork(TWO_CHAINS, { rpc: true, chains: [{ id: HUB, rpc: true, jsonRpc: true }] });
    const { cometRpc, evmHttp } = devnet.chains.get(HUB).urls;
    expect((await fetch(`${cometRpc}/status`)).status).toBe(200);
    const settled = devnet.relayer.settled();
    await devnet.close();
    await settled;
    for (const url of [`${cometRpc}/status`, evmHttp as string, `${devnet.urls.cometRpc}/status`])
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    await expect(devnet.relayer.settled()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(devnet.openChannel({ a: { chain: OWN }, b: { chain: HUB } })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
