/** Tests CW20 tokens: transfers, transfers over the bridge and back, and the refusal of all other packets. */

import { QuerySmartContractStateRequest, QuerySmartContractStateResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query';
import { MsgExecuteContract as TheirExecute } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportAppState } from '../../../../src/app/genesis.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { bridgeApp } from '../../../../src/app/modules/cw20/bridge.js';
import { portOf } from '../../../../src/app/modules/cw20/contract.js';
import { execute } from '../../../../src/app/modules/cw20/execute.js';
import { wasmProblem } from '../../../../src/app/modules/cw20/module.js';
import { SmartContractState } from '../../../../src/app/modules/cw20/queries/SmartContractState.js';
import { readBalance, readSent, totalSupply } from '../../../../src/app/modules/cw20/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { TxFailure } from '../../../../src/app/types/refusal.js';
import { encodeBech32 } from '../../../../src/codec/bech32.js';
import { MsgExecuteContract } from '../../../../src/codec/cosmos/cosmwasm.js';
import { CHANNEL_STATE, type Channel, ORDER } from '../../../../src/codec/ibc/channel.js';
import { NO_HEIGHT } from '../../../../src/codec/ibc/client.js';
import { denomOfPath, localDenom } from '../../../../src/codec/ibc/denom.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { IbcNetwork, type NetworkChain } from '../../support/ibc_network.js';

const text = (address: Uint8Array): string => bech32Address(address, 'halley');
const contract = (n: number): string => encodeBech32('halley', new Uint8Array(32).fill(n));
const [TOKEN, BRIDGE] = [contract(1), contract(2)];
const [ALICE, BOB] = [text(new Uint8Array(20).fill(1)), text(new Uint8Array(20).fill(2))];
const DENOM = `cw20:${TOKEN}`;
const VOUCHER = localDenom(denomOfPath(`transfer/channel-7/${DENOM}`));
const SUPPLY = 2n ** 65n;

const SECTION = {
  contracts: [
    {
      address: TOKEN,
      kind: 'cw20-base',
      name: 'Wasm Token',
      symbol: 'WTK',
      decimals: 6,
      default_timeout: '600',
      balances: [{ address: ALICE, amount: SUPPLY.toString() }],
      sent: [],
    },
    {
      address: BRIDGE,
      kind: 'cw20-ics20',
      name: '',
      symbol: '',
      decimals: 0,
      default_timeout: '300',
      balances: [],
      sent: [],
    },
  ],
};

const withContracts = (appState: AppStateJson): void => {
  appState['wasm'] = SECTION;
};

let network: IbcNetwork;
let a: NetworkChain;
let b: NetworkChain;

beforeEach(async () => {
  network = await IbcNetwork.open(['a', 'b'], withContracts);
  network.join(['a', 'channel-0', portOf(BRIDGE)], ['b', 'channel-7']);
  [a, b] = [network.chain('a'), network.chain('b')];
});

const json = (value: unknown): Uint8Array => utf8(JSON.stringify(value));
const order = (over: object = {}): string =>
  Buffer.from(json({ channel: 'channel-0', remote_address: BOB, ...over })).toString('base64');
const call = (msg: unknown, over: object = {}): void =>
  execute({ sender: ALICE, contract: TOKEN, msg: json(msg), funds: [], ...over }, a.context, a.channels);
const send = (amount: bigint, over: object = {}): void =>
  call({ send: { contract: BRIDGE, amount: amount.toString(), msg: order(over) } });

const back = (amount: string, receiver: string) =>
  network.send(b, {
    sourcePort: 'transfer',
    sourceChannel: 'channel-7',
    token: { denom: VOUCHER, amount },
    sender: BOB,
    receiver,
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: 1n,
    memo: '',
    encoding: '',
  });

function ask(address: string, query: unknown): unknown {
  const request = QuerySmartContractStateRequest.encode({ address, queryData: json(query) }).finish();
  const answer = SmartContractState.handler(request, a.state, {
    paths: () => [],
    nodeFacts: undefined,
    query: () => Promise.reject(),
    simulate: () => Promise.reject(),
  });
  return JSON.parse(fromUtf8(QuerySmartContractStateResponse.decode(answer as Uint8Array).data));
}

it('encodes the message as CosmJS does', () => {
  const value = fc.record({
    sender: fc.string(),
    contract: fc.string(),
    msg: fc.uint8Array(),
    funds: fc.array(fc.record({ denom: fc.string(), amount: fc.nat().map(String) })),
  });
  fc.assert(
    fc.property(value, (one) => {
      const theirs = TheirExecute.encode(TheirExecute.fromPartial(one)).finish();
      expect(MsgExecuteContract.encode(one)).toEqual(theirs);
      expect(MsgExecuteContract.decode(theirs)).toEqual(one);
    }),
  );
});

