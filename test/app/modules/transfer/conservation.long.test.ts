/**
 * Tests that no tokens are created or lost between chains. Tokens are sent forward, home and round; they are wrapped,
 * forwarded, refused, timed out, refunded, or stranded behind a closed channel. Each voucher always represents one
 * token in escrow.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { mintCoins } from '../../../../src/app/modules/bank/module_coins.js';
import { sendCoins } from '../../../../src/app/modules/bank/send_coins.js';
import { balanceOf, balancesOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { allInFlight } from '../../../../src/app/modules/packet_forward/store.js';
import { BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import { TRANSFER_ACCOUNT } from '../../../../src/app/modules/transfer/checks.js';
import { escrowAddress } from '../../../../src/app/modules/transfer/escrow.js';
import { transferProblem } from '../../../../src/app/modules/transfer/module.js';
import {
  readDenoms,
  totalEscrow,
  totalEscrows,
  writeTransferParams,
} from '../../../../src/app/modules/transfer/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { decodeAcknowledgement } from '../../../../src/codec/ibc/acknowledgement.js';
import { NO_HEIGHT } from '../../../../src/codec/ibc/client.js';
import { denomOfPath, denomPath, localDenom } from '../../../../src/codec/ibc/denom.js';
import { decodePacketData } from '../../../../src/codec/ibc/fungible_token_packet.js';
import type { Denom } from '../../../../src/codec/ibc/transfer.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { IbcNetwork, type NetworkChain, type Pending } from '../../support/ibc_network.js';

beforeAll(installFastCrypto);

const OPERATIONS = 5000;
/** Seeds of the runs: CI runs all three, and each takes three seconds. */
const SEEDS = process.env['CI'] === 'true' ? [1, 2, 3] : [1];
/** Chain and channel at both ends. Two channels join a and b, so that a token may return over another one. */
const JOINTS = [
  [
    ['a', 'channel-0'],
    ['b', 'channel-0'],
  ],
  [
    ['a', 'channel-1'],
    ['b', 'channel-7'],
  ],
  [
    ['b', 'channel-1'],
    ['c', 'channel-0'],
  ],
  [
    ['c', 'channel-1'],
    ['a', 'channel-2'],
  ],
] as const;
const USERS = [1, 2, 3].map((n) => new Uint8Array(20).fill(n));
const NATIVES = ['ahalley', 'ufoo', 'gamm/pool/1'];
const MAX_HOPS = 3;

/** Returns a small, fast generator with the same results everywhere (mulberry32). */
function draws(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (n: number): number => Math.floor(next() * n),
    probability: (share: number): boolean => next() < share,
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}
type Draws = ReturnType<typeof draws>;

const text = (address: Uint8Array): string => bech32Address(address, 'halley');
const endsOf = (chain: NetworkChain) => JOINTS.flatMap((joint) => joint.filter(([name]) => name === chain.name));
const endsOfBoth = JOINTS.flatMap(([one, two]) => [
  { end: one, other: two },
  { end: two, other: one },
]);

async function open(): Promise<IbcNetwork> {
  const network = await IbcNetwork.open(['a', 'b', 'c'], (appState) => {
    appState['packetfowardmiddleware'] = {};
  });
  for (const [one, two] of JOINTS) network.join(one, two);
  for (const { state, context } of network.chains)
    for (const denom of NATIVES) {
      for (const user of USERS) {
        mintCoins(state, TRANSFER_ACCOUNT, { denom, amount: 10_000n });
        sendCoins(context, TRANSFER_ACCOUNT.address, user, [{ denom, amount: 10_000n }]);
      }
    }
  return network;
}

