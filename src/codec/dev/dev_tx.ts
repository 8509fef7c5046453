/**
 * Encodes dev transactions (`TxRaw`): messages of the package `halley.dev.v1`, signed by the dev authority's ed25519
 * key in mode Direct. They have account number 0, a sequence of their own, and neither gas nor fee. There is exactly
 * one encoding.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { Any } from '../cosmos/base.js';
import { directSignBytes, SignerInfo, SignMode } from '../cosmos/signing.js';
import { beginsWithMessage } from '../cosmos/tx.js';
import { bytes } from '../protobuf/field.js';
import { ProtoWriter } from '../protobuf/index.js';
import { message } from '../protobuf/message.js';

const URL_PREFIX = '/halley.dev.v1.';
const PREFIX_BYTES = utf8(URL_PREFIX);
const Ed25519PubKey = message('cosmos.crypto.ed25519.PubKey', { key: bytes(1) });

export interface DevSignDoc {
  readonly messages: readonly Any[];
  readonly publicKey: Bytes;
  readonly sequence: bigint;
}

export const isDevTypeUrl = (typeUrl: string): boolean => typeUrl.startsWith(URL_PREFIX);

/** Reports whether the first message of a transaction is a dev message. */
export const isDevTx = (tx: Bytes): boolean => beginsWithMessage(tx, PREFIX_BYTES);

const bodyOf = ({ messages }: DevSignDoc): Bytes => {
  const out = new ProtoWriter();
  for (const any of messages) out.message(1, Any.encode(any));
  return out.finish();
};

function authInfoOf({ publicKey: key, sequence }: DevSignDoc): Bytes {
  const publicKey = { typeUrl: Ed25519PubKey.typeUrl, value: Ed25519PubKey.encode({ key }) };
  const modeInfo = { single: { mode: SignMode.Direct }, multi: EMPTY_BYTES };
  return new ProtoWriter()
    .message(1, SignerInfo.encode({ publicKey, modeInfo, sequence }))
    .message(2, EMPTY_BYTES)
    .finish();
}

/** Returns the bytes that the authority signs. */
export const devSignBytes = (doc: DevSignDoc, chainId: string): Bytes =>
  directSignBytes({ bodyBytes: bodyOf(doc), authInfoBytes: authInfoOf(doc), chainId, accountNumber: 0n });

export const encodeDevTx = (doc: DevSignDoc, signature: Bytes): Bytes =>
  new ProtoWriter().bytes(1, bodyOf(doc)).bytes(2, authInfoOf(doc)).bytes(3, signature).finish();

/** Returns the ed25519 key in an Any. Throws CodecError when there is none. */
export const readEd25519Key = ({ value }: Any): Bytes => Ed25519PubKey.decode(value).key;
