/**
 * Tests what every EvmBackend must do, as a suite that an implementation runs against itself:
 * `provesAnEvmBackend('name', open)`. Hashes, roots, blooms and senders are computed again by third-party code.
 */

import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { createTxFromRLP } from '@ethereumjs/tx';
import { getContractAddress, keccak256 as keccak } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EvmBlock, EvmLog, EvmReceipt } from '../../../src/backend/evm/block.js';
import type { EvmEvent, EvmPendingState } from '../../../src/backend/evm/blocks.js';
import type { EvmBackend } from '../../../src/backend/evm/evm_backend.js';

import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { fillTransaction } from '../../../src/rpc/evm/signing/fill_transaction.js';
import { atOnce } from './at_once.js';

/** Transaction of `from` to an account, or to a contract that counts and logs. */
export interface Wish {
  readonly from: Bytes;
  readonly to: Bytes;
  /** Defaults to 0. */
  readonly value?: bigint;
}

/** Chain that makes blocks only when the suite asks for them. */
export interface TestEvmBackend {
  readonly backend: EvmBackend;
  /** First of two funded accounts that the backend signs for; `bob` is the second. */
  readonly alice: Bytes;
  readonly bob: Bytes;
  /** Adds transactions to the mempool, without a block. */
  wait(...wishes: readonly Wish[]): Promise<void>;
  /** Makes a block of the pending transactions. */
  mine(): Promise<void>;
  /**
   * Makes Alice create a contract that counts in slot 0 and logs, in a block of its own. Resolves with the contract's
   * address.
   */
  deploy(): Promise<Bytes>;
  /** Takes a snapshot of the chain. The returned function reverts to it. */
  remember(): Promise<() => Promise<void>>;
  /** Returns a signed transaction with Alice's next nonce that was never sent. */
  signed(): Bytes;
}

const NOWHERE = fromHex('00000000000000000000000000000000000000ff');
const UNKNOWN = new Uint8Array(32).fill(0xee);
const SLOT_0 = new Uint8Array(32);
const SLOT_9 = new Uint8Array(32).fill(9);

const common = createCustomCommon({ chainId: 31337 }, Mainnet, { hardfork: Hardfork.Prague });

/** Computes the bloom by the yellow paper's definition, with bits as booleans. */
function bloomOf(logs: readonly EvmLog[]): string {
  const bits = new Set<number>();
  for (const item of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = keccak(item).slice(2);
    for (const at of [0, 4, 8]) bits.add(Number.parseInt(hash.slice(at, at + 4), 16) % 2048);
  }
  let bloom = 0n;
  for (const bit of bits) bloom |= 1n << BigInt(bit);
  return `0x${bloom.toString(16).padStart(512, '0')}`;
}

async function rootOf(items: readonly Bytes[]): Promise<string> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item);
  return to0x(trie.root());
}

const receiptBytes = ({ success, cumulativeGasUsed, logsBloom, logs, transaction: { type } }: EvmReceipt): Bytes => {
  const fields = logs.map(({ address, topics, data }) => [address, [...topics], data]);
  const body = RLP.encode([success ? 1 : 0, cumulativeGasUsed, logsBloom, fields]);
  return type === 0 ? body : Uint8Array.of(type, ...body);
};

