/**
 * Generates a persistent chain of any number of blocks from a seed. It contains contracts that run every kind of code,
 * every type of transaction, failures, dev transactions, impersonation, and some calls of precompiles.
 */
import fc from 'fast-check';
import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, type TransactionSerializable } from 'viem';
import { createDevnet, type Devnet, type MachineKind } from '../../src/devnet/index.js';
import { to0x } from '../../src/kernel/hex.js';
import { SINK_CODE } from '../app/support/contracts.js';
import { step } from '../app/support/steps.js';
import { TOKEN } from '../app/support/tokens.js';
import { authorize, COIN, type Dev, dev, GWEI, signExactly } from '../app/support/wallet.js';
import { OBSERVATORY, observatoryCall } from './devnets/observatory.js';

export interface GeneratedChain {
  readonly home: string;
  readonly seed: number;
  readonly blocks: number;
  readonly machine?: MachineKind;
}

/** Sends first, so that its contracts have known addresses. */
const FOUNDER = dev(9);
const [SINK, TOKEN_AT, OBSERVATORY_AT] = [0n, 1n, 2n].map((nonce) =>
  getContractAddress({ from: FOUNDER.address, nonce }),
) as [Hex, Hex, Hex];
const FEE_COLLECTOR = '0xf1829676DB577682E944fc3493d451B67Ff3E29F';
const STAKING = '0x0000000000000000000000000000000000000800';
const GAS = 2_000_000n;
const [MAX_FEE, TIP] = [20n * GWEI, GWEI];
const RICH = 1000n * COIN;
/** Pushes, arithmetic, memory, storage and logs: operations that rarely stop a run at once. */
const PLAIN_OPS = [
  0x01, 0x02, 0x03, 0x04, 0x06, 0x0b, 0x10, 0x16, 0x1b, 0x20, 0x30, 0x31, 0x3a, 0x51, 0x52, 0x54, 0x55,
];

interface Fields {
  readonly to?: Hex;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas: bigint;
  /** Replaces the two prices of EIP-1559. */
  readonly gasPrice?: bigint;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
}
/** One transaction, or a change by a dev method. */
type Act =
  | { readonly type: 'send'; readonly from: number; readonly fields: Fields }
  | { readonly type: 'delegate'; readonly from: number; readonly authority: number; readonly to: Hex }
  | { readonly type: 'pretend'; readonly who: Hex; readonly to: Hex }
  | { readonly type: 'dev transaction'; readonly method: string; readonly params: readonly unknown[] };

const who = fc.integer({ min: 0, max: 4 });
const hex = fc.uint8Array({ maxLength: 80 }).map((bytes) => to0x(bytes) as Hex);
/** Draws an account that can be impersonated. */
const actor = fc.oneof(
  fc.nat(19).map((n) => dev(n).address as Hex),
  fc.constantFrom(SINK, TOKEN_AT, OBSERVATORY_AT),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => to0x(bytes) as Hex),
);
const address = fc.oneof(
  { weight: 3, arbitrary: actor },
  { weight: 1, arbitrary: fc.nat(30).map((n) => `0x${(n + 1).toString(16).padStart(40, '0')}` as Hex) },
  { weight: 1, arbitrary: fc.constant(FEE_COLLECTOR as Hex) },
);
const wei = fc.constantFrom(0n, 1n, COIN / 100n);
const number = fc.bigInt(0n, 300n);
const program = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.nat(255).map((n) => [0x60, n]) },
      { weight: 4, arbitrary: fc.constantFrom(...PLAIN_OPS).map((op) => [op]) },
      { weight: 1, arbitrary: fc.nat(255).map((op) => [op]) },
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((ops) => to0x(Uint8Array.from(ops.flat())) as Hex);

const send = (from: number, fields: Fields): Act => ({ type: 'send', from, fields });
const call = (to: Hex, data: fc.Arbitrary<Hex>, value: fc.Arbitrary<bigint> = fc.constant(0n)): fc.Arbitrary<Act> =>
  fc
    .tuple(who, data, value, fc.constantFrom(GAS, 90_000n, 60_000n))
    .map(([from, input, paid, gas]) => send(from, { to, data: input, value: paid, gas }));

const observe = fc.oneof(
  fc.tuple(address, fc.bigInt(1n, 300n)).map((args) => observatoryCall('look', ...args)),
  fc.tuple(address, hex).map((args) => observatoryCall('borrow', ...args)),
  fc.tuple(address, wei, fc.bigInt(0n, 100_000n), hex).map((args) => observatoryCall('call', ...args)),
  hex.map((text) => observatoryCall('speak', text)),
  fc.tuple(number, fc.bigInt(0n, 30n), number).map((args) => observatoryCall('paint', ...args)),
  fc.tuple(number, fc.bigInt(0n, 60n)).map((args) => observatoryCall('fold', ...args)),
  fc
    .tuple(program, hex, fc.boolean())
    .map(([code, salt, at]) => observatoryCall('raise', code, `0x${salt.slice(2, 66).padEnd(64, '0')}`, at)),
  hex.map((why) => observatoryCall('tear', why)),
);
const token = fc.oneof(
  fc.tuple(address, fc.bigInt(0n, 2_000n)).map((args) => tokenCall('transfer', ...args)),
  fc.tuple(address, number).map((args) => tokenCall('mint', ...args)),
  fc.tuple(address, number).map((args) => tokenCall('approve', ...args)),
  fc
    .tuple(
      who.map((n) => dev(n).address),
      address,
      number,
    )
    .map((args) => tokenCall('transferFrom', ...args)),
);

