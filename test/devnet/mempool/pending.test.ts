/**
 * Tests that `pending` is the next block, also when transactions are added, replaced or dropped, and after dev
 * transactions.
 */
import fc from 'fast-check';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmBlock } from '../../../src/backend/evm/block.js';
import { MsgSetBalance } from '../../../src/codec/dev/accounts.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { COUNTER_CREATION } from '../../support/counter.js';
import { NodeUnderTest } from '../node_kit.js';

const GWEI = 10n ** 9n;
const owners = DEVELOPMENT_ACCOUNTS.slice(0, 4).map(({ privateKey }) =>
  privateKeyToAccount(privateKey as `0x${string}`),
);
const address = (i: number): `0x${string}` => (owners[i] as (typeof owners)[number]).address;

class Bench {
  constructor(readonly node: NodeUnderTest) {}

  static async start(): Promise<Bench> {
    return new Bench(await NodeUnderTest.open({ seed: 'pending', miningMode: 'manual' }));
  }

  get port() {
    return this.node.node.evmBackend;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers as they come
  async ask(method: string, ...params: readonly unknown[]): Promise<any> {
    const { evm } = this.node.node;
    return plainResult(await evm.dispatcher.call(evm.context(IN_PROCESS_PEER, undefined), method, params));
  }

  async send(
    from: number,
    nonce: bigint | undefined,
    wish: { to?: `0x${string}`; data?: `0x${string}`; value?: bigint; gas?: bigint; cap?: bigint; tip?: bigint } = {},
  ): Promise<string> {
    const owner = owners[from] as (typeof owners)[number];
    const next = nonce ?? (await this.port.nonce(fromHex(owner.address), 'pending'));
    const raw = await owner.signTransaction({
      type: 'eip1559',
      chainId: Number(this.port.chainId),
      nonce: Number(next),
      gas: wish.gas ?? 200_000n,
      maxFeePerGas: wish.cap ?? 10n * GWEI,
      maxPriorityFeePerGas: wish.tip ?? 1n,
      ...(wish.to && { to: wish.to }),
      ...(wish.data && { data: wish.data }),
      value: wish.value ?? 0n,
    });
    const outcome = await this.port.sendRaw(fromHex(raw));
    return outcome.type === 'accepted' ? to0x(outcome.hash) : outcome.log;
  }

  /** Makes the next block, and reverts it. */
  async next(): Promise<ReturnType<typeof facts>> {
    const { snapshots } = this.node.node;
    const id = await snapshots.take();
    await this.node.mine();
    const block = this.port.block(this.port.head()) as EvmBlock;
    const received = facts(block);
    await snapshots.revert(id);
    return received;
  }
}

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterAll(() => bench.node.close());

const facts = (block: EvmBlock) => ({
  number: block.number,
  parentHash: to0x(block.parentHash),
  timestamp: block.timestamp,
  gasLimit: block.gasLimit,
  gasUsed: block.gasUsed,
  baseFeePerGas: block.baseFeePerGas,
  stateRoot: to0x(block.stateRoot),
  transactionsRoot: to0x(block.transactionsRoot),
  receiptsRoot: to0x(block.receiptsRoot),
  logsBloom: to0x(block.logsBloom),
  mixHash: to0x(block.mixHash),
});

describe('the pending block', () => {
  it('is the next one, after any arrival, replacement, drop, dev transaction or revert', async () => {
    const counter = getContractAddress({
      from: address(0),
      nonce: await bench.port.nonce(fromHex(address(0)), 'pending'),
    });
    await bench.send(0, undefined, { data: COUNTER_CREATION as `0x${string}`, gas: 1_000_000n });
    await bench.node.mine();
    const act = fc.record({
      kind: fc.constantFrom(
        'send',
        'send',
        'send',
        'call',
        'gap',
        'replace',
        'drop',
        'dev transaction',
        'time',
        'mine',
        'revert',
      ),
      who: fc.nat(3),
      amount: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const { port } = bench;
        const { snapshots, devTxSender } = bench.node.node;
        const start = await snapshots.take();
        for (const { kind, who, amount } of acts) {
          const me = fromHex(address(who));
          const tip = BigInt(amount);
          if (kind === 'send') await bench.send(who, undefined, { to: address((who + 1) % 4), value: tip, tip });
          else if (kind === 'call') await bench.send(who, undefined, { to: counter, tip });
          else if (kind === 'gap') await bench.send(who, (await port.nonce(me, 'pending')) + 1n, { to: counter });
          else if (kind === 'replace')
            await bench.send(who, await port.nonce(me, port.head()), {
              to: counter,
              cap: 30n * GWEI,
              tip: 2n * tip + 3n,
            });
          else if (kind === 'drop') await port.dropOf(me);
          else if (kind === 'dev transaction')
            await devTxSender.sendDevTx(MsgSetBalance, { address: me, balance: BigInt(amount) * 10n ** 16n });
          else if (kind === 'time') await port.increaseTime(BigInt(amount + 1));
          else if (kind === 'mine') await bench.node.mine();
          else await snapshots.revert(await snapshots.take());
          // Two requests arrive at once, before the block is made.
          const [pending, again] = await Promise.all([port.pendingBlock(), port.pendingBlock()]);
          expect(facts(again)).toEqual(facts(pending));
          expect(facts(pending)).toEqual(await bench.next());
        }
        await snapshots.revert(start);
      }),
      { numRuns: 12 },
    );
  });
});