function aMemo(draw: Draws, depth: number): string {
  if (depth === 0 || draw.probability(0.5))
    return draw.of([
      '',
      '',
      'hello',
      '{"forward":{}}',
      '{"forward":{"receiver":"x","port":"transfer","channel":"bad"}}',
    ]);
  const [, channel] = draw.of(JOINTS.flat());
  const next = draw.probability(0.3) ? aMemo(draw, depth - 1) : '';
  const forward = {
    receiver: aReceiver(draw),
    port: 'transfer',
    channel,
    retries: draw.below(3),
    ...(draw.probability(0.3) && { timeout: '5m' }),
    ...(next.startsWith('{') && { next: draw.probability(0.5) ? next : JSON.parse(next) }),
  };
  return JSON.stringify({ forward });
}

const aReceiver = (draw: Draws): string =>
  draw.probability(0.85)
    ? text(draw.of(USERS))
    : draw.of([
        'nobody',
        'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a',
        text(BONDED_POOL.address),
        `0x${'02'.repeat(20)}`,
      ]);

async function sendSomething(network: IbcNetwork, draw: Draws): Promise<string> {
  const chain = draw.of(network.chains);
  const user = draw.of(USERS);
  const [, sourceChannel] = draw.of(endsOf(chain));
  const hops = new Map(Array.from(readDenoms(chain.state), (denom) => [localDenom(denom), denom.trace] as const));
  const held = balancesOf(chain.state, user).filter(({ denom }) => {
    const trace = hops.get(denom) ?? [];
    return trace.length < MAX_HOPS || trace[0]?.channelId === sourceChannel;
  });
  const coin = draw.of(held) ?? { denom: 'ufoo', amount: 5n };
  const amount = draw.probability(0.05)
    ? coin.amount + 1n
    : draw.probability(0.03)
      ? 2n ** 256n - 1n
      : BigInt(draw.below(300));
  const memo = aMemo(draw, 2);
  const outcome = await network.send(chain, {
    sourcePort: 'transfer',
    sourceChannel,
    token: { denom: coin.denom, amount: amount.toString() },
    sender: text(user),
    receiver: aReceiver(draw),
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: 1n,
    memo,
    encoding: '',
  });
  return `send ${outcome}${memo.startsWith('{"forward') ? ' with memo' : ''}`;
}

async function relaySomething(network: IbcNetwork, draw: Draws): Promise<string> {
  const pending = network.pending();
  if (pending.length === 0) return 'idle';
  const one = draw.of(pending);
  const kind = draw.of([
    'receive',
    'receive',
    'receive',
    'acknowledge',
    'acknowledge',
    'acknowledge',
    'timeOut',
  ] as const);
  return `${kind} ${await network[kind](one)}`;
}

/** Returns whether a packet's tokens were taken from the sender, and are neither at the receiver nor refunded. */
function isUnderWay(network: IbcNetwork, pending: Pending): boolean {
  if (!network.isReceived(pending)) return true;
  const answer = network.answer(pending);
  return answer !== undefined && decodeAcknowledgement(answer).type === 'error';
}

/** Sums the tokens in transit by where they were sent: `a/channel-0/ufoo`. */
function underWay(network: IbcNetwork): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const pending of network.pending()) {
    if (!isUnderWay(network, pending)) continue;
    const { denom, amount } = decodePacketData(pending.packet.data);
    const at = `${pending.from.name}/${pending.packet.sourceChannel}/${denom}`;
    sums.set(at, (sums.get(at) ?? 0n) + BigInt(amount));
  }
  return sums;
}

function expectConserved(network: IbcNetwork): void {
  for (const chain of network.chains) {
    for (const denom of NATIVES.slice(1)) expect(supplyOf(chain.state, denom)).toBe(30_000n);
    expect(transferProblem(chain.state)).toBeUndefined();
    expect(balancesOf(chain.state, TRANSFER_ACCOUNT.address)).toEqual([]);
    for (const { denom, amount } of totalEscrows(chain.state)) {
      const held = endsOf(chain).map(([, channelId]) => heldFor(chain, channelId, denom));
      expect(held.reduce((sum, one) => sum + one, 0n)).toBe(amount);
    }
  }
  const moving = underWay(network);
  for (const { end, other } of endsOfBoth) expectBacked(network, moving, end, other);
}

