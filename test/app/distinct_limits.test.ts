/** Tests heights, fees and limits at their edges, on a chain in which no two of them are equal. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MsgSend } from '../../src/app/modules/bank/messages/MsgSend.js';
import { balanceOf } from '../../src/app/modules/bank/store.js';
import { readBlockGas } from '../../src/app/modules/feemarket/store.js';
import { bech32Address } from '../../src/app/types/address.js';
import { MsgSetBalance } from '../../src/codec/dev/accounts.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { DISTINCT, distinctBalance, distinctGenesis } from '../support/distinct_genesis.js';
import { TestChain } from './support/chain.js';
import { type CosmosWish, deliver, packed, signCosmos } from './support/cosmos.js';
import { type Dev, dev, GWEI, sign } from './support/wallet.js';
import { withoutExtensions } from './support/without_extensions.js';

beforeAll(installFastCrypto);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open({ genesis: 'distinct' });
});

const { initialHeight, enableHeight, blockGas, txGas, minGasPrice, baseFee, denom, prefix } = DISTINCT;
/** Tips more than the minimum gas price, so that it is enough without a base fee too. */
const TIP = { maxPriorityFeePerGas: 2n * GWEI };
const TRANSFER = { to: dev(1).address, gas: 21_000n, ...TIP };
const charged = (gas: bigint): bigint => (gas * DISTINCT.minGasPercent) / 100n;

const coins = (amount: bigint) => [{ denom, amount: `${amount}` }];
const moves = (from: Dev, amount = 5n) =>
  packed(MsgSend.message, {
    fromAddress: bech32Address(from.bytes, prefix),
    toAddress: bech32Address(dev(4).bytes, prefix),
    amount: coins(amount),
  });
const cosmos = (wish: CosmosWish = {}): Bytes => signCosmos(chain, dev(0), [moves(dev(0))], { gas: 200_000n, ...wish });

/** Returns why CheckTx refuses the transaction, or an empty string when it is admitted. */
async function refusal(tx: Bytes): Promise<string> {
  return (await chain.app.checkTx({ tx, type: 'new' })).log;
}
const refusalOfRaw = async (raw: Bytes): Promise<string> => (await chain.check(raw)).log;

async function blocksTo(height: bigint): Promise<void> {
  while (chain.height < height) await chain.block();
}