describe('a token', () => {
  it('moves, and returns its info and balances', () => {
    call({ transfer: { recipient: BOB, amount: '5' } });
    expect(ask(TOKEN, { balance: { address: BOB } })).toEqual({ balance: '5' });
    expect(ask(TOKEN, { token_info: {} })).toEqual({
      name: 'Wasm Token',
      symbol: 'WTK',
      decimals: 6,
      total_supply: SUPPLY.toString(),
    });
    expect(ask(BRIDGE, { port: {} })).toEqual({ port_id: `wasm.${BRIDGE}` });
    expect(() => ask(contract(9), { token_info: {} })).toThrow('no such contract');
    expect(() => ask(TOKEN, { minter: {} })).toThrow('unknown variant');
  });

  it.each([
    ['more than the balance', { transfer: { recipient: BOB, amount: (SUPPLY + 1n).toString() } }, {}],
    ['an amount of 0', { transfer: { recipient: BOB, amount: '0' } }, {}],
    ['a negative amount', { transfer: { recipient: BOB, amount: '-1' } }, {}],
    ['an amount that is no string', { transfer: { recipient: BOB, amount: 1 } }, {}],
    ['an invalid recipient', { transfer: { recipient: 'bob', amount: '1' } }, {}],
    [
      'another chain’s address',
      { transfer: { recipient: encodeBech32('cosmos', new Uint8Array(20)), amount: '1' } },
      {},
    ],
    ['an unknown message', { burn: { amount: '1' } }, {}],
    ['two messages at once', { transfer: { recipient: BOB, amount: '1' }, send: {} }, {}],
    ['bytes that are no JSON', {}, { msg: utf8('x') }],
    [
      'coins sent with the message',
      { transfer: { recipient: BOB, amount: '1' } },
      { funds: [{ denom: 'ahalley', amount: '1' }] },
    ],
    ['a transfer message to the bridge', { transfer: { recipient: BOB, amount: '1' } }, { contract: BRIDGE }],
    ['an unknown contract', { transfer: { recipient: BOB, amount: '1' } }, { contract: contract(9) }],
    ['a send to an unknown contract', { send: { contract: contract(9), amount: '1', msg: order() } }, {}],
    ['a send to a token', { send: { contract: TOKEN, amount: '1', msg: order() } }, {}],
    [
      'a send over an unknown channel',
      { send: { contract: BRIDGE, amount: '1', msg: order({ channel: 'channel-9' }) } },
      {},
    ],
    ['a send with a memo', { send: { contract: BRIDGE, amount: '1', msg: order({ memo: 'x' }) } }, {}],
    ['a send without an order', { send: { contract: BRIDGE, amount: '1', msg: '!' } }, {}],
    ['a send of 2^64', { send: { contract: BRIDGE, amount: (2n ** 64n).toString(), msg: order() } }, {}],
  ])('refuses %s', (_, msg, over) => {
    expect(() => call(msg, over)).toThrow(TxFailure);
  });
});

