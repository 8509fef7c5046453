/**
 * Defines an Ethereum transaction of a block with its outcome, either known from its execution or read from the block.
 * Also encodes signed Cosmos transactions.
 */

import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { DecodedEthereumTx } from '../ethereum/tx.js';
import { ProtoWriter } from '../protobuf/index.js';
import { Any, Coin } from './base.js';
import type { MsgEthereumTxResponse } from './msg_ethereum_tx.js';
import { directSignBytes, SignerInfo, SignMode } from './signing.js';

export interface ExecutedTx {
  /** Index among all transactions of the block. */
  readonly index: number;
  readonly hash: Bytes;
  readonly from: Bytes;
  readonly raw: Bytes;
  readonly ethereum: DecodedEthereumTx;
  readonly outcome: Pick<MsgEthereumTxResponse, 'logs' | 'ret' | 'vmError' | 'gasUsed'>;
}

/** Cosmos transaction with one signer, before it is signed. */
export interface UnsignedTx {
  readonly messages: readonly Any[];
  readonly memo: string;
  readonly publicKey: Any;
  readonly sequence: bigint;
  readonly accountNumber: bigint;
  readonly chainId: string;
  readonly fee: readonly Coin[];
  readonly gasLimit: bigint;
}

/**
 * Encodes a Cosmos transaction (`cosmos.tx.v1beta1` `TxRaw`) with one signer in mode Direct. `sign` receives the sign
 * bytes and returns 64 bytes.
 */
export function encodeSignedTx(tx: UnsignedTx, sign: (signBytes: Bytes) => Bytes): Bytes {
  const bodyBytes = bodyOf(tx);
  const authInfoBytes = authInfoOf(tx);
  const { chainId, accountNumber } = tx;
  const signature = sign(directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber }));
  return new ProtoWriter().bytes(1, bodyBytes).bytes(2, authInfoBytes).bytes(3, signature).finish();
}

function bodyOf({ messages, memo }: UnsignedTx): Bytes {
  const body = new ProtoWriter();
  for (const message of messages) body.message(1, Any.encode(message));
  return body.string(2, memo).finish();
}

function authInfoOf({ publicKey, sequence, fee, gasLimit }: UnsignedTx): Bytes {
  const modeInfo = { single: { mode: SignMode.Direct }, multi: EMPTY_BYTES };
  const amount = new ProtoWriter();
  for (const coin of fee) amount.message(1, Coin.encode(coin));
  return new ProtoWriter()
    .message(1, SignerInfo.encode({ publicKey, modeInfo, sequence }))
    .message(2, amount.uint(2, gasLimit).finish())
    .finish();
}
