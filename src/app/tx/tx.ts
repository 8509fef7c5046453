/**
 * One transaction type over both envelopes: Ethereum's transaction in its wrapper, and the SDK's own. What admission,
 * the mempool, proposals and delivery ask of any transaction stands in `TxFacts`; the rest belongs to one of the kinds.
 */
import type { Any } from '../../codec/cosmos/base.js';
import type { Fee, TxBody } from '../../codec/cosmos/tx.js';
import type { DecodedEthereumTx } from '../../codec/ethereum/tx.js';
import type { IntrinsicGas } from '../../evm/intrinsic_gas.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { AnyMessage } from '../sdk/module/message.js';
import type { AccountKey } from '../types/public_key.js';
import type { Refusal } from '../types/refusal.js';

interface TxFacts {
  /** Whose sequence orders it: the first signer's 20 bytes, and their lower-case hex. */
  readonly from: Bytes;
  readonly sender: string;
  /** The EVM's nonce. */
  readonly sequence: bigint;
  /** The limit. */
  readonly gas: bigint;
  /** Wei a unit of gas at most, and the part of it above the base fee. */
  readonly feeCap: bigint;
  readonly tipCap: bigint;
  /** The most that `from` can lose by it, what messages send aside: wei. */
  readonly cost: bigint;
}

export interface EthereumTx extends TxFacts {
  readonly type: 'ethereum';
  readonly ethereum: DecodedEthereumTx;
  readonly raw: Bytes;
  readonly ethereumHash: Bytes;
  readonly intrinsic: IntrinsicGas;
  /** The dev authority has signed for the sender, who may be a contract. */
  readonly impersonated: boolean;
}

/** One who signs, in the order of the messages. */
export interface Signer {
  readonly address: Bytes;
  /** Lower-case hex of `address`. */
  readonly hex: string;
  /** Undefined when the transaction leaves it out: the account has told it before. */
  readonly key: { readonly any: Any; readonly read: AccountKey } | undefined;
  readonly mode: number;
  readonly sequence: bigint;
  readonly signature: Bytes;
}

export interface CosmosTx extends TxFacts {
  readonly type: 'cosmos';
  readonly bytes: Bytes;
  readonly bodyBytes: Bytes;
  readonly authInfoBytes: Bytes;
  readonly body: TxBody;
  readonly messages: readonly AnyMessage[];
  /** At least one. */
  readonly signers: readonly Signer[];
  readonly fee: Fee;
  /** Of the base denom, the only one that pays here. */
  readonly feeAmount: bigint;
  readonly payer: Bytes;
}

export type Tx = EthereumTx | CosmosTx;

export const isRefusal = (value: Tx | Refusal): value is Refusal => 'log' in value;
