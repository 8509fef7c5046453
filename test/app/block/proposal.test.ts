import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrepareProposalRequest, ProcessProposalRequest } from '../../../src/abci/application.js';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { TestChain } from '../support/chain.js';
import { COIN, type Dev, dev, GWEI, signExactly } from '../support/wallet.js';
import { withoutExtensions } from '../support/without_extensions.js';

beforeAll(installFastCrypto);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open();
});

const MANY = 10_000_000n;

async function tx(from: Dev, nonce: number, wish: object = {}): Promise<Bytes> {
  const plain = { chainId: 31337, gas: 21_000n, to: dev(1).address, maxFeePerGas: 2n * GWEI, maxPriorityFeePerGas: 1n };
  return chain.wrap(await signExactly(from, { ...plain, type: 'eip1559', nonce, ...wish }));
}

function prepareRequest(txs: readonly Bytes[], maxTxBytes: bigint): PrepareProposalRequest {
  const { hash: _, decidedLastCommit, ...rest } = chain.blockRequest(txs);
  return { ...rest, maxTxBytes, localLastCommit: withoutExtensions(decidedLastCommit) };
}

const prepare = async (txs: readonly Bytes[], maxTxBytes = MANY): Promise<number[]> => {
  const { txs: chosen } = await chain.app.prepareProposal(prepareRequest(txs, maxTxBytes));
  return chosen.map((one) => txs.indexOf(one));
};

async function accepts(txs: readonly Bytes[]): Promise<boolean> {
  const { decidedLastCommit, ...rest } = chain.blockRequest(txs);
  const request: ProcessProposalRequest = { ...rest, proposedLastCommit: decidedLastCommit };
  return (await chain.app.processProposal(request)).accept;
}

describe('a proposal', () => {
  it('retains the order of the mempool', async () => {
    expect(await prepare([await tx(dev(3), 0), await tx(dev(2), 0), await tx(dev(2), 1)])).toEqual([0, 1, 2]);
  });

  it('leaves out transactions whose nonces are not next', async () => {
    const txs = [
      await tx(dev(2), 1),
      await tx(dev(2), 0),
      await tx(dev(2), 1),
      await tx(dev(2), 3),
      await tx(dev(3), 0),
    ];
    expect(await prepare(txs)).toEqual([1, 2, 4]);
    await chain.block(await tx(dev(3), 0));
    expect(await prepare(txs)).toEqual([1, 2]);
  });

  it('leaves out transactions below the base fee, and those that follow them', async () => {
    expect(
      await prepare([await tx(dev(2), 0, { maxFeePerGas: 5n }), await tx(dev(2), 1), await tx(dev(3), 0)]),
    ).toEqual([2]);
  });

  it('leaves out transactions that their sender cannot pay for together', async () => {
    const half = { value: 6_000n * COIN };
    expect(await prepare([await tx(dev(2), 0, half), await tx(dev(2), 1, half), await tx(dev(3), 0, half)])).toEqual([
      0, 2,
    ]);
  });

  it('leaves out bytes that are no transaction', async () => {
    expect(await prepare([Uint8Array.of(1), await tx(dev(2), 0)])).toEqual([1]);
  });

  it('holds at most the gas of a block', async () => {
    const big = { gas: 16_000_000n };
    expect(
      await prepare([await tx(dev(2), 0, big), await tx(dev(3), 0, big), await tx(dev(2), 1), await tx(dev(3), 1)]),
    ).toEqual([0, 2]);
  });

  it('holds at most the requested bytes, counted as a block encodes them', async () => {
    const txs = await Promise.all(
      [0, 1, 2].map((nonce) => tx(dev(2), nonce, { data: `0x${'ab'.repeat(60 * nonce)}`, gas: 60_000n })),
    );
    const encoded = (count: number): bigint => {
      const data = new ProtoWriter();
      for (const one of txs.slice(0, count)) data.element(1, one);
      return BigInt(data.finish().length);
    };
    for (const count of [1, 2, 3]) {
      expect(await prepare(txs, encoded(count))).toHaveLength(count);
      expect(await prepare(txs, encoded(count) - 1n)).toHaveLength(count - 1);
    }
  });

  it('runs without a failure, whatever was pending', async () => {
    const waiting = fc.array(
      fc.record({
        from: fc.nat(2),
        nonce: fc.nat(3),
        gas: fc.constantFrom(21_000n, 9_000_000n),
        cap: fc.constantFrom(5n, 2n * GWEI),
      }),
      { maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(waiting, async (wishes) => {
        chain = await TestChain.open();
        const txs = await Promise.all(
          wishes.map(({ from, nonce, gas, cap }) =>
            tx(dev(from), nonce, { gas, maxFeePerGas: cap, maxPriorityFeePerGas: 1n, value: 1_000n * COIN }),
          ),
        );
        const { txs: chosen } = await chain.app.prepareProposal(prepareRequest(txs, MANY));
        expect(await accepts(chosen)).toBe(true);
        const { results } = await chain.block(...chosen);
        expect(results.map(({ code, log }) => [code, log])).toEqual(chosen.map(() => [0, '']));
      }),
      { numRuns: 25 },
    );
  });
});

describe('a proposed block', () => {
  it('is accepted with transactions that only the state shows to fail', async () => {
    expect(await accepts([])).toBe(true);
    expect(await accepts([await tx(dev(2), 5), await tx(dev(3), 0, { value: 10n ** 30n })])).toBe(true);
  });

  it('is refused with bytes that are no transaction', async () => {
    expect(await accepts([await tx(dev(2), 0), Uint8Array.of(1, 2, 3)])).toBe(false);
  });

  it('is refused with more gas than fits', async () => {
    const half = { gas: 15_000_000n };
    expect(await accepts([await tx(dev(2), 0, half), await tx(dev(3), 0, half)])).toBe(true);
    expect(await accepts([await tx(dev(2), 0, half), await tx(dev(3), 0, half), await tx(dev(4), 0)])).toBe(false);
  });

  it('has no gas limit when the consensus parameters have none', async () => {
    chain = await TestChain.open({ maxGas: -1n });
    const huge = { gas: 2n ** 40n };
    expect(await accepts([await tx(dev(2), 0, huge), await tx(dev(3), 0, huge)])).toBe(true);
    expect(chain.app.evm.context(0n).gasLimit).toBe(2n ** 64n - 1n);
  });
});
