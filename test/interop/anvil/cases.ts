/** Draws transactions. The name of each kind says what it tests. */
import type { Address, Hex, TransactionSerializable } from 'viem';
import { concatBytes } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { SINK_CODE, sinkCall } from '../../app/support/contracts.js';
import { authorize, COIN, dev, GWEI } from '../../app/support/wallet.js';
import { drawInput, type PrecompileInput } from '../../support/precompile_inputs.js';
import { deploys, hex } from './assembler.js';
import { drawCopies, drawCreation, drawProgram, drawTransient, MORTAL } from './contracts.js';
import type { Draw } from './draw.js';

/** Addresses of the contracts that were deployed first. */
export interface Deployed {
  readonly sink: Address;
  readonly forwarder: Address;
  readonly caller: Address;
  readonly mortal: Address;
  readonly maker: Address;
  readonly testDevnet: Address;
}

export interface CaseContext extends Deployed {
  readonly draw: Draw;
  readonly inputs: readonly PrecompileInput[];
  readonly baseFee: bigint;
  /** Returns the nonce of a dev account, which is the same on both chains. */
  nonce(account: number): Promise<number>;
  balance(account: number): Promise<bigint>;
  /** Contracts that drawn transactions have created, the newest last. */
  readonly made: readonly Address[];
}

/** Drawn transaction. Omitted fields get ordinary values. */
export interface Wish {
  readonly kind: string;
  /** Index of the sending dev account. */
  readonly from: number;
  readonly tx: Partial<TransactionSerializable> & Record<string, unknown>;
}

type Kind = (context: CaseContext) => Wish['tx'] | Promise<Wish['tx']>;

/** Accounts that send. Those from `AUTHORITIES` on only sign authorizations. */
export const SENDERS = 8;
const AUTHORITIES = 12;
const CHAIN_ID = 31337;

