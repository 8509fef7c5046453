/**
 * Reads each transaction once. The result is cached for as long as its byte array is reachable, above all from the
 * mempool.
 */
import { unwrapEthermintTx, wrapDecodedEthereumTx } from '../../codec/cosmos/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ChainParams } from '../sdk/chain_params.js';
import type { MessageTypes } from '../sdk/module/message.js';
import type { Refusal } from '../types/refusal.js';
import { readCosmosTx } from './cosmos_tx.js';
import { readEthereumTx, readExecutedTx, readWrappedTx } from './ethereum_tx.js';
import { type EthereumTx, isRefusal, type Tx } from './tx.js';

/** A raw Ethereum transaction begins with a known type or an RLP list. A TxRaw begins with 0x0a. */
const MAX_ETHEREUM_TYPE = 4;
const FIRST_RLP_LIST_BYTE = 0xc0;

export type WrapOutcome =
  | { readonly type: 'wrapped'; readonly tx: Bytes; readonly from?: Bytes }
  | ({ readonly type: 'refused' } & Refusal);

const looksBare = ([first = 0]: Bytes): boolean =>
  (first > 0 && first <= MAX_ETHEREUM_TYPE) || first >= FIRST_RLP_LIST_BYTE;

export class TxReader {
  #known = new WeakMap<Bytes, Tx | Refusal>();
  /** EVM chain id for which the cache was filled: another chain may refuse the same transaction. */
  #evmChainId: bigint | undefined;

  /**
   * Creates a reader. `authority` returns the chain's dev authority, an ed25519 key, or undefined on a chain without
   * one.
   */
  constructor(
    private readonly types: MessageTypes,
    private readonly authority: () => Bytes | undefined,
  ) {}

  /** Reads a transaction in the form that blocks hold, and caches the result. */
  read(bytes: Bytes, params: ChainParams): Tx | Refusal {
    const known = this.#knownFor(params).get(bytes);
    if (known !== undefined) return known;
    const read = this.#decode(bytes, params);
    this.#known.set(bytes, read);
    return read;
  }

  /**
   * Reads an Ethereum transaction that a block of this chain has executed, and caches the result for one delivery more.
   * Returns undefined for another transaction.
   */
  readExecuted(bytes: Bytes, params: ChainParams): EthereumTx | undefined {
    const read = readExecutedTx(bytes, params);
    if (read !== undefined) this.#knownFor(params).set(bytes, read);
    return read;
  }

  #knownFor({ evmChainId }: ChainParams): WeakMap<Bytes, Tx | Refusal> {
    if (evmChainId !== this.#evmChainId) {
      this.#evmChainId = evmChainId;
      this.#known = new WeakMap();
    }
    return this.#known;
  }

  /** Reads a transaction for its delivery, and removes it from the cache: no later call reads it. */
  take(bytes: Bytes, params: ChainParams): Tx | Refusal {
    const known = this.#knownFor(params).get(bytes);
    this.#known.delete(bytes);
    return known ?? this.#decode(bytes, params);
  }

  #decode(bytes: Bytes, params: ChainParams): Tx | Refusal {
    return readWrappedTx(bytes, params, this.authority()) ?? readCosmosTx(bytes, params, this.types);
  }

  /** Wraps a raw Ethereum transaction. Its sender is recovered here and cached with the wrapper. */
  wrap(raw: Bytes, params: ChainParams): WrapOutcome {
    const known = readEthereumTx(raw, params);
    if (isRefusal(known)) return { type: 'refused', ...known };
    const tx = wrapDecodedEthereumTx(known.ethereum, known.raw, known.from, params.baseDenom);
    this.#knownFor(params).set(tx, known);
    return { type: 'wrapped', tx, from: known.from };
  }

  /**
   * Returns the bytes that a block would hold for a broadcast transaction. A bare Ethereum transaction and Ethermint's
   * older wrapper are wrapped anew. All other bytes are returned unchanged, and CheckTx refuses those that are no
   * transaction.
   */
  normalize(bytes: Bytes, params: ChainParams): WrapOutcome {
    const raw = looksBare(bytes) ? bytes : unwrapEthermintTx(bytes);
    return raw === undefined ? { type: 'wrapped', tx: bytes } : this.wrap(raw, params);
  }
}