const heldFor = ({ state }: NetworkChain, channelId: string, denom: string): bigint =>
  balanceOf(state, escrowAddress({ portId: 'transfer', channelId }), denom);

/** Checks that the escrow at this end equals the other chain's vouchers plus the tokens in transit. */
function expectBacked(
  network: IbcNetwork,
  moving: ReadonlyMap<string, bigint>,
  end: readonly [string, string],
  other: readonly [string, string],
): void {
  const [here, there] = [network.chain(end[0]), network.chain(other[0])];
  const hop = { portId: 'transfer', channelId: other[1] };
  const candidates: Denom[] = [...NATIVES.map(denomOfPath), ...readDenoms(here.state)];
  for (const denom of candidates) {
    const voucher: Denom = { base: denom.base, trace: [hop, ...denom.trace] };
    const away = supplyOf(there.state, localDenom(voucher));
    const going = moving.get(`${end[0]}/${end[1]}/${denomPath(denom)}`) ?? 0n;
    const coming = moving.get(`${other[0]}/${other[1]}/${denomPath(voucher)}`) ?? 0n;
    const waiting = heldFor(here, end[1], localDenom(denom));
    const isOwnWay = denom.trace[0]?.channelId === end[1];
    expect([denomPath(denom), waiting]).toEqual([denomPath(denom), isOwnWay ? 0n : away + going + coming]);
  }
}

describe('tokens of three chains', () => {
  it.each(SEEDS)(`are conserved through ${OPERATIONS} operations (seed %i)`, async (seed) => {
    const draw = draws(seed);
    const network = await open();
    const base = network.chains.map(({ state }) => supplyOf(state, 'ahalley'));
    const seen = new Map<string, number>();
    for (let i = 0; i < OPERATIONS; i++) {
      if (i === 3500) network.close('a', 'channel-1');
      if (i % 500 === 200) {
        const flags = { sendEnabled: draw.probability(0.7), receiveEnabled: draw.probability(0.7) };
        writeTransferParams(
          network.chain('b').state,
          i % 1000 === 200 ? flags : { sendEnabled: true, receiveEnabled: true },
        );
      }
      const what = draw.probability(0.35) ? await sendSomething(network, draw) : await relaySomething(network, draw);
      seen.set(what, (seen.get(what) ?? 0) + 1);
      if (i % 100 === 0) expectConserved(network);
    }
    for (const kind of [
      'send done',
      'send done with memo',
      'receive done',
      'acknowledge done',
      'timeOut done',
      'send refused',
    ])
      expect([kind, (seen.get(kind) ?? 0) > 50]).toEqual([kind, true]);
    expectConserved(network);
    writeTransferParams(network.chain('b').state, { sendEnabled: true, receiveEnabled: true });
    await network.settle();
    expectConserved(network);
    expect(network.chains.map(({ state }) => supplyOf(state, 'ahalley'))).toEqual(base);
    const stranded = network.pending().filter((one) => network.isOpen(one));
    const waiting = network.chains.flatMap(({ state }) => [...allInFlight(state)]);
    expect(stranded.length).toBeLessThanOrEqual(waiting.length);
  });
});

it('sums escrow by denom over all channel ends', async () => {
  const network = await open();
  const a = network.chain('a');
  const message = {
    sourcePort: 'transfer',
    token: { denom: 'ufoo', amount: '7' },
    sender: text(USERS[0] as Uint8Array),
    receiver: text(USERS[1] as Uint8Array),
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: 1n,
    memo: '',
    encoding: '',
  };
  expect(await network.send(a, { ...message, sourceChannel: 'channel-0' })).toBe('done');
  expect(await network.send(a, { ...message, sourceChannel: 'channel-1' })).toBe('done');
  expect(totalEscrow(a.state, 'ufoo')).toBe(14n);
});
