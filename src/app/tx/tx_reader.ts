/** Reads transactions, each array of bytes once: whoever holds it, the mempool above all, holds what was read. */
import { unwrapEthermintTx, wrapDecodedEthereumTx } from '../../codec/cosmos/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ChainParams } from '../sdk/chain_params.js';
import type { MessageTypes } from '../sdk/module/message.js';
import type { Refusal } from '../types/refusal.js';
import { readCosmosTx } from './cosmos_tx.js';
import { readEthereumTx, readWrappedTx } from './ethereum_tx.js';
import { isRefusal, type Tx } from './tx.js';

/** First bytes of a raw Ethereum transaction: a known type, or an RLP list. A TxRaw begins with 0x0a. */
const MAX_ETHEREUM_TYPE = 4;
const FIRST_RLP_LIST_BYTE = 0xc0;

export type WrapOutcome = { readonly type: 'wrapped'; readonly tx: Bytes } | ({ readonly type: 'refused' } & Refusal);

const looksBare = ([first = 0]: Bytes): boolean =>
  (first > 0 && first <= MAX_ETHEREUM_TYPE) || first >= FIRST_RLP_LIST_BYTE;

export class TxReader {
  #known = new WeakMap<Bytes, Tx | Refusal>();
  /** What is known was read for it: on another chain it may be refused. */
  #evmChainId: bigint | undefined;

  /** `authority` is the chain's dev authority, an ed25519 key; undefined where there is none. */
  constructor(
    private readonly types: MessageTypes,
    private readonly authority: () => Bytes | undefined,
  ) {}

  /** A transaction as blocks hold it. */
  read(bytes: Bytes, params: ChainParams): Tx | Refusal {
    const known = this.#knownFor(params).get(bytes);
    if (known !== undefined) return known;
    const read = this.#decode(bytes, params);
    this.#known.set(bytes, read);
    return read;
  }

  #knownFor({ evmChainId }: ChainParams): WeakMap<Bytes, Tx | Refusal> {
    if (evmChainId !== this.#evmChainId) {
      this.#evmChainId = evmChainId;
      this.#known = new WeakMap();
    }
    return this.#known;
  }

  /** The same for the last time: a block executes it, after which nobody asks for it as what is to come. */
  take(bytes: Bytes, params: ChainParams): Tx | Refusal {
    const known = this.#knownFor(params).get(bytes);
    this.#known.delete(bytes);
    return known ?? this.#decode(bytes, params);
  }

  #decode(bytes: Bytes, params: ChainParams): Tx | Refusal {
    return readWrappedTx(bytes, params, this.authority()) ?? readCosmosTx(bytes, params, this.types);
  }

  /** The wrapper of a raw Ethereum transaction, whose sender is recovered here once and for all. */
  wrap(raw: Bytes, params: ChainParams): WrapOutcome {
    const known = readEthereumTx(raw, params);
    if (isRefusal(known)) return { type: 'refused', ...known };
    const tx = wrapDecodedEthereumTx(known.ethereum, known.raw, known.from, params.baseDenom);
    this.#knownFor(params).set(tx, known);
    return { type: 'wrapped', tx };
  }

  /**
   * The bytes that a block would hold for whatever somebody broadcasts: a bare Ethereum transaction and Ethermint's older
   * wrapper are wrapped anew; anything else, also what is neither, is left for CheckTx to judge.
   */
  normalize(bytes: Bytes, params: ChainParams): WrapOutcome {
    const raw = looksBare(bytes) ? bytes : unwrapEthermintTx(bytes);
    return raw === undefined ? { type: 'wrapped', tx: bytes } : this.wrap(raw, params);
  }
}