const word = (value: bigint | Hex): Uint8Array => fromHex(BigInt(value).toString(16).padStart(64, '0'));
const fresh = (n: number): Address => `0x${(0xa0 + n).toString(16).padStart(40, '0')}`;
const precompile = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`;

function anyAddress({ draw, sink, caller, mortal, made }: CaseContext): Address {
  switch (draw.below(6)) {
    case 0:
      return fresh(draw.below(6));
    case 1:
      return dev(draw.below(SENDERS)).address;
    case 2:
      return precompile(draw.between(1, 17));
    case 3:
      return made.length > 0 ? draw.one(made) : mortal;
    default:
      return draw.one([sink, caller, mortal]);
  }
}

const addressWords = (context: CaseContext): bigint[] =>
  [
    context.sink,
    context.caller,
    context.mortal,
    context.testDevnet,
    fresh(1),
    fresh(2),
    dev(3).address,
    dev(AUTHORITIES).address,
    precompile(4),
    precompile(2),
    ...context.made.slice(-3),
  ].map(BigInt);

const gasFor = (draw: Draw): bigint => (draw.happens(70) ? 2_000_000n : BigInt(draw.between(53_000, 250_000)));

const KINDS: Readonly<Record<string, Kind>> = {
  transfer: (context) => ({
    to: anyAddress(context),
    value: BigInt(context.draw.below(3)) * 10n ** 15n,
    gas: 100_000n,
  }),

  'call of Solidity': ({ draw, sink, ...context }) => {
    const small = (): bigint => BigInt(draw.below(20));
    const value = draw.one([0n, 0n, 1n, COIN]);
    const address = anyAddress({ ...context, draw, sink });
    const bytes = hex(draw.bytes(draw.below(70)));
    return draw.one<() => Wish['tx']>([
      () => ({ data: sinkCall('set', small(), small()), value }),
      () => ({ data: sinkCall('setAll', small(), BigInt(draw.below(5)), BigInt(draw.below(2))) }),
      () => ({ data: sinkCall('poke', small(), bytes) }),
      () => ({ data: sinkCall('tryFail', small(), BigInt(draw.below(60_000))) }),
      () => ({ data: sinkCall('make', draw.happens(20) ? 13n : small(), draw.happens(50), value), value }),
      () => ({ data: sinkCall('makeAt', `0x${draw.below(3).toString().padStart(64, '0')}`, small()), value }),
      () => ({ data: sinkCall('makeAndEnd', small(), address), value }),
      () => ({ data: sinkCall('endLast', address) }),
      () => ({ data: sinkCall('pay', address, draw.one([0n, 1n, COIN, 10n ** 24n])) }),
      () => ({ data: sinkCall('hash', BigInt(draw.below(30))) }),
      () => ({ data: sinkCall('precompiles', `0x${'11'.repeat(32)}`, bytes) }),
      () => ({ data: sinkCall('flashy', small()) }),
      () => ({ data: sinkCall('readOnly', small()) }),
      () => ({ data: sinkCall('dive', BigInt(draw.below(8))) }),
      () => ({ data: sinkCall('balanceOf', address) }),
      () => ({ data: bytes }),
    ])();
  },

  /** Reverts with a reason, a custom error or a panic, or runs the invalid operation. */
  revert: ({ draw, sink }) => ({
    to: sink,
    data: sinkCall('fail', BigInt(draw.below(4))),
    value: BigInt(draw.below(2)),
    gas: 300_000n,
  }),

  'out of gas': ({ draw, sink }) =>
    draw.one<() => Wish['tx']>([
      () => ({ to: sink, data: sinkCall('spin'), gas: BigInt(draw.between(22_000, 40_000)) }),
      () => ({
        to: sink,
        data: sinkCall('setAll', 100n, 50n, BigInt(draw.below(9) + 1)),
        gas: BigInt(draw.between(30_000, 500_000)),
      }),
      () => ({ to: undefined, data: SINK_CODE, gas: BigInt(draw.between(400_000, 1_500_000)) }),
      () => ({ to: sink, data: sinkCall('dive', 30n), gas: BigInt(draw.between(60_000, 300_000)) }),
    ])(),

  deploy: (context) => ({
    to: undefined,
    data: hex(drawCreation(context.draw, deploys(drawProgram(context.draw, addressWords(context))))),
    value: BigInt(context.draw.below(2)),
    gas: context.draw.happens(80) ? 6_000_000n : BigInt(context.draw.between(60_000, 200_000)),
  }),

  'a program': (context) => ({
    to: undefined,
    data: hex(drawProgram(context.draw, addressWords(context))),
    value: BigInt(context.draw.below(10)),
    gas: gasFor(context.draw),
  }),

  'call of a created contract': (context) => ({
    to: context.made.length === 0 ? context.sink : context.draw.one(context.made),
    data: hex(context.draw.bytes(context.draw.below(70))),
    value: BigInt(context.draw.below(3)),
    gas: gasFor(context.draw),
  }),

  create2: ({ draw, maker, ...context }) => {
    const salt = word(BigInt(draw.below(3)));
    const code = draw.happens(40)
      ? deploys(MORTAL)
      : drawCreation(draw, deploys(drawProgram(draw, addressWords({ ...context, draw, maker }))));
    return { to: maker, data: hex(concatBytes(salt, code)), value: BigInt(draw.below(2)), gas: 3_000_000n };
  },

  'self-destruct': (context) => {
    const { draw, mortal, caller } = context;
    const heir = draw.happens(20) ? mortal : anyAddress(context);
    const direct = { to: mortal, data: hex(word(heir)), value: BigInt(draw.below(3)), gas: 300_000n };
    if (draw.happens(50)) return direct;
    const how = word(BigInt(draw.below(4)));
    return { to: caller, data: hex(concatBytes(how, word(mortal), word(heir))), value: 5n, gas: 300_000n };
  },

  precompile: ({ draw, inputs, forwarder }) => {
    const { at, input } = drawInput(draw, inputs);
    const gas = draw.happens(80) ? 2_000_000n : BigInt(draw.between(60_000, 160_000));
    if (draw.happens(20)) return { to: precompile(at), data: hex(input), gas, value: BigInt(draw.below(2)) };
    return { to: forwarder, data: hex(concatBytes(word(BigInt(at)), input)), gas, value: BigInt(draw.below(2)) };
  },

  'call of every kind': (context) => ({
    to: context.caller,
    data: hex(
      concatBytes(
        word(BigInt(context.draw.below(4))),
        word(anyAddress(context)),
        context.draw.bytes(context.draw.below(40)),
      ),
    ),
    value: BigInt(context.draw.below(3)),
    gas: gasFor(context.draw),
  }),

  'access list': (context) => {
    const { draw, sink } = context;
    const accessList = Array.from({ length: draw.below(4) }, () => ({
      address: draw.happens(50) ? sink : anyAddress(context),
      storageKeys: Array.from({ length: draw.below(4) }, () => hex(word(BigInt(draw.below(3))))),
    }));
    const fees = draw.happens(50) ? { type: 'eip2930' as const, gasPrice: context.baseFee + GWEI } : {};
    return {
      to: sink,
      data: sinkCall('set', BigInt(draw.below(4)), BigInt(draw.below(3))),
      gas: 200_000n,
      accessList,
      ...fees,
    };
  },

  authorization: async (context) => {
    const { draw, sink, caller, mortal, testDevnet } = context;
    const authorizationList = [];
    for (let i = draw.between(1, 3); i > 0; i--) {
      const authority = AUTHORITIES + draw.below(4);
      const known = await context.nonce(authority);
      authorizationList.push(
        await authorize(dev(authority), {
          address: draw.one([
            sink,
            caller,
            mortal,
            testDevnet,
            precompile(0),
            precompile(4),
            dev(AUTHORITIES + 1).address,
          ]),
          chainId: draw.one([CHAIN_ID, CHAIN_ID, CHAIN_ID, 0, 1]),
          nonce: draw.happens(80) ? known : known + 1,
        }),
      );
    }
    const to = draw.happens(60) ? dev(AUTHORITIES + draw.below(4)).address : anyAddress(context);
    const data = draw.happens(50) ? sinkCall('set', BigInt(draw.below(4)), 1n) : '0x';
    return { type: 'eip7702', to, data, value: BigInt(draw.below(2)), gas: 500_000n, authorizationList };
  },

  'call of a delegated account': (context) => ({
    to: dev(AUTHORITIES + context.draw.below(4)).address,
    data: context.draw.happens(60) ? sinkCall('set', BigInt(context.draw.below(4)), 2n) : '0x',
    value: BigInt(context.draw.below(2)),
    gas: 300_000n,
  }),

  'transient storage': ({ draw }) => ({ to: undefined, data: hex(drawTransient(draw)), gas: gasFor(draw) }),

  mcopy: ({ draw }) => ({ to: undefined, data: hex(drawCopies(draw)), gas: gasFor(draw) }),

  testDevnet: ({ testDevnet }) => ({ to: testDevnet, gas: 400_000n }),

  'price at an edge': async (context) => {
    const { draw, baseFee } = context;
    const to = fresh(3);
    const gas = 21_000n;
    return draw.one<() => Wish['tx']>([
      () => ({ to, gas, maxFeePerGas: baseFee, maxPriorityFeePerGas: 0n }),
      () => ({ to, gas, maxFeePerGas: baseFee, maxPriorityFeePerGas: baseFee }),
      () => ({ to, gas, maxFeePerGas: baseFee + 7n, maxPriorityFeePerGas: 7n }),
      () => ({ to, gas, maxFeePerGas: baseFee - 1n, maxPriorityFeePerGas: 0n }),
      () => ({ to, gas, maxFeePerGas: 1000n * GWEI, maxPriorityFeePerGas: 3n }),
      () => ({ to, gas, type: 'legacy', gasPrice: baseFee }),
      () => ({ to, gas, type: 'legacy', gasPrice: baseFee - 1n }),
      () => ({ to, gas, type: 'eip2930', gasPrice: baseFee, accessList: [] }),
    ])();
  },

  'more than the balance': async (context) => {
    const { draw, baseFee } = context;
    const balance = await context.balance(SENDERS - 1);
    const fee = 21_000n * (baseFee + 5n);
    const more = draw.below(2);
    return {
      to: fresh(4),
      gas: 21_000n,
      // It sends one coin each time, so that the account does not become empty at once.
      value: more === 1 ? balance - fee + 1n : COIN,
      maxFeePerGas: baseFee + 5n,
      maxPriorityFeePerGas: 5n,
    };
  },

  'gas at an edge': ({ draw, sink }) => {
    const data = hex(new Uint8Array(draw.below(300)).fill(draw.below(2)));
    return draw.one<() => Wish['tx']>([
      () => ({ to: fresh(5), gas: 20_999n }),
      () => ({ to: fresh(5), gas: 21_000n }),
      () => ({ to: fresh(5), data, gas: 25_000n }),
      () => ({ to: undefined, data: '0x', gas: 53_000n }),
      () => ({ to: undefined, data: '0x', gas: 52_999n }),
      () => ({ to: sink, data: sinkCall('set', 1n, 1n), gas: 16_777_216n }),
      () => ({ to: sink, data: sinkCall('set', 1n, 1n), gas: 16_777_217n }),
      () => ({ to: undefined, data: hex(new Uint8Array(49_152 + draw.below(2))), gas: 5_000_000n }),
    ])();
  },

  'an old nonce': async (context) => ({ to: fresh(5), gas: 21_000n, nonce: Math.max(0, (await context.nonce(0)) - 1) }),
};

/** Sender of kinds that need a certain one. */
const SENDER_OF: Readonly<Record<string, number>> = { 'more than the balance': SENDERS - 1, 'an old nonce': 0 };

/** Weights of the kinds; the default is 2. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'call of Solidity': 6,
  'a program': 6,
  deploy: 3,
  'call of a created contract': 3,
  precompile: 6,
  create2: 3,
  authorization: 3,
};
const BAG = Object.keys(KINDS).flatMap((kind) => Array.from({ length: WEIGHTS[kind] ?? 2 }, () => kind));

export async function drawCase(context: CaseContext): Promise<Wish> {
  const kind = context.draw.one(BAG);
  const from = SENDER_OF[kind] ?? context.draw.below(SENDERS - 1);
  const tx = await (KINDS[kind] as Kind)(context);
  return { kind, from, tx: kind === 'call of Solidity' ? { to: context.sink, gas: gasFor(context.draw), ...tx } : tx };
}

export const KIND_NAMES = Object.keys(KINDS);
