/**
 * Recomputes a block independently, from the bytes that were sent and the chain's responses. Roots, blooms and
 * envelopes come from `@ethereumjs/*`, and sums are added by hand. Every way to request the same data must agree.
 */

import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { createTxFromRLP } from '@ethereumjs/tx';
import { Bloom } from '@ethereumjs/vm';
import { bytesToHex, type Hex, hexToBytes } from 'viem';
import { expect } from 'vitest';
import { CHAIN_ID, type TestDevnet } from './test_devnet.js';

export interface LogJson {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
  readonly transactionIndex: Hex;
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
}

export interface ReceiptJson {
  readonly type: Hex;
  readonly status: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly gasUsed: Hex;
  readonly cumulativeGasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  readonly logs: readonly LogJson[];
  readonly logsBloom: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
}

export interface BlockJson {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly gasUsed: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas: Hex;
  readonly stateRoot: Hex;
  readonly transactionsRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly logsBloom: Hex;
  readonly transactions: readonly Hex[];
}

const common = new Common({ chain: { ...Mainnet, chainId: CHAIN_ID }, hardfork: Hardfork.Prague });

/** Returns minimal big-endian bytes, none for 0: RLP's encoding of a number. */
const minimal = (quantity: Hex): Uint8Array =>
  BigInt(quantity) === 0n ? new Uint8Array() : hexToBytes(`0x${evenHex(BigInt(quantity).toString(16))}`);
