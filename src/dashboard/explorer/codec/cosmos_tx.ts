/** Decodes transactions of the Cosmos SDK (`cosmos.tx.v1beta1.TxRaw`) as CometBFT's RPC sends them. */
import type { Bytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { fromHex, toUpperHex } from '../../../kernel/hex.js';
import { bytesAt, numberAt, type ProtoField, readFields, textAt } from './protobuf.js';

export interface CosmosMessage {
  readonly typeUrl: string;
  readonly value: Bytes;
}

export interface CosmosTx {
  readonly messages: readonly CosmosMessage[];
  readonly memo: string;
  readonly timeoutHeight: bigint;
  /** Coins of the fee, such as `100ahalley`. */
  readonly fee: readonly string[];
  readonly gasLimit: bigint;
  readonly payer: string;
  readonly sequences: readonly bigint[];
}

export function fromBase64(text: string): Bytes {
  const raw = atob(text);
  return Uint8Array.from(raw, (character) => character.charCodeAt(0));
}

/** Returns a hash `0x…` as base64, the form in which routes of the CometBFT RPC take bytes. */
export const hashToBase64 = (hash: string): string => btoa(String.fromCharCode(...fromHex(hash)));

/** Returns the hash under which CometBFT finds a transaction, in upper-case hex. */
export const cosmosHash = (tx: Bytes): string => toUpperHex(sha256(tx));

const fieldsOf = (bytes: Bytes | undefined): readonly ProtoField[] | undefined => bytes && readFields(bytes);

/** Returns a coin as text, amount first: `5ahalley`. */
export function coinText(coin: Bytes): string {
  const fields = readFields(coin) ?? [];
  return `${textAt(fields, 2) || '0'}${textAt(fields, 1)}`;
}

function messageOf(any: Bytes): CosmosMessage {
  const fields = readFields(any) ?? [];
  return { typeUrl: textAt(fields, 1), value: bytesAt(fields, 2)[0] ?? new Uint8Array() };
}

/** Returns the decoded transaction; undefined when the bytes are none. */
export function decodeCosmosTx(tx: Bytes): CosmosTx | undefined {
  const raw = readFields(tx);
  const body = raw && fieldsOf(bytesAt(raw, 1)[0]);
  if (raw === undefined || body === undefined) return undefined;
  const authInfo = fieldsOf(bytesAt(raw, 2)[0]) ?? [];
  const fee = fieldsOf(bytesAt(authInfo, 2)[0]) ?? [];
  return {
    messages: bytesAt(body, 1).map(messageOf),
    memo: textAt(body, 2),
    timeoutHeight: numberAt(body, 3),
    fee: bytesAt(fee, 1).map(coinText),
    gasLimit: numberAt(fee, 2),
    payer: textAt(fee, 3),
    sequences: bytesAt(authInfo, 1).map((signer) => numberAt(readFields(signer) ?? [], 3)),
  };
}

/** Returns the names of a transaction's messages, such as `MsgTransfer`; none for bytes that are no transaction. */
export const messagesOf = ({ tx }: { readonly tx: string }): readonly string[] =>
  (decodeCosmosTx(fromBase64(tx))?.messages ?? []).map(({ typeUrl }) => typeUrl.replace(/^.*\./, ''));