export function provesAnEvmBackend(name: string, open: () => Promise<TestEvmBackend>): void {
  /**
   * Opens a chain with two blocks of transactions of both accounts, some of which log. Two transactions of Alice are
   * pending.
   */
  async function aChain() {
    const testDevnet = await open();
    const { alice, bob, backend } = testDevnet;
    const contract = await testDevnet.deploy();
    const deployed = backend.head();
    await testDevnet.wait(
      { from: alice, to: contract },
      { from: bob, to: contract },
      { from: alice, to: bob, value: 5n },
    );
    await testDevnet.mine();
    await testDevnet.wait({ from: bob, to: contract }, { from: alice, to: contract });
    await testDevnet.mine();
    await testDevnet.wait({ from: alice, to: bob, value: 1n }, { from: alice, to: contract });
    return { ...testDevnet, contract, deployed };
  }

  const blocksOf = (backend: EvmBackend): EvmBlock[] =>
    Array.from({ length: Number(backend.head()) + 1 }, (_, i) => {
      const block = backend.block(BigInt(i));
      if (block === undefined) throw new Error(`block ${i} is missing`);
      return block;
    });

  describe(`${name} as an EVM backend`, () => {
    it('has every block up to the head, linked, and none above it', async () => {
      const { backend } = await aChain();
      const blocks = blocksOf(backend);
      expect(to0x(blocks[0]?.parentHash as Bytes)).toBe(to0x(new Uint8Array(32)));
      blocks.forEach((block, i) => {
        expect(block.number).toBe(BigInt(i));
        expect(backend.heightOfHash(block.hash)).toBe(block.number);
        const parent = blocks[i - 1];
        if (parent === undefined) return;
        expect(to0x(block.parentHash)).toBe(to0x(parent.hash));
        // The first header has the genesis time (CometBFT).
        if (i === 1) expect(block.timestamp).toBe(parent.timestamp);
        else expect(block.timestamp).toBeGreaterThan(parent.timestamp);
        expect(backend.nextBaseFee(parent.number)).toBe(block.baseFeePerGas);
      });
      expect(backend.block(backend.head() + 1n)).toBeUndefined();
      expect([backend.logs(backend.head() + 1n), backend.fees(backend.head() + 1n)]).toEqual([[], undefined]);
    });

    it('reports for each block the tips above its base fee, and the gas of each', async () => {
      const { backend } = await aChain();
      for (const { number, baseFeePerGas, gasLimit, gasUsed, receipts } of blocksOf(backend)) {
        const tipOf = ({ effectiveGasPrice }: EvmReceipt): bigint => effectiveGasPrice - baseFeePerGas;
        const tips = [...new Set(receipts.map(tipOf))]
          .sort((a, b) => Number(a - b))
          .map((tip) => ({
            tip,
            gas: receipts.filter((receipt) => tipOf(receipt) === tip).reduce((sum, each) => sum + each.gasUsed, 0n),
          }));
        // The second call reads the cached value.
        for (let i = 0; i < 2; i++) expect(backend.fees(number)).toEqual({ baseFeePerGas, gasLimit, gasUsed, tips });
      }
    });

    it('returns values of fixed lengths', async () => {
      const { backend } = await aChain();
      for (const block of blocksOf(backend)) {
        const { hash, parentHash, stateRoot, transactionsRoot, receiptsRoot, mixHash, miner, logsBloom, size } = block;
        for (const bytes of [hash, parentHash, stateRoot, transactionsRoot, receiptsRoot, mixHash])
          expect(bytes).toHaveLength(32);
        expect([miner.length, logsBloom.length, backend.bloom(block.number).length]).toEqual([20, 256, 256]);
        expect(size).toBeGreaterThan(500);
        for (const { transaction, logs, logsBloom: bloom, contractAddress } of block.receipts) {
          expect([transaction.hash.length, transaction.from.length, bloom.length]).toEqual([32, 20, 256]);
          for (const address of [transaction.to, contractAddress]) if (address) expect(address).toHaveLength(20);
          for (const log of logs) {
            expect(log.address).toHaveLength(20);
            for (const topic of log.topics) expect(topic).toHaveLength(32);
          }
        }
      }
    });

    it('has nothing under unknown hashes, heights and accounts', async () => {
      const { backend } = await aChain();
      expect(backend.heightOfHash(UNKNOWN)).toBeUndefined();
      expect(backend.transaction(UNKNOWN)).toBeUndefined();
      expect(backend.receipt(UNKNOWN)).toBeUndefined();
      const head = backend.head();
      expect([atOnce(backend.balance(NOWHERE, head)), atOnce(backend.nonce(NOWHERE, head))]).toEqual([0n, 0n]);
      expect(atOnce(backend.code(NOWHERE, head))).toEqual(EMPTY_BYTES);
      for (const at of [0n, head]) {
        expect(atOnce(backend.storage(NOWHERE, SLOT_0, at))).toEqual(new Uint8Array(32));
        expect(atOnce(backend.storage(NOWHERE, SLOT_9, at))).toEqual(new Uint8Array(32));
      }
    });

    it('returns transactions as they were signed', async () => {
      const { backend } = await aChain();
      for (const { transaction } of blocksOf(backend).flatMap(({ receipts }) => receipts)) {
        const decoded = createTxFromRLP(transaction.raw, { common });
        expect(to0x(decoded.hash())).toBe(to0x(transaction.hash));
        expect(decoded.getSenderAddress().toString()).toBe(to0x(transaction.from));
        expect([decoded.nonce, decoded.value, decoded.gasLimit, decoded.type]).toEqual([
          transaction.nonce,
          transaction.value,
          transaction.gas,
          transaction.type,
        ]);
        expect([decoded.r, decoded.s]).toEqual([transaction.r, transaction.s]);
      }
    });

    it('numbers transactions, gas and logs through a block', async () => {
      const { backend } = await aChain();
      for (const block of blocksOf(backend)) {
        let gas = 0n;
        let logIndex = 0;
        expect(block.transactions.map(({ hash }) => to0x(hash))).toEqual(
          block.receipts.map(({ transaction }) => to0x(transaction.hash)),
        );
        block.receipts.forEach((receipt, transactionIndex) => {
          const { transaction, inclusion } = receipt;
          gas += receipt.gasUsed;
          expect(receipt.cumulativeGasUsed).toBe(gas);
          expect(transaction.inclusion).toEqual(inclusion);
          expect(inclusion).toMatchObject({
            blockHash: block.hash,
            blockNumber: block.number,
            transactionIndex,
            baseFeePerGas: block.baseFeePerGas,
            timestamp: block.timestamp,
          });
          const tip = (transaction.maxPriorityFeePerGas ?? 0n) + block.baseFeePerGas;
          const cap = transaction.maxFeePerGas ?? 0n;
          expect(receipt.effectiveGasPrice).toBe(transaction.gasPrice ?? (tip < cap ? tip : cap));
          for (const log of receipt.logs)
            expect(log).toMatchObject({
              blockNumber: block.number,
              blockHash: block.hash,
              blockTimestamp: block.timestamp,
              transactionHash: transaction.hash,
              transactionIndex,
              logIndex: logIndex++,
            });
          expect(backend.receipt(transaction.hash)).toEqual(receipt);
          expect(backend.transaction(transaction.hash)).toEqual(transaction);
        });
        expect(block.gasUsed).toBe(gas);
      }
      expect(blocksOf(backend).map(({ receipts }) => receipts.flatMap(({ logs }) => logs).length)).toContain(2);
    });

    it('commits to transactions, receipts and logs as Ethereum does', async () => {
      const { backend } = await aChain();
      for (const block of blocksOf(backend)) {
        expect(to0x(block.transactionsRoot)).toBe(await rootOf(block.transactions.map(({ raw }) => raw)));
        expect(to0x(block.receiptsRoot)).toBe(await rootOf(block.receipts.map(receiptBytes)));
        for (const { logs, logsBloom } of block.receipts) expect(to0x(logsBloom)).toBe(bloomOf(logs));
        expect(to0x(block.logsBloom)).toBe(bloomOf(block.receipts.flatMap(({ logs }) => logs)));
        expect(to0x(backend.bloom(block.number))).toBe(to0x(block.logsBloom));
        expect(backend.logs(block.number)).toEqual(block.receipts.flatMap(({ logs }) => logs));
      }
    });

    it('returns the address that a creation created, and none for another transaction', async () => {
      const { backend, contract, deployed } = await aChain();
      for (const { transaction, contractAddress } of blocksOf(backend).flatMap(({ receipts }) => receipts)) {
        const { from, nonce } = transaction;
        const created = getContractAddress({ from: to0x(from) as `0x${string}`, nonce }).toLowerCase();
        expect(contractAddress && to0x(contractAddress)).toBe(transaction.to === undefined ? created : undefined);
      }
      expect(backend.block(deployed)?.receipts.map(({ contractAddress }) => contractAddress)).toEqual([contract]);
    });

    it('reads the state of every past height', async () => {
      const { backend, alice, bob, contract, deployed } = await aChain();
      const heights = [deployed - 1n, deployed, deployed + 1n, deployed + 2n];
      expect(heights.map((at) => atOnce(backend.code(contract, at)).length > 0)).toEqual([false, true, true, true]);
      expect(heights.map((at) => bytesToBigint(atOnce(backend.storage(contract, SLOT_0, at))))).toEqual([
        0n,
        0n,
        2n,
        4n,
      ]);
      for (const at of heights) expect(atOnce(backend.storage(contract, SLOT_0, at))).toHaveLength(32);
      const [first = 0n] = heights.map((at) => atOnce(backend.nonce(alice, at)));
      expect(heights.map((at) => atOnce(backend.nonce(alice, at)))).toEqual([
        first,
        first + 1n,
        first + 3n,
        first + 4n,
      ]);
      for (const at of heights.slice(1))
        for (const address of [alice, bob]) {
          const spent = backend
            .block(at)
            ?.receipts.filter(({ transaction }) => to0x(transaction.from) === to0x(address))
            .reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n) as bigint;
          const moved = at !== deployed + 1n ? 0n : address === alice ? -5n : 5n;
          expect(atOnce(backend.balance(address, at))).toBe(atOnce(backend.balance(address, at - 1n)) - spent + moved);
        }
    });

    it('counts pending transactions in pending nonces', async () => {
      const { backend, alice, bob } = await aChain();
      const head = backend.head();
      expect(atOnce(backend.nonce(alice, 'pending'))).toBe(atOnce(backend.nonce(alice, head)) + 2n);
      expect(atOnce(backend.nonce(bob, 'pending'))).toBe(atOnce(backend.nonce(bob, head)));
    });

    it('shows the next block, and the accounts after it, as transactions arrive', async () => {
      const { backend, alice, bob, contract, mine, wait } = await aChain();
      const accountsOf = (state: EvmPendingState) => ({
        balances: [alice, bob, contract, NOWHERE].map((address) => atOnce(state.balance(address))),
        code: atOnce(state.code(contract)),
        count: bytesToBigint(atOnce(state.storage(contract, SLOT_0))),
      });
      const committed = () => {
        const at = backend.head();
        return accountsOf({
          balance: (address) => backend.balance(address, at),
          code: (address) => backend.code(address, at),
          storage: (address, slot) => backend.storage(address, slot, at),
        });
      };
      for (let round = 0; round < 3; round++) {
        const head = backend.block(backend.head()) as EvmBlock;
        const before = committed();
        const pending = await backend.pendingBlock();
        const after = await backend.readPending(accountsOf);
        expect(to0x(pending.hash)).toBe(to0x(new Uint8Array(32)));
        expect(pending.number).toBe(head.number + 1n);
        expect(to0x(pending.parentHash)).toBe(to0x(head.hash));
        expect(pending.timestamp).toBeGreaterThan(head.timestamp);
        expect(committed()).toEqual(before);
        await mine();
        const block = backend.block(backend.head()) as EvmBlock;
        expect(after).toEqual(committed());
        expect(pending.baseFeePerGas).toBe(block.baseFeePerGas);
        expect(pending.gasUsed).toBe(block.gasUsed);
        expect(to0x(pending.logsBloom)).toBe(to0x(block.logsBloom));
        expect(to0x(pending.transactionsRoot)).toBe(to0x(block.transactionsRoot));
        expect(to0x(pending.receiptsRoot)).toBe(to0x(block.receiptsRoot));
        expect(pending.transactions.map(({ hash }) => to0x(hash))).toEqual(
          block.transactions.map(({ hash }) => to0x(hash)),
        );
        // The second round has no pending transactions.
        expect(block.transactions).toHaveLength([2, 0, 3][round] as number);
        if (round === 1)
          await wait({ from: bob, to: contract }, { from: alice, to: contract }, { from: bob, to: alice, value: 7n });
      }
    });

    it('shows a pending transaction without an inclusion, until a block has it', async () => {
      const { backend, alice, bob, mine, wait } = await aChain();
      const received: EvmEvent[] = [];
      const stop = backend.listen((event) => received.push(event));
      await wait({ from: bob, to: alice, value: 3n });
      stop();
      expect(received.map(({ type }) => type)).toEqual(['pendingTransaction']);
      const { hash } = received[0] as Extract<EvmEvent, { type: 'pendingTransaction' }>;
      expect(backend.transaction(hash)).toMatchObject({ hash, from: bob, to: alice, value: 3n, inclusion: undefined });
      expect(backend.receipt(hash)).toBeUndefined();
      await mine();
      expect(backend.transaction(hash)?.inclusion?.blockNumber).toBe(backend.head());
      expect(backend.receipt(hash)?.success).toBe(true);
      expect(atOnce(backend.nonce(alice, 'pending'))).toBe(atOnce(backend.nonce(alice, backend.head())));
    });

    it('publishes a block once it can be queried, and not to removed listeners', async () => {
      const { backend, mine } = await aChain();
      const published: [string, bigint][] = [];
      const listener = (who: string) => (event: EvmEvent) => {
        if (event.type !== 'block') return;
        expect(backend.head()).toBe(event.block.number);
        expect(backend.heightOfHash(event.block.hash)).toBe(event.block.number);
        published.push([who, event.block.number]);
      };
      const stops = [backend.listen(listener('a')), backend.listen(listener('b'))];
      await mine();
      stops[0]?.();
      stops[0]?.();
      await mine();
      stops[1]?.();
      await mine();
      const head = backend.head();
      expect(published).toEqual([
        ['a', head - 2n],
        ['b', head - 2n],
        ['b', head - 1n],
      ]);
    });

    it('proves what it reads, slot by slot in the requested order', async () => {
      const { backend, alice, contract } = await aChain();
      const head = backend.head();
      for (const address of [contract, alice, NOWHERE]) {
        const proof = backend.proof(address, [SLOT_9, SLOT_0], head);
        expect(proof.balance).toBe(atOnce(backend.balance(address, head)));
        expect(proof.nonce).toBe(address === contract ? 1n : atOnce(backend.nonce(address, head)));
        expect(to0x(proof.codeHash)).toBe(to0x(keccak256(atOnce(backend.code(address, head)))));
        expect(proof.storageHash).toHaveLength(32);
        expect(proof.accountProof.length).toBeGreaterThan(0);
        expect(proof.storageProof.map(({ slot }) => slot)).toEqual([SLOT_9, SLOT_0]);
        for (const { slot, value } of proof.storageProof) {
          expect(bytesToBigint(value)).toBe(bytesToBigint(atOnce(backend.storage(address, slot, head))));
          expect(value[0]).not.toBe(0);
        }
      }
    });

    it('traces a whole block, and has no trace of the genesis', async () => {
      const { backend } = await aChain();
      const texts: string[] = [];
      const out = { closed: false, write: (text: string): undefined => void texts.push(text) };
      const structLogs = {
        disableStack: true,
        disableStorage: true,
        enableMemory: false,
        enableReturnData: false,
        limit: 0,
      };
      const limits = { tracer: undefined, tracerConfig: {}, structLogs, timeoutMs: 5_000, maxLength: 1_000_000 };
      const options = { ...limits, client: { id: 'somebody' }, out };
      for (const block of blocksOf(backend).slice(1)) {
        expect(await backend.traceBlock(block.number, options)).toEqual({ type: 'traced' });
        const entries = JSON.parse(texts.splice(0).join(''));
        expect(entries.map(({ txHash }: { txHash: string }) => txHash)).toEqual(
          block.transactions.map(({ hash }) => to0x(hash)),
        );
        expect(entries.map(({ result }: { result: { gas: number } }) => BigInt(result.gas))).toEqual(
          block.receipts.map(({ gasUsed }) => gasUsed),
        );
      }
      expect(await backend.traceBlock(0n, options)).toBeUndefined();
      expect(texts).toEqual([]);
    });

    it('pages through accounts and storage by their hashes', async () => {
      const { backend, alice, bob, contract } = await aChain();
      const client = { id: 'somebody' };
      const from = { start: new Uint8Array(32), client, withCode: true, withStorage: true };
      const whole = await backend.accountRange(backend.head(), { ...from, limit: 1_000 });
      expect(whole.next).toBeUndefined();
      const paged = [];
      for (let start: Bytes | undefined = from.start; start !== undefined; ) {
        const page: typeof whole = await backend.accountRange(backend.head(), { ...from, start, limit: 2 });
        paged.push(...page.entries);
        start = page.next;
      }
      expect(paged).toEqual(whole.entries);
      for (const { hash, key, account, code } of paged) {
        expect(hash).toEqual(keccak256(key));
        expect([account.nonce, account.balance]).toEqual([
          atOnce(backend.nonce(key, backend.head())),
          atOnce(backend.balance(key, backend.head())),
        ]);
        expect(code).toEqual(atOnce(backend.code(key, backend.head())));
      }
      const known = paged.map(({ key }) => to0x(key));
      for (const address of [alice, bob, contract]) expect(known).toContain(to0x(address));
      const request = { start: new Uint8Array(32), limit: 10, client };
      const page = await backend.storageRange(backend.head(), 0, contract, request);
      expect(page).toMatchObject({ entries: [{ key: SLOT_0, hash: keccak256(SLOT_0) }], next: undefined });
      expect(await backend.storageRange(backend.head(), 0, contract, { ...request, limit: 0 })).toMatchObject({
        entries: [],
        next: keccak256(SLOT_0),
      });
      expect((await backend.storageRange(backend.head(), 0, bob, request))?.entries).toEqual([]);
      expect(await backend.storageRange(0n, 0, contract, request)).toBeUndefined();
    });

    it('has a root after each transaction of a block, and none of the genesis', async () => {
      const { backend } = await aChain();
      for (const { number, transactions } of blocksOf(backend).slice(1)) {
        const roots = await backend.intermediateRoots(number, { id: 'somebody' });
        expect(roots).toHaveLength(transactions.length);
        expect(new Set(roots?.map(to0x)).size).toBe(transactions.length);
      }
      expect(await backend.intermediateRoots(0n, { id: 'somebody' })).toBeUndefined();
    });

    it('calls and estimates without changing the state', async () => {
      const { backend, alice, bob } = await aChain();
      const before = [
        backend.head(),
        atOnce(backend.balance(bob, backend.head())),
        atOnce(backend.nonce(alice, 'pending')),
      ];
      const request = { from: alice, to: bob, value: 1n };
      for (const at of [0n, backend.head(), 'pending'] as const) {
        expect(await backend.call(request, at)).toMatchObject({ type: 'success', returnData: EMPTY_BYTES });
        expect(await backend.estimateGas(request, at)).toMatchObject({ outcome: { type: 'success' }, gas: 21_000n });
      }
      expect([
        backend.head(),
        atOnce(backend.balance(bob, backend.head())),
        atOnce(backend.nonce(alice, 'pending')),
      ]).toEqual(before);
    });

    it('accepts a signed transaction by its bytes, and refuses other bytes', async () => {
      const { backend, signed } = await aChain();
      const raw = signed();
      expect(await backend.sendRaw(raw)).toEqual({ type: 'accepted', hash: keccak256(raw) });
      expect(backend.transaction(keccak256(raw))?.raw).toEqual(raw);
      for (const garbage of [EMPTY_BYTES, fromHex('02c0ffee'), raw.subarray(1)])
        expect(await backend.sendRaw(garbage)).toMatchObject({ type: 'refused', log: expect.stringMatching(/./) });
    });

    it('signs only for its accounts', async () => {
      const { backend, alice, bob } = await aChain();
      expect(backend.accounts().slice(0, 2)).toEqual([alice, bob]);
      const nonce = atOnce(backend.nonce(bob, 'pending'));
      const { tx } = await fillTransaction(backend, { from: bob, to: alice, value: 2n });
      const sent = await backend.send(bob, tx);
      if (sent.type !== 'accepted') expect.fail(`the transaction is ${sent.type}`);
      expect(backend.transaction(sent.hash)).toMatchObject({ from: bob, to: alice, value: 2n, nonce });
      expect([backend.signsFor(bob), backend.signsFor(NOWHERE)]).toEqual([true, false]);
    });

    it('changes powers with a block, and refuses impossible changes', async () => {
      const { backend } = await aChain();
      const head = backend.head();
      for (const [validator, power] of [
        [99, 1n],
        [0, -1n],
      ] as const)
        await expect(backend.setValidatorPower(validator, power)).rejects.toThrow(HalleyError);
      expect(backend.head()).toBe(head);
      await backend.setValidatorPower(1, 12n);
      expect(backend.head()).toBe(head + 1n);
      expect(backend.peerCount()).toBe(3);
    });

    it('has nothing of a reverted block, and continues with other blocks', async () => {
      const { backend, alice, bob, contract, mine, wait, remember } = await aChain();
      const head = backend.head();
      const goBack = await remember();
      await mine();
      const gone = backend.block(head + 1n) as EvmBlock;
      const [lost] = gone.transactions;
      await goBack();
      expect(backend.head()).toBe(head);
      expect(backend.block(head + 1n)).toBeUndefined();
      expect(backend.heightOfHash(gone.hash)).toBeUndefined();
      expect(backend.receipt(lost?.hash as Bytes)).toBeUndefined();
      await wait({ from: bob, to: contract });
      await mine();
      const other = backend.block(head + 1n) as EvmBlock;
      expect(to0x(other.hash)).not.toBe(to0x(gone.hash));
      expect(backend.logs(head + 1n)).toEqual(other.receipts.flatMap(({ logs }) => logs));
      expect(to0x(other.parentHash)).toBe(to0x(backend.block(head)?.hash as Bytes));
      expect(other.transactions.map(({ from }) => to0x(from))).toContain(to0x(bob));
      expect(atOnce(backend.nonce(alice, head))).toBe(
        atOnce(backend.nonce(alice, head + 1n)) - BigInt(countOf(other, alice)),
      );
    });
  });
}

const countOf = ({ transactions }: EvmBlock, from: Bytes): number =>
  transactions.filter((tx) => to0x(tx.from) === to0x(from)).length;