describe('the bridge', () => {
  it('sends tokens and takes them back', async () => {
    send(100n, { timeout: 60 });
    const [pending] = network.pending();
    expect(pending?.packet.timeoutTimestamp).toBe(a.context.block.time + 60_000_000_000n);
    expect(fromUtf8(pending?.packet.data as Uint8Array)).toBe(
      `{"amount":"100","denom":"${DENOM}","receiver":"${BOB}","sender":"${ALICE}"}`,
    );
    await network.settle();
    expect(balanceOf(b.state, new Uint8Array(20).fill(2), VOUCHER)).toBe(100n);
    expect([readBalance(a.state, TOKEN, BRIDGE), readSent(a.state, BRIDGE, 'channel-0', DENOM)]).toEqual([100n, 100n]);
    await back('30', BOB);
    const [home] = network.pending();
    await network.receive(home as never);
    expect(fromUtf8(network.answer(home as never) as Uint8Array)).toBe('{"result":"MQ=="}');
    await network.settle();
    expect(readBalance(a.state, TOKEN, BOB)).toBe(30n);
    expect([supplyOf(b.state, VOUCHER), readSent(a.state, BRIDGE, 'channel-0', DENOM)]).toEqual([70n, 70n]);
    expect([totalSupply(a.state, TOKEN), wasmProblem(a.state)]).toEqual([SUPPLY, undefined]);
  });

  it('refunds tokens that time out or are refused, and returns tokens that it refuses itself', async () => {
    send(100n);
    await network.timeOut(network.pending()[0] as never);
    send(50n, { remote_address: 'nobody' });
    await network.settle();
    expect(readBalance(a.state, TOKEN, ALICE)).toBe(SUPPLY);
    expect(readSent(a.state, BRIDGE, 'channel-0', DENOM)).toBe(0n);
    send(100n);
    await network.settle();
    await back('30', 'nobody');
    await network.settle();
    expect(supplyOf(b.state, VOUCHER)).toBe(100n);
  });

  const packet = (denom: string, amount = '1') => ({
    sequence: 1n,
    sourcePort: 'transfer',
    sourceChannel: 'channel-7',
    destinationPort: portOf(BRIDGE),
    destinationChannel: 'channel-0',
    data: json({ amount, denom, receiver: BOB, sender: 'x' }),
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: 1n,
  });

  it.each([
    'uatom',
    DENOM,
    `transfer/channel-8/${DENOM}`,
    `wasm/channel-7/${DENOM}`,
    'transfer/channel-7/uatom',
    `transfer/channel-7/transfer/channel-9/${DENOM}`,
  ])('refuses tokens of the denom %s', async (denom) => {
    send(100n);
    const answer = await bridgeApp.receive(packet(denom), new Uint8Array(20), a.context);
    expect(answer?.success).toBe(false);
    expect(readBalance(a.state, TOKEN, BOB)).toBe(0n);
  });

  it.each(['0', '-1', '101', 'x'])('refuses to take back %s of 100', async (amount) => {
    send(100n);
    const answer = await bridgeApp.receive(
      packet(`transfer/channel-7/${DENOM}`, amount),
      new Uint8Array(20),
      a.context,
    );
    expect(answer?.success).toBe(false);
  });

  it('opens channels with its only version, on chains that have a bridge', () => {
    const channel: Channel = {
      state: CHANNEL_STATE.init,
      ordering: ORDER.unordered,
      counterparty: { portId: 'transfer', channelId: '' },
      connectionHops: ['connection-0'],
      version: 'ics20-1',
    };
    const opening = { portId: portOf(BRIDGE), channelId: 'channel-1', channel };
    expect(bridgeApp.openInit(opening, a.context)).toBe('ics20-1');
    expect(bridgeApp.openTry(opening, 'ics20-1', a.context)).toBe('ics20-1');
    expect(() => bridgeApp.openTry(opening, 'ics20-2', a.context)).toThrow('ibc version');
    expect(() => bridgeApp.openInit({ ...opening, portId: portOf(TOKEN) }, a.context)).toThrow('no such contract');
    const ordered = { ...opening, channel: { ...channel, ordering: ORDER.ordered } };
    expect(() => bridgeApp.openInit(ordered, a.context)).toThrow('unordered');
    expect(() => bridgeApp.closeInit(portOf(BRIDGE), 'channel-0', a.context)).toThrow(TxFailure);
  });
});

describe('the genesis section', () => {
  it('is exported as it was read, by address, and is absent if it was absent', async () => {
    const chain = await TestChain.open({ edit: withContracts });
    const contracts = SECTION.contracts.toSorted((one, two) => (one.address < two.address ? -1 : 1));
    expect(exportAppState(chain.state.latest)).toMatchObject({ wasm: { contracts } });
    expect(exportAppState((await TestChain.open()).state.latest)).not.toHaveProperty('wasm');
  });

  const [token, bridge] = SECTION.contracts;

  it.each([
    [[{ ...token, kind: 'cw721' }]],
    [[{ ...token, address: 'x' }]],
    [[{ ...token, decimals: 19 }]],
    [[token, token]],
    [[{ ...token, balances: [{ address: ALICE, amount: (2n ** 128n).toString() }] }]],
    [
      [
        {
          ...token,
          balances: [
            { address: ALICE, amount: '1' },
            { address: ALICE, amount: '1' },
          ],
        },
      ],
    ],
    [[token, { ...bridge, sent: [{ channel: 'channel-0', denom: DENOM, amount: '-1' }] }]],
  ])('is refused: %#', async (contracts) => {
    const opened = TestChain.open({
      edit: (appState) => {
        appState['wasm'] = { contracts };
      },
    });
    await expect(opened).rejects.toMatchObject({ code: 'invalid-genesis' });
  });
});