const tokenCall = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: TOKEN.abi, functionName, args });

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 30,
    arbitrary: step.map(({ who: from, action, gas, accessList }) =>
      send(from, { to: SINK, ...action, gas, accessList }),
    ),
  },
  { weight: 15, arbitrary: call(TOKEN_AT, token) },
  { weight: 25, arbitrary: call(OBSERVATORY_AT, observe, wei) },
  {
    weight: 8,
    arbitrary: fc.tuple(who, program, wei).map(([from, data, value]) => send(from, { data, value, gas: 300_000n })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(who, wei).map(([from, value]) => send(from, { data: OBSERVATORY.bytecode, value, gas: GAS })),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(who, address, wei, hex)
      .map(([from, to, value, data]) => send(from, { to, value, data, gas: 100_000n })),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        who,
        fc.constantFrom(undefined, [{ address: SINK, storageKeys: [`0x${'00'.repeat(32)}` as Hex] }]),
        observe,
      )
      .map(([from, accessList, data]) =>
        send(from, { to: OBSERVATORY_AT, data, gas: GAS, gasPrice: MAX_FEE, ...(accessList && { accessList }) }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        who,
        fc.integer({ min: 14, max: 17 }),
        fc.constantFrom(SINK, OBSERVATORY_AT, `0x${'00'.repeat(20)}` as Hex),
      )
      .map(([from, authority, to]) => ({ type: 'delegate', from, authority, to }) as const),
  },
  { weight: 1, arbitrary: call(STAKING, hex) },
  {
    weight: 1,
    arbitrary: fc.tuple(actor, address).map(([from, to]) => ({ type: 'pretend', who: from, to }) as const),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(actor, wei).map(([of, value]) => sendDevTx('hardhat_setBalance', of, toQuantity(RICH + value))),
  },
  {
    weight: 1,
    arbitrary: number.map((slot) =>
      sendDevTx('hardhat_setStorageAt', OBSERVATORY_AT, toQuantity(slot), `0x${'ab'.repeat(32)}`),
    ),
  },
);

const sendDevTx = (method: string, ...params: readonly unknown[]): Act => ({ type: 'dev transaction', method, params });
const toQuantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** Generates the chain in its home folder, and closes it. */
export async function generateChain({ home, seed, blocks, machine }: GeneratedChain): Promise<void> {
  await using devnet = await createDevnet({
    home,
    seed: `generated ${seed}`,
    miningMode: 'manual',
    order: 'fifo',
    ...(machine && { machine }),
  });
  const generator = new Generator(devnet);
  await generator.found();
  const plan = fc.sample(fc.array(act, { maxLength: 4 }), { seed, numRuns: blocks - Number(devnet.height) });
  for (const acts of plan) {
    for (const one of acts) await generator.perform(one);
    await devnet.mine();
  }
}

class Generator {
  constructor(private readonly devnet: Devnet) {}

  async found(): Promise<void> {
    const { abi, bytecode } = TOKEN;
    const codes = [
      SINK_CODE,
      encodeDeployData({ abi, bytecode, args: ['Token', 'TKN', 18, 10n ** 24n] }),
      OBSERVATORY.bytecode,
    ];
    for (const data of codes)
      await this.#send(FOUNDER, { data, gas: 5_000_000n, value: data === codes[1] ? 0n : COIN });
    await this.devnet.mine();
  }

  async perform(one: Act): Promise<void> {
    switch (one.type) {
      case 'send':
        return this.#send(dev(one.from), one.fields);
      case 'delegate':
        return this.#delegate(one.from, one.authority, one.to);
      case 'pretend':
        return this.#pretend(one.who, one.to);
      case 'dev transaction':
        await this.#ask(one.method, ...one.params);
    }
  }

  /** The node signs, which takes a twentieth of the time. */
  async #send({ address: from }: Dev, { value = 0n, gas, gasPrice, ...fields }: Fields): Promise<void> {
    const price = gasPrice === undefined ? { maxFeePerGas: MAX_FEE, maxPriorityFeePerGas: TIP } : { gasPrice: MAX_FEE };
    const amounts = Object.entries({ value, gas, ...price }).map(([name, amount]) => [name, toQuantity(amount)]);
    await this.#ask('eth_sendTransaction', { from, ...fields, ...Object.fromEntries(amounts) });
  }

  /** Uses the nonce of the latest block, so that the authorization is valid once in the next block. */
  async #delegate(from: number, index: number, to: Hex): Promise<void> {
    const authority = dev(index);
    const nonce = Number(await this.#ask('eth_getTransactionCount', authority.address, 'latest'));
    const sender = dev(from);
    const tx: TransactionSerializable = {
      type: 'eip7702',
      chainId: 31337,
      nonce: Number(await this.#ask('eth_getTransactionCount', sender.address, 'pending')),
      to: authority.address,
      gas: 400_000n,
      maxFeePerGas: MAX_FEE,
      maxPriorityFeePerGas: TIP,
      data: observatoryCall('look', authority.address, 2n),
      authorizationList: [
        await authorize(authority, { chainId: 31337, address: to, nonce }),
        await authorize(dev(13), { chainId: 1, address: to, nonce: 0 }),
      ],
    };
    await this.#raw(await signExactly(sender, tx));
  }

  async #pretend(from: Hex, to: Hex): Promise<void> {
    await this.#ask('hardhat_setBalance', from, toQuantity(RICH));
    await this.#ask('hardhat_impersonateAccount', from);
    await this.#ask('eth_sendTransaction', {
      from,
      to,
      value: '0x1',
      gas: '0x30000',
      gasPrice: toQuantity(MAX_FEE),
    });
    await this.#ask('hardhat_stopImpersonatingAccount', from);
  }

  async #raw(raw: Uint8Array): Promise<void> {
    await this.#ask('eth_sendRawTransaction', to0x(raw));
  }

  #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.devnet.provider.request({ method, params });
  }
}
