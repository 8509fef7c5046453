/** Tests that the mempool rechecks only transactions whose result may differ. The reference model rechecks all. */
import fc from 'fast-check';
import type { Address, Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { Mempool, type MempoolSnapshot } from '../../../src/mempool/mempool.js';
import { contentOf as poolContentOf } from '../../../src/mempool/pooled_tx.js';
import { readGenesis } from '../../app/support/chain.js';
import { SINK_CODE, sinkCall } from '../../app/support/contracts.js';
import { authorize, COIN, type Dev, dev, GWEI, signExactly } from '../../app/support/wallet.js';
import { draws } from '../../support/draws.js';
import { NodeUnderTest } from '../node_kit.js';

beforeAll(installFastCrypto);

const SENDERS = 4;
const CHAIN_ID = 31337;
const FEES = { maxFeePerGas: 10n * GWEI, maxPriorityFeePerGas: GWEI } as const;

const who = fc.nat(SENDERS - 1);
/** Distance from the sender's committed nonce. */
const ahead = fc.constantFrom(0, 0, 0, 1, 1, 2, 4);
/** Each account has 10,000 coins at first, so several of the larger amounts are too many. */
const coins = fc.constantFrom(0n, 1n, 2500n, 4000n, 7000n);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('transfer' as const),
      from: who,
      to: who,
      ahead,
      coins,
      cheap: fc.boolean(),
    }),
  },
  /** The contract pays: the sender's own transaction does not show whose balance changes. */
  { weight: 2, arbitrary: fc.record({ type: fc.constant('pay' as const), from: who, to: who, ahead }) },
  /** The authority's nonce increases in another account's transaction, and it gets code. */
  { weight: 2, arbitrary: fc.record({ type: fc.constant('authorize' as const), from: who, authority: who, ahead }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('mine' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('snapshot' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('revert' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Manual chain with a contract that holds coins, and a second mempool that rechecks everything. */
class StateScenario {
  readonly model = new Mempool();
  readonly #snapshots: { readonly id: number; readonly model: MempoolSnapshot }[] = [];

  private constructor(
    readonly under: NodeUnderTest,
    readonly sink: Bytes,
  ) {}

  static async start(): Promise<StateScenario> {
    const under = await NodeUnderTest.start({ miningMode: 'manual', validators: 1 });
    const scenario = new StateScenario(under, createAddress(dev(9).bytes, 0n));
    const creation = { type: 'eip1559', chainId: CHAIN_ID, nonce: 0, gas: 3_000_000n, ...FEES } as const;
    await scenario.send(await signExactly(dev(9), { ...creation, data: SINK_CODE, value: 9000n * COIN }));
    await scenario.mine();
    return scenario;
  }

  get pool(): Mempool {
    return this.under.chain.pool;
  }

  async send(raw: Bytes): Promise<void> {
    const { app } = this.under.chain;
    const wrapped = app.wrap(raw);
    if (wrapped.type === 'refused') throw new Error(wrapped.log);
    const { tx } = wrapped;
    const hash = txHash(tx);
    if (this.model.precheck(tx, hash) === undefined) this.model.add(tx, hash, await app.checkTx({ tx, type: 'new' }));
    await this.under.node.evmBackend.sendRaw(raw);
  }

  async mine(): Promise<void> {
    const { app, blockStore } = this.under.chain;
    await this.under.mine();
    const block = blockStore.block(blockStore.height)?.block;
    const results = blockStore.results(blockStore.height)?.txResults;
    if (block === undefined || results === undefined) throw new Error('no block');
    for (const { tx, hash } of this.model.update(block.txs, results))
      this.model.rechecked(hash, await app.checkTx({ tx, type: 'recheck' }));
  }

  async run(step: Step): Promise<void> {
    switch (step.type) {
      case 'transfer':
        return this.#transfer(step);
      case 'pay':
        return this.#pay(step);
      case 'authorize':
        return this.#authorize(step);
      case 'mine':
        return this.mine();
      case 'snapshot':
        this.#snapshots.push({ id: await this.under.node.snapshots.take(), model: this.model.snapshot() });
        return;
      case 'revert': {
        const last = this.#snapshots.pop();
        if (last === undefined) return;
        await this.under.node.snapshots.revert(last.id);
        this.model.restore(last.model);
        this.model.release(last.model);
      }
    }
  }

  #nonce(of: Dev, more: number): number {
    const { evmBackend } = this.under.node;
    return Number(evmBackend.nonce(of.bytes, evmBackend.head())) + more;
  }

  async #transfer({ from, to, ahead, coins, cheap }: Extract<Step, { type: 'transfer' }>): Promise<void> {
    const tx = { chainId: CHAIN_ID, nonce: this.#nonce(dev(from), ahead), gas: 21_000n, to: dev(to).address } as const;
    const fees = cheap ? { maxFeePerGas: GWEI / 2n, maxPriorityFeePerGas: 1n } : FEES;
    await this.send(await signExactly(dev(from), { type: 'eip1559', ...tx, ...fees, value: coins * COIN }));
  }

  async #pay({ from, to, ahead }: Extract<Step, { type: 'pay' }>): Promise<void> {
    const tx = { chainId: CHAIN_ID, nonce: this.#nonce(dev(from), ahead), gas: 200_000n, ...FEES } as const;
    const data = sinkCall('pay', dev(to).address, 3000n * COIN);
    await this.send(await signExactly(dev(from), { type: 'eip1559', ...tx, to: to0x(this.sink) as Address, data }));
  }

  async #authorize({ from, authority, ahead }: Extract<Step, { type: 'authorize' }>): Promise<void> {
    const nonce = this.#nonce(dev(authority), from === authority ? 1 : 0);
    const authorizationList = [
      await authorize(dev(authority), { address: to0x(this.sink) as Address, chainId: CHAIN_ID, nonce }),
    ];
    const tx = { chainId: CHAIN_ID, nonce: this.#nonce(dev(from), ahead), gas: 200_000n, ...FEES } as const;
    await this.send(await signExactly(dev(from), { type: 'eip7702', ...tx, to: dev(8).address, authorizationList }));
  }
}

/** Returns the senders with their nonces, which of them could run, and the order in which a block would take them. */
const contentOf = (pool: Mempool): unknown => ({
  workers: pool
    .content()
    .map(poolContentOf)
    .map(({ sender, pending, queued }) => ({ sender, pending: keys(pending), queued: keys(queued) }))
    .sort((a, b) => (a.sender < b.sender ? -1 : 1)),
  arrivals: keys([...pool.all()]),
  next: Array.from({ length: SENDERS }, (_, i) => pool.nextNonce(toHex(dev(i).bytes))),
  order: keys(pool.waiting(GWEI, 1000)),
  counts: [pool.size, pool.bytes, pool.executable, pool.queued],
});
const keys = (entries: readonly { readonly key: string }[]): string[] => entries.map(({ key }) => key);

describe('the mempool after a block', () => {
  it('has the same content as after a recheck of all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const scenario = await StateScenario.start();
        for (const one of steps) {
          await scenario.run(one);
          expect(contentOf(scenario.pool)).toEqual(contentOf(scenario.model));
        }
        await scenario.under.close();
      }),
      { numRuns: draws(25) },
    );
  });

  it('rechecks only senders whose account the block has changed', async () => {
    const { under, ...scenario } = await quiet();
    const asked: string[] = [];
    const { app } = under.chain;
    const checkTx = app.checkTx.bind(app);
    app.checkTx = (request) => {
      if (request.type === 'recheck') asked.push(app.transaction(request.tx)?.sender ?? '');
      return checkTx(request);
    };
    await scenario.transfer(0, dev(1).address, 0);
    await under.mine();
    expect(asked).toEqual([dev(0), dev(1)].map(({ bytes }) => toHex(bytes)));
  });

  it('drops what its sender can no longer pay, after another transaction spent its coins', async () => {
    const { under, ...scenario } = await quiet();
    // Account 3 lets any account spend its coins, and another account's transaction makes its pooled one invalid.
    const hash = await scenario.transfer(3, dev(4).address, 1, 9000n * COIN);
    const authorizationList = [await authorize(dev(3), { address: SPENDER, chainId: CHAIN_ID, nonce: 0 })];
    const tx = { type: 'eip7702', chainId: CHAIN_ID, nonce: 0, gas: 200_000n, ...FEES, to: dev(3).address } as const;
    const spent = await under.node.evmBackend.sendRaw(await signExactly(dev(0), { ...tx, authorizationList }));
    expect(spent.type).toBe('accepted');
    await under.mine();
    expect(under.node.evmBackend.balance(dev(3).bytes, under.height)).toBe(0n);
    expect(under.chain.pool.byEthereumHash(hash)).toBeUndefined();
  });
});

/** Address of code in the genesis below. It sends all coins of the account for which it runs to the zero address. */
const SPENDER: Address = '0x00000000000000000000000000000000000e0d00';
const SPEND_ALL = '0x5f5f5f5f475f5af100';

function withSpender(): unknown {
  const genesis = readGenesis();
  genesis.app_state['evm'].accounts.push({ address: SPENDER, code: SPEND_ALL });
  return genesis;
}

/** Four senders each have a transaction that waits for an earlier nonce. */
async function quiet() {
  const under = await NodeUnderTest.start({ miningMode: 'manual', validators: 1, genesis: withSpender() });
  const transfer = async (from: number, to: Hex, nonce: number, value = 1n): Promise<Bytes> => {
    const tx = { type: 'eip1559', chainId: CHAIN_ID, nonce, gas: 21_000n, ...FEES, to, value } as const;
    const sent = await under.node.evmBackend.sendRaw(await signExactly(dev(from), tx));
    if (sent.type !== 'accepted') throw new Error(sent.type);
    return sent.hash;
  };
  for (let i = 0; i < SENDERS; i++) await transfer(i, dev(7).address, 2);
  return { under, transfer };
}
