/**
 * A chain of a few hand-made blocks behind the EvmPort: the little chain of `src/rpc/evm/examples.ts`, which tests can
 * grow and roll back. Executes nothing: calls answer what `outcomes` holds for their input.
 */
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import type { EvmContext } from '../../../src/rpc/evm/context.js';
import { createEvmNode, type EvmNode, type EvmNodeOptions } from '../../../src/rpc/evm/node.js';
import { plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import type {
  EvmBlock,
  EvmCallOutcome,
  EvmCallRequest,
  EvmInclusion,
  EvmLog,
  EvmNotice,
  EvmPort,
  EvmReceipt,
  EvmTransaction,
  StateAt,
  StateOverrides,
  SubmitOutcome,
} from '../../../src/rpc/ports/evm.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/surface.js';
import {
  ALICE,
  BLOCK_1_HASH,
  BLOCK_2_HASH,
  BOB,
  CALL_HASH,
  CONTRACT,
  COUNT_SELECTOR,
  EVENT_TOPIC,
  RAW_TRANSACTION,
  RAW_TRANSACTION_HASH,
  TRANSFER_HASH,
  word,
} from './little_names.js';

const GWEI = 1_000_000_000n;

export interface TxSpec {
  readonly hash: string;
  readonly to?: string | undefined;
  readonly nonce?: bigint;
  readonly tip?: bigint;
  readonly type?: EvmTransaction['type'];
  readonly gasUsed?: bigint;
  readonly success?: boolean;
  /** Topics of one log of the contract each. */
  readonly logs?: readonly (readonly string[])[];
}

export function aTransaction(spec: TxSpec, inclusion?: EvmInclusion): EvmTransaction {
  const type = spec.type ?? 2;
  const dynamic = type === 2 || type === 4;
  return {
    hash: fromHex(spec.hash),
    type,
    from: fromHex(ALICE),
    to: spec.to === undefined ? undefined : fromHex(spec.to),
    nonce: spec.nonce ?? 0n,
    gas: 100_000n,
    value: 10n ** 18n,
    input: EMPTY_BYTES,
    gasPrice: dynamic ? undefined : 2n * GWEI,
    maxFeePerGas: dynamic ? 3n * GWEI : undefined,
    maxPriorityFeePerGas: dynamic ? (spec.tip ?? GWEI) : undefined,
    accessList: type === 0 ? undefined : [],
    authorizationList: type === 4 ? [] : undefined,
    chainId: 31337n,
    v: type === 0 ? 62710n : 1n,
    r: 0xabcn,
    s: 0x0defn,
    raw: fromHex(RAW_TRANSACTION),
    inclusion,
  };
}

export function bloomOf(logs: readonly EvmLog[]): Bytes {
  const bloom = new Uint8Array(256);
  for (const item of logs.flatMap((log) => [log.address, ...log.topics])) {
    const hash = keccak256(item);
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047;
      bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] as number) | (1 << (bit & 7));
    }
  }
  return bloom;
}

export function aBlock(number: bigint, hash: string, parentHash: string, txs: readonly TxSpec[]): EvmBlock {
  const timestamp = 1_700_000_000n + number;
  const receipts: EvmReceipt[] = [];
  let cumulativeGasUsed = 0n;
  let logIndex = 0;
  txs.forEach((spec, transactionIndex) => {
    const inclusion: EvmInclusion = {
      blockHash: fromHex(hash),
      blockNumber: number,
      transactionIndex,
      baseFeePerGas: GWEI,
      timestamp,
    };
    const transaction = aTransaction(spec, inclusion);
    const gasUsed = spec.gasUsed ?? 21_000n;
    cumulativeGasUsed += gasUsed;
    const logs = (spec.logs ?? []).map(
      (topics): EvmLog => ({
        address: fromHex(CONTRACT),
        topics: topics.map(fromHex),
        data: EMPTY_BYTES,
        blockNumber: number,
        blockHash: fromHex(hash),
        blockTimestamp: timestamp,
        transactionHash: transaction.hash,
        transactionIndex,
        logIndex: logIndex++,
      }),
    );
    receipts.push({
      transaction,
      inclusion,
      success: spec.success ?? true,
      gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice: GWEI + (spec.tip ?? GWEI),
      contractAddress: undefined,
      logs,
      logsBloom: bloomOf(logs),
    });
  });
  return {
    number,
    hash: fromHex(hash),
    parentHash: fromHex(parentHash),
    timestamp,
    miner: fromHex(BOB),
    gasLimit: 30_000_000n,
    gasUsed: cumulativeGasUsed,
    baseFeePerGas: GWEI,
    stateRoot: bigintToBytes(number, 32),
    transactionsRoot: new Uint8Array(32),
    receiptsRoot: new Uint8Array(32),
    logsBloom: bloomOf(receipts.flatMap((receipt) => receipt.logs)),
    mixHash: new Uint8Array(32),
    size: 600,
    transactions: receipts.map((receipt) => receipt.transaction),
    receipts,
  };
}

