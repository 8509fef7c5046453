/**
 * Compares our state transition with `runTx` of @ethereumjs/vm and its own state manager. The same transactions must
 * use the same gas, and return and log the same. They must leave the same accounts, code and storage. Only the receiver
 * of the fee differs on purpose.
 */
import { createBlock } from '@ethereumjs/block';
import { Common, Mainnet } from '@ethereumjs/common';
import { createTxFromRLP } from '@ethereumjs/tx';
import { Account, Address } from '@ethereumjs/util';
import { createVM, runTx, type VM } from '@ethereumjs/vm';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { KZG_OF_CALLS } from '../../src/evm/ethereumjs/common.js';
import { HARDFORK } from '../../src/evm/hardfork.js';
import { type Bytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { fromHex, to0x, toHex } from '../../src/kernel/hex.js';
import { draws } from '../support/draws.js';
import { TestChain } from './support/chain.js';
import { SINK_CODE, sinkCall } from './support/contracts.js';
import { bytes, reachable, signStep, step, wei } from './support/steps.js';
import { authorize, COIN, dev, devs, GWEI, sign, signExactly } from './support/wallet.js';

beforeAll(installFastCrypto);

/** The library has no KZG implementation; ours has published vectors (`test/crypto/curves/kzg.test.ts`). */
const customCrypto = { kzg: KZG_OF_CALLS };
const common = new Common({ chain: { ...Mainnet, chainId: 31337 }, hardfork: HARDFORK, customCrypto });

class Oracle {
  private constructor(private readonly vm: VM) {}

  static async open(): Promise<Oracle> {
    const vm = await createVM({ common });
    for (const { bytes } of devs) await vm.stateManager.putAccount(new Address(bytes), new Account(0n, 10_000n * COIN));
    return new Oracle(vm);
  }

  /** Runs `raw` in the block that our chain has just executed. */
  async run(raw: Bytes, chain: TestChain) {
    const context = chain.app.evm.context(chain.height);
    const block = createBlock(
      {
        header: {
          number: context.number,
          timestamp: context.timestamp,
          coinbase: new Address(context.coinbase),
          gasLimit: context.gasLimit,
          baseFeePerGas: context.baseFeePerGas,
          mixHash: context.prevRandao,
        },
      },
      { common, skipConsensusFormatValidation: true },
    );
    const { execResult, totalGasSpent } = await runTx(this.vm, { tx: createTxFromRLP(raw, { common }), block });
    return {
      gasUsed: totalGasSpent,
      success: execResult.exceptionError === undefined,
      ret: execResult.returnValue,
      logs: (execResult.logs ?? []).map(([address, topics, data]) => ({ address, topics, data })),
    };
  }

  async account(address: Bytes) {
    const account = await this.vm.stateManager.getAccount(new Address(address));
    return (
      account && {
        nonce: account.nonce,
        balance: account.balance,
        code: toHex(account.codeHash),
        storage: toHex(account.storageRoot),
      }
    );
  }
}

function ourAccount(chain: TestChain, address: Bytes) {
  const { account, storageHash } = chain.app.evm.proof(address, [], chain.height);
  return (
    account && {
      nonce: account.nonce,
      balance: account.balance,
      code: toHex(account.codeHash),
      storage: toHex(storageHash),
    }
  );
}

/** Runs `raw` in both implementations and compares all results. */
async function compare(chain: TestChain, oracle: Oracle, raw: Bytes, watched: Iterable<Bytes>): Promise<void> {
  const { outcomes, results } = await chain.mine(raw);
  const [ours] = outcomes;
  if (ours === undefined) throw new Error(results[0]?.log);
  const theirs = await oracle.run(raw, chain);
  expect({ gasUsed: ours.gasUsed, success: ours.vmError === '', logs: ours.logs }).toEqual({
    gasUsed: theirs.gasUsed,
    success: theirs.success,
    logs: theirs.logs,
  });
  if (ours.vmError === '' || ours.vmError === 'execution reverted') expect(ours.ret).toEqual(theirs.ret);
  for (const address of watched)
    expect([to0x(address), ourAccount(chain, address)]).toEqual([to0x(address), await oracle.account(address)]);
}

describe('our state transition', () => {
  it('has the same results as runTx for any history of calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (history) => {
        const chain = await TestChain.open();
        const oracle = await Oracle.open();
        const contract = createAddress(dev(0).bytes, 0n);
        const watched = reachable(contract);
        await compare(chain, oracle, await sign(chain, dev(0), { data: SINK_CODE, value: COIN }), watched);
        for (const one of history) await compare(chain, oracle, await signStep(chain, contract, one), watched);
      }),
      { numRuns: draws(25) },
    );
  });

  it('has the same results as runTx for any code', async () => {
    // Random bytes rarely run far; opcodes with drawn stack items do.
    const op = fc.oneof(
      { weight: 3, arbitrary: fc.nat(255).map((n) => [0x60, n]) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          [0x5f],
          [0x80],
          [0x81],
          [0x90],
          [0x50],
          [0x58],
          [0x5a],
          [0x30],
          [0x33],
          [0x34],
          [0x59],
          [0x5b],
        ),
      },
      { weight: 5, arbitrary: fc.nat(255).map((n) => [n]) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(op, { maxLength: 40 }), { minLength: 1, maxLength: 4 }),
        bytes,
        wei,
        async (codes, data, value) => {
          const contracts = codes.map((code, i) => ({
            address: to0x(new Uint8Array(20).fill(0xc0 + i)),
            code: to0x(Uint8Array.from(code.flat())),
          }));
          const chain = await TestChain.open();
          const oracle = await Oracle.open();
          const watched = devs.map((one) => one.bytes);
          for (const { code } of contracts) {
            // Builds an init code that returns the code: PUSH2 length, DUP1, PUSH1 11, PUSH0, CODECOPY, PUSH0, RETURN.
            const body = fromHex(code);
            const init = Uint8Array.from([
              0x61,
              body.length >> 8,
              body.length & 255,
              0x80,
              0x60,
              10,
              0x5f,
              0x39,
              0x5f,
              0xf3,
              ...body,
            ]);
            const target = createAddress(dev(0).bytes, chain.nonce(dev(0).bytes));
            watched.push(target);
            await compare(chain, oracle, await sign(chain, dev(0), { data: to0x(init) as Hex }), watched);
            await compare(
              chain,
              oracle,
              await sign(chain, dev(1), { to: target, data, value, gas: 300_000n }),
              watched,
            );
          }
        },
      ),
      { numRuns: draws(60) },
    );
  });

  it('has the same results as runTx for authorizations (EIP-7702)', async () => {
    const chain = await TestChain.open();
    const oracle = await Oracle.open();
    const setup = await sign(chain, dev(0), { data: SINK_CODE });
    await compare(chain, oracle, setup, []);
    const contract = createAddress(dev(0).bytes, 0n);
    const fresh = dev(9);
    const watched = [...devs.map((one) => one.bytes), contract];
    const delegate = async (
      sender: number,
      authority: number,
      to: Bytes,
      wish: { nonce: number; chainId?: number },
      input: Hex,
    ) =>
      signExactly(dev(sender), {
        type: 'eip7702',
        chainId: 31337,
        nonce: Number(chain.nonce(dev(sender).bytes)),
        to: dev(authority).address,
        gas: 300_000n,
        maxFeePerGas: 10n * GWEI,
        maxPriorityFeePerGas: GWEI,
        data: input,
        authorizationList: [
          await authorize(dev(authority), { chainId: 31337, address: to0x(to) as Hex, ...wish }),
          await authorize(dev(5), { chainId: 1, address: to0x(to) as Hex, nonce: 0 }),
        ],
      });
    const set = sinkCall('set', 3n, 4n);
    await compare(chain, oracle, await delegate(1, 9, contract, { nonce: 0 }, set), watched);
    expect(chain.app.evm.code(fresh.bytes, chain.height)).toHaveLength(23);
    expect(chain.app.evm.at(chain.height).account(fresh.bytes)?.nonce).toBe(1n);
    await compare(chain, oracle, await sign(chain, dev(2), { to: fresh.address, data: set }), watched);
    await compare(chain, oracle, await sign(chain, fresh, { to: dev(3).address, value: 1n }), watched);
    // The authorizations have a wrong nonce, chain 0, the sender itself, and the end of the delegation.
    await compare(chain, oracle, await delegate(1, 9, contract, { nonce: 77 }, set), watched);
    await compare(chain, oracle, await delegate(1, 8, contract, { nonce: 0, chainId: 0 }, set), watched);
    await compare(chain, oracle, await delegate(7, 7, contract, { nonce: 1 }, set), watched);
    await compare(chain, oracle, await delegate(1, 9, new Uint8Array(20), { nonce: 2 }, '0x'), watched);
    expect(chain.app.evm.code(fresh.bytes, chain.height)).toEqual(EMPTY_BYTES);
  });

  it('has the same results as runTx for every transaction type', async () => {
    const chain = await TestChain.open();
    const oracle = await Oracle.open();
    const sinkAddress = createAddress(dev(0).bytes, 0n);
    await compare(chain, oracle, await sign(chain, dev(0), { data: SINK_CODE }), []);
    const legacy = {
      chainId: 31337,
      gas: 100_000n,
      gasPrice: 2n * GWEI,
      to: to0x(sinkAddress) as Hex,
      data: sinkCall('set', 1n, 2n),
    };
    const watched = [...devs.map((one) => one.bytes), sinkAddress];
    await compare(chain, oracle, await signExactly(dev(1), { ...legacy, type: 'legacy', nonce: 0 }), watched);
    const accessList = [{ address: legacy.to, storageKeys: [`0x${'00'.repeat(32)}` as Hex] }];
    await compare(
      chain,
      oracle,
      await signExactly(dev(1), { ...legacy, type: 'eip2930', nonce: 1, accessList }),
      watched,
    );
    // This is mostly calldata, so EIP-7623's floor decides.
    const padded = `0x${'ff'.repeat(2000)}` as Hex;
    await compare(
      chain,
      oracle,
      await signExactly(dev(1), {
        ...legacy,
        type: 'legacy',
        nonce: 2,
        to: dev(2).address,
        data: padded,
        gas: 200_000n,
      }),
      watched,
    );
  });
});