function numbersOf(value: unknown): string[] {
  if (typeof value === 'number') return [`${value}`];
  if (typeof value === 'string') return /^\d+(\.\d+)?s?$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

describe('the genesis of these tests', () => {
  it('has no value twice, and none of the development genesis', () => {
    const { app_state, ...engine } = distinctGenesis();
    const { bank, ...modules } = app_state;
    // Supplies are sums, and a denom's first unit has no digits in any chain.
    const amounts = bank.balances.flatMap((entry) => entry.coins.map(({ amount }) => amount));
    const none = new Set(['0']);
    const values = [...numbersOf(engine), ...numbersOf(modules), ...amounts].filter((value) => !none.has(value));
    expect(values.length).toBeGreaterThan(40);
    expect(values.filter((value, index) => values.indexOf(value) < index)).toEqual([]);
    const usual = new Set(numbersOf(developmentGenesis()));
    expect(values.filter((value) => usual.has(value))).toEqual([]);
  });

  it('gives each account and each denom its own amount', async () => {
    await chain.block();
    const { latest } = chain.state;
    expect([0, 1, 2, 3].map((index) => balanceOf(latest, dev(index).bytes, denom))).toEqual(
      [0, 1, 2, 3].map(distinctBalance),
    );
    expect(balanceOf(latest, dev(0).bytes, DISTINCT.otherDenom)).toBe(DISTINCT.otherAmount);
    expect(chain.app.params).toMatchObject({
      initialHeight,
      blockMaxGas: blockGas,
      txMaxGas: txGas,
      codeSizeLimit: DISTINCT.codeBytes,
      evmChainId: BigInt(DISTINCT.evmChainId),
    });
  });
});

describe('the base fee', () => {
  it('starts at its height with the value of the genesis, and then follows the gas of blocks', async () => {
    const fees: bigint[] = [];
    for (let height = initialHeight; height <= enableHeight; height++) {
      expect(chain.app.evm.nextBaseFee(height - 1n)).toBe(height < enableHeight ? 0n : baseFee);
      await chain.block();
      fees.push(chain.app.evm.context(height).baseFeePerGas);
    }
    expect(fees).toEqual([0n, 0n, 0n, 0n, baseFee]);
    const target = blockGas / DISTINCT.elasticity;
    const next = (fee: bigint, gas: bigint): bigint =>
      gas > target
        ? fee + (fee * (gas - target)) / target / DISTINCT.denominator
        : fee - (fee * (target - gas)) / target / DISTINCT.denominator;
    expect(chain.app.evm.nextBaseFee(chain.height)).toBe(next(baseFee, 0n));
    const expected = chain.app.evm.nextBaseFee(chain.height);
    await chain.mine(await sign(chain, dev(0), TRANSFER));
    expect(chain.app.evm.nextBaseFee(chain.height)).toBe(next(expected, 21_000n));
  });

  it('counts the charged share of the gas limits of transactions of both kinds', async () => {
    await chain.mine(await sign(chain, dev(0), { ...TRANSFER, gas: 1_000_000n }));
    expect(readBlockGas(chain.state.latest)).toBe(charged(1_000_000n));
    const [result] = await deliver(chain, cosmos({ gas: 3_000_000n, fee: 3_000_000n * 2n * GWEI }));
    expect(result?.code).toBe(0);
    expect(result?.gasUsed).toBeLessThan(charged(3_000_000n));
    expect(readBlockGas(chain.state.latest)).toBe(charged(3_000_000n));
    const both = [
      chain.wrap(await sign(chain, dev(1), { ...TRANSFER, gas: 1_000_000n })),
      cosmos({ gas: 3_000_000n, fee: 3_000_000n * 2n * GWEI }),
    ];
    await deliver(chain, ...both);
    expect(readBlockGas(chain.state.latest)).toBe(charged(4_000_000n));
    // The gas used counts when it exceeds the charged share.
    await chain.mine(
      await sign(chain, dev(0), TRANSFER),
      await sign(chain, dev(1), { data: '0xfe', gas: 90_000n, ...TIP }),
    );
    expect(readBlockGas(chain.state.latest)).toBe(111_000n);
  });

  it('goes to the fee collector with the tips of both kinds of transactions, in an event of the block', async () => {
    const price = 2n * GWEI;
    const wish = { ...TRANSFER, maxFeePerGas: price, maxPriorityFeePerGas: price };
    const fee = 200_000n * price;
    const request = chain.blockRequest([chain.wrap(await sign(chain, dev(1), wish)), cosmos({ gas: 200_000n, fee })]);
    const response = await chain.app.finalizeBlock(request);
    expect(response.txResults.map(({ code }) => code)).toEqual([0, 0]);
    const received = response.events.findLast(({ type }) => type === 'coin_received');
    expect(received?.attributes.find(({ key }) => key === 'amount')?.value).toBe(`${21_000n * price + fee}${denom}`);
  });
});

describe('the minimum gas price', () => {
  it('applies to the price that a transaction pays, not to its fee cap', async () => {
    const tipped = (tip: bigint) => ({ ...TRANSFER, maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: tip });
    // Without a base fee a transaction pays its tip alone.
    expect(await refusalOfRaw(await sign(chain, dev(0), tipped(minGasPrice)))).toBe('');
    const provided = (minGasPrice - 1n) * 21_000n;
    expect(await refusalOfRaw(await sign(chain, dev(0), tipped(minGasPrice - 1n)))).toContain(
      `provided fee < minimum global fee (${provided} < ${minGasPrice * 21_000n})`,
    );
  });

  it('applies to the fee of a Cosmos transaction until there is a base fee', async () => {
    const least = minGasPrice * 200_000n;
    expect(await refusal(cosmos({ fee: least }))).toBe('');
    expect(await refusal(cosmos({ fee: least - 1n }))).toContain(`(${least - 1n}${denom} < ${least}${denom})`);
    await blocksTo(enableHeight);
    const now = chain.app.evm.nextBaseFee(chain.height) * 200_000n;
    expect(await refusal(cosmos({ fee: now }))).toBe('');
    expect(await refusal(cosmos({ fee: now - 1n }))).toContain('gas prices too low');
  });

  it('can be a minimum tip of the node', async () => {
    const minTip = minGasPrice + 7n;
    chain = await TestChain.open({ genesis: 'distinct', minTip });
    const tipped = (tip: bigint) => ({ ...TRANSFER, maxFeePerGas: 50n * GWEI, maxPriorityFeePerGas: tip });
    expect(await refusalOfRaw(await sign(chain, dev(0), tipped(minTip)))).toBe('');
    expect(await refusalOfRaw(await sign(chain, dev(0), tipped(minTip - 1n)))).toBe(
      `transaction gas price below minimum: gas tip cap ${minTip - 1n}, minimum needed ${minTip}`,
    );
  });
});

describe('the gas limit', () => {
  it('of a transaction admits as much gas and no more', async () => {
    expect(await refusalOfRaw(await sign(chain, dev(0), { ...TRANSFER, gas: txGas }))).toBe('');
    expect(await refusalOfRaw(await sign(chain, dev(0), { ...TRANSFER, gas: txGas + 1n }))).toBe(
      `transaction gas limit too high (cap: ${txGas}, tx: ${txGas + 1n})`,
    );
    expect(await refusal(cosmos({ gas: txGas, fee: txGas * 2n * GWEI }))).toBe('');
    expect(await refusal(cosmos({ gas: txGas + 1n, fee: txGas * 3n * GWEI }))).toContain(`cap: ${txGas}`);
  });

  it('of a block is filled to its last unit, and not exceeded', async () => {
    const burn = (index: number, gas: bigint) => sign(chain, dev(index), { data: '0xfe', gas, ...TIP });
    const rest = blockGas - 2n * txGas;
    const raws = [await burn(0, txGas), await burn(1, txGas), await burn(2, rest + 1n), await burn(3, rest)];
    const txs = raws.map((raw) => chain.wrap(raw));
    const { hash: _, decidedLastCommit, ...about } = chain.blockRequest(txs);
    const request = { ...about, maxTxBytes: 1_000_000n, localLastCommit: withoutExtensions(decidedLastCommit) };
    const { txs: chosen } = await chain.app.prepareProposal(request);
    expect(chosen.map((tx) => txs.indexOf(tx as (typeof txs)[number]))).toEqual([0, 1, 3]);
    const { results } = await chain.block(...txs);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 11, 0]);
    expect(results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)).toBe(blockGas);
  });
});