const hashOf = (number: bigint, fork = 0): string =>
  `0x${to0x(keccak256(bigintToBytes(number * 100n + BigInt(fork), 16))).slice(2)}`;

export class LittleChain implements EvmPort {
  readonly chainId = 31337n;
  readonly clientVersion = 'anvil/v1.0.0/halley';
  readonly blocks: EvmBlock[] = [];
  readonly waiting: EvmTransaction[] = [];
  /** What a call with this input answers; anything else succeeds with no data. */
  readonly outcomes = new Map<string, EvmCallOutcome>([
    [COUNT_SELECTOR, { type: 'success', returnData: fromHex(word(1)), gasUsed: 23_000n }],
  ]);
  /** How the next transactions are received. */
  submit: (raw: Bytes) => Promise<SubmitOutcome> = async () => ({
    type: 'accepted',
    hash: fromHex(RAW_TRANSACTION_HASH),
  });
  /** The last call, as the port was asked. */
  asked:
    | {
        readonly request: EvmCallRequest;
        readonly at: StateAt;
        readonly state: StateOverrides | undefined;
        readonly block: unknown;
      }
    | undefined;
  bodiesRead = 0;
  #fork = 0;
  readonly #listeners = new Set<(notice: EvmNotice) => void>();

  constructor() {
    this.blocks.push(aBlock(0n, hashOf(0n), `0x${'00'.repeat(32)}`, []));
    this.#append(BLOCK_1_HASH, [{ hash: TRANSFER_HASH, to: BOB }]);
    this.#append(BLOCK_2_HASH, [
      { hash: CALL_HASH, to: CONTRACT, nonce: 1n, tip: 125_000_000n, gasUsed: 30_000n, logs: [[EVENT_TOPIC]] },
    ]);
  }

  /** Appends a block and tells the listeners. */
  mine(...txs: readonly TxSpec[]): EvmBlock {
    const block = this.#append(hashOf(BigInt(this.blocks.length), this.#fork), txs);
    this.#tell({ type: 'block', block });
    return block;
  }

  /** Puts a transaction into the mempool and tells the listeners. */
  wait(spec: TxSpec): EvmTransaction {
    const tx = aTransaction(spec);
    this.waiting.push(tx);
    this.#tell({ type: 'pendingTransaction', hash: tx.hash });
    return tx;
  }

  /** Forgets the blocks above a height; the next ones have other hashes. */
  revertTo(height: bigint): void {
    this.blocks.length = Number(height) + 1;
    this.#fork++;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  #append(hash: string, txs: readonly TxSpec[]): EvmBlock {
    const parent = this.blocks.at(-1) as EvmBlock;
    const block = aBlock(parent.number + 1n, hash, to0x(parent.hash), txs);
    this.blocks.push(block);
    return block;
  }

  #tell(notice: EvmNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }

  head = (): bigint => BigInt(this.blocks.length - 1);
  block(height: bigint): EvmBlock | undefined {
    this.bodiesRead++;
    return this.blocks[Number(height)];
  }
  heightOfHash = (hash: Bytes): bigint | undefined =>
    this.blocks.find((block) => to0x(block.hash) === to0x(hash))?.number;
  receipt = (hash: Bytes): EvmReceipt | undefined =>
    this.blocks.flatMap((block) => block.receipts).find((receipt) => to0x(receipt.transaction.hash) === to0x(hash));
  transaction = (hash: Bytes): EvmTransaction | undefined =>
    this.receipt(hash)?.transaction ?? this.waiting.find((tx) => to0x(tx.hash) === to0x(hash));
  bloom = (height: bigint): Bytes => (this.blocks[Number(height)] as EvmBlock).logsBloom;
  balance = (address: Bytes, at: StateAt): bigint =>
    to0x(address) !== ALICE ? 0n : at === 'pending' ? 9n * 10n ** 18n : (12n - at) * 10n ** 18n;
  nonce = (address: Bytes, at: StateAt): bigint =>
    to0x(address) !== ALICE ? 0n : at === 'pending' ? this.head() + BigInt(this.waiting.length) : at;
  code = (address: Bytes): Bytes => (to0x(address) === CONTRACT ? fromHex('0x6001') : EMPTY_BYTES);
  storage = (address: Bytes, slot: Bytes): Bytes =>
    to0x(address) === CONTRACT && slot.every((byte) => byte === 0) ? fromHex(word(1)) : new Uint8Array(32);
  proof = (address: Bytes, slots: readonly Bytes[]) => ({
    balance: 0n,
    nonce: to0x(address) === CONTRACT ? 1n : 0n,
    codeHash: keccak256(EMPTY_BYTES),
    storageHash: new Uint8Array(32),
    accountProof: [fromHex('0xc0')],
    storageProof: slots.map((slot) => ({ slot, value: this.storage(address, slot), proof: [fromHex('0xc0')] })),
  });
  nextBaseFee = (): bigint => 878_906_250n;
  minGasPrice = (): bigint => 1n;
  suggestedTip = (): bigint => 125_000_000n;
  call = async (
    request: EvmCallRequest,
    at: StateAt,
    state?: StateOverrides,
    block?: unknown,
  ): Promise<EvmCallOutcome> => {
    this.asked = { request, at, state, block };
    const { input } = request;
    return (
      this.outcomes.get(input === undefined ? '' : to0x(input)) ?? {
        type: 'success',
        returnData: EMPTY_BYTES,
        gasUsed: 21_000n,
      }
    );
  };
  estimateGas = async (request: EvmCallRequest, at: StateAt, state?: StateOverrides) => {
    const outcome = await this.call(request, at, state);
    return { outcome, gas: outcome.type === 'success' ? outcome.gasUsed : undefined };
  };
  sendRaw = (raw: Bytes): Promise<SubmitOutcome> => this.submit(raw);
  accounts = (): readonly Bytes[] => [fromHex(ALICE), fromHex(BOB)];
  send = (request: EvmCallRequest): Promise<SubmitOutcome> => {
    this.asked = { request, at: 'pending', state: undefined, block: undefined };
    return this.submit(EMPTY_BYTES);
  };
  /** What `halley_setValidatorPower` asked for. */
  powers: [number | Bytes, bigint][] = [];
  setValidatorPower = async (validator: number | Bytes, power: bigint): Promise<void> => {
    this.powers.push([validator, power]);
  };
  peerCount = (): number => 3;
  listen(listener: (notice: EvmNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A node over the little chain whose ids count up from 0x1 and whose clock stands where the test puts it. */
export interface Bench {
  readonly chain: LittleChain;
  readonly node: EvmNode;
  readonly crashes: unknown[];
  readonly clock: { nowMs: number };
  /** Value, or throws what the method throws. */
  call(method: string, ...params: readonly unknown[]): unknown;
}

export function aBench(options: Partial<EvmNodeOptions> & { readonly context?: Partial<EvmContext> } = {}): Bench {
  const chain = new LittleChain();
  const clock = { nowMs: 0 };
  const crashes: unknown[] = [];
  let ids = 0n;
  const node = createEvmNode({
    evm: chain,
    nowMs: () => clock.nowMs,
    random: (length) => bigintToBytes(++ids, length),
    onCrash: (_, error) => crashes.push(error),
    ...options,
  });
  const call = (method: string, ...params: readonly unknown[]): unknown =>
    plainResult(
      node.dispatcher.call({ ...node.context(IN_PROCESS_PEER, undefined), ...options.context }, method, params),
    );
  return { chain, node, clock, crashes, call };
}
