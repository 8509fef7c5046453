/**
 * Defines one transaction type for both envelopes: the wrapped Ethereum transaction and the SDK's own. `TxFacts` holds
 * what admission, the mempool, proposals and delivery need of every transaction.
 */
import type { Any } from '../../codec/cosmos/base.js';
import type { CompactBitArray } from '../../codec/cosmos/signing.js';
import type { Fee, TxBody } from '../../codec/cosmos/tx.js';
import type { DecodedEthereumTx } from '../../codec/ethereum/tx.js';
import type { IntrinsicGas } from '../../evm/intrinsic_gas.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { AnyMessage } from '../sdk/module/message.js';
import type { AccountKey } from '../types/public_key.js';
import type { Refusal } from '../types/refusal.js';

interface TxFacts {
  /**
   * Identifies the account whose sequence orders the transaction, the first signer: 20 bytes, and in `sender` their
   * lower-case hex.
   */
  readonly from: Bytes;
  readonly sender: string;
  /** Nonce of an Ethereum transaction. */
  readonly sequence: bigint;
  readonly gas: bigint;
  /** Highest price in wei for a unit of gas; `tipCap` limits the part of it above the base fee. */
  readonly feeCap: bigint;
  readonly tipCap: bigint;
  /** Most that `from` can lose by the transaction, in wei, without the amounts that Cosmos messages send. */
  readonly cost: bigint;
}

export interface EthereumTx extends TxFacts {
  readonly type: 'ethereum';
  readonly ethereum: DecodedEthereumTx;
  readonly raw: Bytes;
  readonly ethereumHash: Bytes;
  readonly intrinsic: IntrinsicGas;
  /** Whether the dev authority signed for the sender, who may be a contract. */
  readonly impersonated: boolean;
}

/** One signer; signers come in the order of the messages. */
export interface Signer {
  readonly address: Bytes;
  /** Lower-case hex of `address`. */
  readonly hex: string;
  /** `undefined` when the transaction leaves the key out, because an earlier one has recorded it in the account. */
  readonly key: { readonly any: Any; readonly read: AccountKey } | undefined;
  readonly sequence: bigint;
  readonly signature: SignatureData;
}

/** Signature of one key, or those of a multisig's members in the order of the set bits. */
export type SignatureData =
  | { readonly type: 'single'; readonly mode: number; readonly bytes: Bytes }
  | {
      readonly type: 'multi';
      /** `undefined` in simulations of Go clients. */
      readonly bits: CompactBitArray | undefined;
      readonly signatures: readonly SignatureData[];
    };

export interface CosmosTx extends TxFacts {
  readonly type: 'cosmos';
  readonly bytes: Bytes;
  readonly bodyBytes: Bytes;
  readonly authInfoBytes: Bytes;
  readonly body: TxBody;
  readonly messages: readonly AnyMessage[];
  /** At least one element. */
  readonly signers: readonly Signer[];
  readonly fee: Fee;
  /** Amount of the base denom, the only one that pays fees here. */
  readonly feeAmount: bigint;
  readonly payer: Bytes;
  /** Account whose fee grant pays instead of the payer. */
  readonly granter: Bytes | undefined;
}

export type Tx = EthereumTx | CosmosTx;

export const isRefusal = (value: Tx | Refusal): value is Refusal => 'log' in value;