const evenHex = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`);

async function listRoot(items: readonly Uint8Array[]): Promise<Hex> {
  const trie = await createMPT();
  for (const [i, item] of items.entries()) await trie.put(RLP.encode(i), item);
  return bytesToHex(trie.root());
}

function bloomOf(logs: readonly LogJson[]): Bloom {
  const bloom = new Bloom();
  for (const { address, topics } of logs) for (const item of [address, ...topics]) bloom.add(hexToBytes(item));
  return bloom;
}

/** Encodes what the receipt commits to; the caller sums the gas before it. */
function receiptBytes({ type, status, logs }: ReceiptJson, cumulativeGas: bigint): Uint8Array {
  const body = RLP.encode([
    minimal(status),
    minimal(`0x${cumulativeGas.toString(16)}`),
    bloomOf(logs).bitvector,
    logs.map(({ address, topics, data }) => [
      hexToBytes(address),
      topics.map((one) => hexToBytes(one)),
      hexToBytes(data),
    ]),
  ]);
  return Number(type) === 0 ? body : Uint8Array.of(Number(type), ...body);
}

/** Checks everything about a block that others can compute. The transactions must have been sent through the scene. */
export async function expectSoundBlock(testDevnet: TestDevnet, number: number): Promise<readonly ReceiptJson[]> {
  const tag = `0x${number.toString(16)}`;
  const block = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', tag, false);
  const raws = block.transactions.map((hash) => {
    const raw = testDevnet.raws.get(hash);
    if (raw === undefined) throw new Error(`${hash} was not sent through the scene`);
    return raw;
  });
  expect(block.transactionsRoot).toBe(await listRoot(raws.map((raw) => hexToBytes(raw))));
  const receipts: ReceiptJson[] = [];
  for (const hash of block.transactions) receipts.push(await testDevnet.ask('eth_getTransactionReceipt', hash));
  await expectSums(block, receipts);
  for (const [i, receipt] of receipts.entries()) expectOwnTransaction(block, receipt, raws[i] as Hex);
  await expectSameEverywhere(testDevnet, block, receipts);
  return receipts;
}

/** Checks the sums over the block: gas, log indexes, blooms and the receipts' root. */
async function expectSums(block: BlockJson, receipts: readonly ReceiptJson[]): Promise<void> {
  let gas = 0n;
  const encoded: Uint8Array[] = [];
  const logs: LogJson[] = [];
  for (const [i, receipt] of receipts.entries()) {
    gas += BigInt(receipt.gasUsed);
    expect(BigInt(receipt.cumulativeGasUsed)).toBe(gas);
    expect(receipt.logsBloom).toBe(bytesToHex(bloomOf(receipt.logs).bitvector));
    encoded.push(receiptBytes(receipt, gas));
    for (const log of receipt.logs) {
      expect(Number(log.logIndex)).toBe(logs.length);
      expect(Number(log.transactionIndex)).toBe(i);
      expect([log.transactionHash, log.blockHash]).toEqual([receipt.transactionHash, block.hash]);
      logs.push(log);
    }
  }
  expect(BigInt(block.gasUsed)).toBe(gas);
  expect(block.logsBloom).toBe(bytesToHex(bloomOf(logs).bitvector));
  expect(block.receiptsRoot).toBe(await listRoot(encoded));
}

/** Checks the receipt's facts about its transaction against the signed bytes. */
function expectOwnTransaction(block: BlockJson, receipt: ReceiptJson, raw: Hex): void {
  const tx = createTxFromRLP(hexToBytes(raw), { common });
  const { baseFeePerGas } = block;
  const fields = tx as unknown as { gasPrice?: bigint; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint };
  const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = fields;
  const wished = BigInt(baseFeePerGas) + maxPriorityFeePerGas;
  expect(BigInt(receipt.effectiveGasPrice)).toBe(gasPrice ?? (wished < maxFeePerGas ? wished : maxFeePerGas));
  expect(Number(receipt.type)).toBe(tx.type);
  expect(receipt.transactionHash).toBe(bytesToHex(tx.hash()));
  expect(receipt.from).toBe(tx.getSenderAddress().toString());
  expect(receipt.to).toBe(tx.to === undefined ? null : tx.to.toString());
}

/** Checks that requests by number, by hash, one by one and all at once give the same. */
async function expectSameEverywhere(
  testDevnet: TestDevnet,
  block: BlockJson,
  receipts: readonly ReceiptJson[],
): Promise<void> {
  const { hash, number } = block;
  expect(await testDevnet.ask('eth_getBlockByHash', hash, false)).toEqual(block);
  for (const key of [number, hash]) expect(await testDevnet.ask('eth_getBlockReceipts', key)).toEqual(receipts);
  const logs = receipts.flatMap((receipt) => receipt.logs);
  expect(await testDevnet.ask('eth_getLogs', { blockHash: hash })).toEqual(logs);
  expect(await testDevnet.ask('eth_getLogs', { fromBlock: number, toBlock: number })).toEqual(logs);
  const full = await testDevnet.ask<{ transactions: unknown[] }>('eth_getBlockByNumber', number, true);
  for (const [i, transactionHash] of block.transactions.entries()) {
    const one = await testDevnet.ask<{ hash: Hex }>('eth_getTransactionByHash', transactionHash);
    expect(one).toMatchObject({ hash: transactionHash, blockHash: hash, transactionIndex: `0x${i.toString(16)}` });
    expect(full.transactions[i]).toEqual(one);
    expect(await testDevnet.ask('eth_getTransactionByBlockNumberAndIndex', number, `0x${i.toString(16)}`)).toEqual(one);
    expect(await testDevnet.ask('eth_getTransactionByBlockHashAndIndex', hash, `0x${i.toString(16)}`)).toEqual(one);
  }
}

interface ProofJson {
  readonly balance: Hex;
  readonly nonce: Hex;
  readonly codeHash: Hex;
  readonly storageHash: Hex;
  readonly accountProof: readonly Hex[];
  readonly storageProof: readonly { readonly key: Hex; readonly value: Hex; readonly proof: readonly Hex[] }[];
}

/**
 * Returns the account and a slot as the block's state root commits to them; undefined for an account that does not
 * exist.
 */
export async function provenAccount(testDevnet: TestDevnet, address: Hex, slot: Hex, number: number) {
  const tag = `0x${number.toString(16)}`;
  const { stateRoot } = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', tag, false);
  const proof = await testDevnet.ask<ProofJson>('eth_getProof', address, [slot], tag);
  const trie = await createMPT({ useKeyHashing: true });
  const leaf = await verifyMPTWithMerkleProof(
    trie,
    hexToBytes(stateRoot),
    hexToBytes(address),
    nodes(proof.accountProof),
  );
  if (leaf === null) return undefined;
  const [nonce, balance, storageRoot, codeHash] = (RLP.decode(leaf) as Uint8Array[]).map((item) => bytesToHex(item));
  const [slotProof] = proof.storageProof;
  const empty = slotProof === undefined || slotProof.proof.length === 0;
  const value = empty
    ? null
    : await verifyMPTWithMerkleProof(trie, hexToBytes(storageRoot as Hex), hexToBytes(slot), nodes(slotProof.proof));
  return {
    nonce: BigInt(nonce === '0x' ? 0 : (nonce ?? 0)),
    balance: BigInt(balance === '0x' ? 0 : (balance ?? 0)),
    codeHash,
    value: value === null ? 0n : BigInt(bytesToHex(RLP.decode(value) as Uint8Array)),
  };
}

const nodes = (proof: readonly Hex[]): Uint8Array[] => proof.map((node) => hexToBytes(node));

/** Computes EIP-1559's base fee after a block, by the formula of the EIP. */
export function baseFeeAfter({ baseFeePerGas, gasUsed, gasLimit }: BlockJson): bigint {
  const [fee, used, target] = [BigInt(baseFeePerGas), BigInt(gasUsed), BigInt(gasLimit) / 2n];
  if (used === target) return fee;
  if (used < target) return fee - (fee * (target - used)) / target / 8n;
  const raise = (fee * (used - target)) / target / 8n;
  return fee + (raise > 1n ? raise : 1n);
}
