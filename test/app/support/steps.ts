/** Draws histories of transactions to the contract that does a little of everything. */
import fc from 'fast-check';
import type { Hex } from 'viem';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import type { TestChain } from './chain.js';
import { sinkCall } from './contracts.js';
import { COIN, dev, devs, GWEI, signExactly } from './wallet.js';

const who = fc.integer({ min: 0, max: 4 });
const small = fc.nat(20).map(BigInt);
/** Draws new accounts, dev accounts and precompiles. */
const address = fc.oneof(
  fc.nat(5).map((n) => to0x(new Uint8Array(20).fill(0xa0 + n)) as Hex),
  who.map((n) => dev(n).address),
  fc.nat(12).map((n) => `0x${(n + 1).toString(16).padStart(40, '0')}` as Hex),
);
export const bytes = fc.uint8Array({ maxLength: 70 }).map((data) => to0x(data) as Hex);
const bool = fc.boolean();
export const wei = fc.oneof(fc.constant(0n), fc.constant(1n), fc.constant(COIN));

/** Draws calls of the contract that does a little of everything. */
const action: fc.Arbitrary<{ data: Hex; value?: bigint }> = fc.oneof(
  fc.tuple(small, small, wei).map(([k, v, value]) => ({ data: sinkCall('set', k, v), value })),
  fc.tuple(small, fc.nat(4).map(BigInt), fc.nat(1).map(BigInt)).map((args) => ({ data: sinkCall('setAll', ...args) })),
  fc.tuple(small, bytes).map((args) => ({ data: sinkCall('poke', ...args) })),
  fc.tuple(small).map((args) => ({ data: sinkCall('fail', ...args) })),
  fc.tuple(small, fc.nat(60_000).map(BigInt)).map((args) => ({ data: sinkCall('tryFail', ...args) })),
  fc
    .tuple(fc.oneof(small, fc.constant(13n)), bool, wei)
    .map(([s, die, v]) => ({ data: sinkCall('make', s, die, v), value: v })),
  fc.tuple(fc.nat(2), small, wei).map(([salt, seed, value]) => ({
    data: sinkCall('makeAt', `0x${salt.toString().padStart(64, '0')}`, seed),
    value,
  })),
  fc.tuple(small, address, wei).map(([s, to, value]) => ({ data: sinkCall('makeAndEnd', s, to), value })),
  address.map((to) => ({ data: sinkCall('endLast', to) })),
  fc.tuple(address, fc.oneof(wei, fc.constant(10n ** 24n))).map(([to, v]) => ({ data: sinkCall('pay', to, v) })),
  fc.nat(30).map((n) => ({ data: sinkCall('hash', BigInt(n)) })),
  bytes.map((data) => ({ data: sinkCall('precompiles', `0x${'11'.repeat(32)}`, data) })),
  small.map((v) => ({ data: sinkCall('flashy', v) })),
  small.map((key) => ({ data: sinkCall('readOnly', key) })),
  fc.nat(8).map((depth) => ({ data: sinkCall('dive', BigInt(depth)) })),
  bytes.map((data) => ({ data })),
);

const gas = fc.oneof(fc.constant(1_000_000n), fc.integer({ min: 60_000, max: 200_000 }).map(BigInt));
const accessed = fc.array(fc.record({ address, storageKeys: fc.constant([`0x${'00'.repeat(31)}07` as Hex]) }), {
  maxLength: 2,
});

export interface Step {
  readonly who: number;
  readonly action: { readonly data: Hex; readonly value?: bigint };
  readonly gas: bigint;
  readonly accessList: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
}

export const step: fc.Arbitrary<Step> = fc.record({ who, action, gas, accessList: accessed });

/** Signs the step as a transaction to `contract`; `ahead` transactions of the same sender are pending. */
export function signStep(
  chain: TestChain,
  contract: Bytes,
  { who: from, action: call, ...rest }: Step,
  ahead = 0,
): Promise<Bytes> {
  return signExactly(dev(from), {
    type: 'eip1559',
    chainId: 31337,
    nonce: Number(chain.nonce(dev(from).bytes)) + ahead,
    to: to0x(contract) as Hex,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
    ...rest,
    ...call,
  });
}

/** Lists every account that steps to `contract` can touch. */
export function reachable(contract: Bytes): Bytes[] {
  const found = [contract, ...devs.map((one) => one.bytes)];
  for (let n = 0n; n < 14n; n++) found.push(createAddress(contract, n));
  for (let n = 0; n < 6; n++) found.push(new Uint8Array(20).fill(0xa0 + n));
  for (let n = 1; n < 14; n++) found.push(fromHex(n.toString(16).padStart(40, '0')));
  return found;
}