describe('a read of pending', () => {
  it('sees pending transactions: a contract that is not in a block yet can be called and used', async () => {
    const from = address(1);
    const nonce = await bench.port.nonce(fromHex(from), 'pending');
    const counter = getContractAddress({ from, nonce });
    await bench.send(1, undefined, { data: COUNTER_CREATION as `0x${string}`, gas: 1_000_000n });
    expect(await bench.ask('eth_getCode', counter, 'latest')).toBe('0x');
    expect((await bench.ask('eth_getCode', counter, 'pending')).length).toBeGreaterThan(2);
    const before = await bench.ask('eth_getStorageAt', counter, '0x0', 'pending');
    const count = await bench.ask('eth_estimateGas', { from, to: counter, data: '0x' }, 'pending');
    expect(BigInt(count)).toBeGreaterThan(21_000n);
    expect(await bench.ask('eth_estimateGas', { from, to: counter, data: '0x' })).toBe(count);
    expect(await bench.ask('eth_estimateGas', { from, to: counter, data: '0x' }, 'latest')).toBe('0x5208');
    await bench.send(1, undefined, { to: counter, gas: BigInt(count) });
    const after = await bench.ask('eth_getStorageAt', counter, '0x0', 'pending');
    expect([BigInt(before), BigInt(after)]).toEqual([0n, 1n]);
    const spent =
      BigInt(await bench.ask('eth_getBalance', from, 'latest')) -
      BigInt(await bench.ask('eth_getBalance', from, 'pending'));
    const block = await bench.ask('eth_getBlockByNumber', 'pending', true);
    expect(block).toMatchObject({
      hash: null,
      nonce: null,
      miner: null,
      number: `0x${(bench.port.head() + 1n).toString(16)}`,
    });
    expect(block.transactions.map((tx: { nonce: string }) => BigInt(tx.nonce))).toEqual([nonce, nonce + 1n]);
    expect(block.transactions[1]).toMatchObject({
      blockHash: null,
      blockNumber: block.number,
      transactionIndex: '0x1',
    });
    const receipts = await bench.ask('eth_getBlockReceipts', 'pending');
    const fees = receipts.map(
      (of: Record<string, string>) => BigInt(of['gasUsed'] as string) * BigInt(of['effectiveGasPrice'] as string),
    );
    expect(spent).toBe(fees.reduce((sum: bigint, fee: bigint) => sum + fee, 0n));
    expect(receipts[1].logs[0]).toMatchObject({ address: counter.toLowerCase(), blockHash: null, logIndex: '0x0' });
    expect(await bench.ask('eth_getBlockTransactionCountByNumber', 'pending')).toBe('0x2');
    expect(await bench.ask('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x0')).toEqual(block.transactions[0]);
    expect(await bench.ask('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x2')).toBeNull();
    expect(await bench.ask('eth_getHeaderByNumber', 'pending')).toMatchObject({ hash: null, gasUsed: block.gasUsed });
    await bench.node.mine();
  });

  it('gets a response while others read and more arrive, and does not change during a call', async () => {
    const to = `0x${'5e'.repeat(20)}` as const;
    const balances: bigint[] = [];
    for (let i = 0; i < 20; i++) {
      await bench.send(2, undefined, { to, value: 1n });
      // This call is not awaited, so the next ones arrive meanwhile.
      void bench.ask('eth_call', { to }, 'pending');
      void bench.port.pendingBlock();
      if (i % 3 === 0) balances.push(BigInt(await bench.ask('eth_getBalance', to, 'pending')));
    }
    expect(balances).toEqual([1n, 4n, 7n, 10n, 13n, 16n, 19n]);
    expect(await bench.ask('eth_getBalance', to, 'latest')).toBe('0x0');
    await bench.node.mine();
    expect(await bench.ask('eth_getBalance', to, 'latest')).toBe('0x14');
  });

  it('costs nothing without pending transactions, or when none of them can run', async () => {
    expect(bench.port.readPending((state) => state.balance(fromHex(address(0))))).toBe(
      bench.port.balance(fromHex(address(0)), bench.port.head()),
    );
    const nonce = await bench.port.nonce(fromHex(address(3)), 'pending');
    await bench.send(3, nonce + 1n, { to: address(0) });
    expect((await bench.port.pendingBlock()).transactions).toEqual([]);
    await bench.send(3, nonce, { to: address(0), data: encodeFunctionData({ abi: parseAbi(['function x()']) }) });
    expect((await bench.port.pendingBlock()).transactions).toHaveLength(2);
    await bench.port.dropAll();
    expect((await bench.port.pendingBlock()).transactions).toEqual([]);
  });
});