describe('a Cosmos transaction', () => {
  it('is refused with a longer memo than the limit', async () => {
    expect(await refusal(cosmos({ memo: 'm'.repeat(DISTINCT.memoCharacters) }))).toBe('');
    expect(await refusal(cosmos({ memo: 'm'.repeat(DISTINCT.memoCharacters + 1) }))).toContain(
      `maximum number of characters is ${DISTINCT.memoCharacters} but received ${DISTINCT.memoCharacters + 1}`,
    );
  });

  it('is refused with more signatures than the limit', async () => {
    const signedBy = (count: number): Bytes => {
      const [from, ...more] = [0, 1, 2, 3, 5].map(dev).slice(0, count) as [Dev, ...Dev[]];
      const others = more.map((by) => ({ by }));
      return signCosmos(
        chain,
        from,
        [from, ...more].map((by) => moves(by)),
        { others },
      );
    };
    expect(await refusal(signedBy(DISTINCT.signatures))).toBe('');
    expect(await refusal(signedBy(DISTINCT.signatures + 1))).toContain(
      `signatures: ${DISTINCT.signatures + 1}, limit: ${DISTINCT.signatures}`,
    );
  });

  it('is proposed only when the sequence of each of its signers is next', async () => {
    const both = (sequence: bigint): Bytes =>
      signCosmos(chain, dev(0), [moves(dev(0)), moves(dev(1))], { others: [{ by: dev(1), sequence }] });
    const prepare = async (...txs: readonly Bytes[]): Promise<number> => {
      const { hash: _, decidedLastCommit, ...about } = chain.blockRequest(txs);
      const request = { ...about, maxTxBytes: 1_000_000n, localLastCommit: withoutExtensions(decidedLastCommit) };
      return (await chain.app.prepareProposal(request)).txs.length;
    };
    const first = chain.wrap(await sign(chain, dev(1), TRANSFER));
    expect([await prepare(both(0n)), await prepare(both(1n))]).toEqual([1, 0]);
    expect([await prepare(first, both(1n)), await prepare(first, both(0n))]).toEqual([2, 1]);
  });
});

describe('dev transactions at the head of a block', () => {
  const raise = (): void => chain.sendDevTx(MsgSetBalance, { address: dev(5).bytes, balance: 1n });

  it('do not count in the index of Ethereum transactions', async () => {
    raise();
    raise();
    const { results, request } = await chain.mine(
      await sign(chain, dev(0), TRANSFER),
      await sign(chain, dev(1), TRANSFER),
    );
    expect(request.txs).toHaveLength(4);
    const indexes = results.map(
      ({ events }) => events.flatMap(({ attributes }) => attributes).find(({ key }) => key === 'txIndex')?.value,
    );
    expect(indexes).toEqual(['0', '1']);
  });

  it('do not count in the limit of a block’s transactions', async () => {
    chain = await TestChain.open({ genesis: 'distinct', maxTransactions: 2 });
    raise();
    const raws = await Promise.all([0, 1, 2].map((index) => sign(chain, dev(index), TRANSFER)));
    const { hash: _, decidedLastCommit, ...about } = chain.blockRequest(raws.map((raw) => chain.wrap(raw)));
    const request = { ...about, txs: raws.map((raw) => chain.wrap(raw)), maxTxBytes: 1_000_000n };
    const { txs } = await chain.app.prepareProposal({
      ...request,
      localLastCommit: withoutExtensions(decidedLastCommit),
    });
    expect(txs).toHaveLength(3);
  });
});
