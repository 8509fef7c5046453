/**
 * Defines the signers and the sign bytes of a Cosmos transaction (`cosmos.tx.v1beta1`, SDK x/tx `signing`) in the two
 * modes that wallets use. Mode Direct signs the bytes of the transaction itself. Amino's JSON is for the screens of
 * hardware wallets. Textual and auxiliary modes are not supported. A multisig's mode lists the modes of its members.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { goJson } from '../go_json.js';
import { bytes, optional, repeatedBytes, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Any, type Coin } from './base.js';

/** Supported values of `cosmos.tx.signing.v1beta1.SignMode`. */
export const SignMode = { Direct: 1, AminoJson: 127 } as const;

const SIGN_MODE = {
  enum: 'cosmos.tx.signing.v1beta1.SignMode',
  values: {
    0: 'SIGN_MODE_UNSPECIFIED',
    1: 'SIGN_MODE_DIRECT',
    2: 'SIGN_MODE_TEXTUAL',
    3: 'SIGN_MODE_DIRECT_AUX',
    127: 'SIGN_MODE_LEGACY_AMINO_JSON',
    191: 'SIGN_MODE_EIP_191',
  },
};

const SingleMode = message('cosmos.tx.v1beta1.ModeInfo.Single', { mode: small(1, SIGN_MODE) });
/** Mode of a signer. `multi` stays encoded as `MultiMode`, because members may be multisigs too. */
export const ModeInfo = message(
  'cosmos.tx.v1beta1.ModeInfo',
  { single: optional(1, SingleMode), multi: bytes(2, { name: 'cosmos.tx.v1beta1.ModeInfo.Multi' }) },
  { oneof: 'sum' },
);

/**
 * Bits for the keys of a multisig, in their order. `extraBitsStored` is the number of bits in the last byte, 0 for all
 * 8.
 */
export const CompactBitArray = message('cosmos.crypto.multisig.v1beta1.CompactBitArray', {
  extraBitsStored: small(1, 'uint32'),
  elems: bytes(2),
});
export type CompactBitArray = Of<typeof CompactBitArray>;

/** Keys of a multisig that signed, with the encoded ModeInfo of each. */
export const MultiMode = message('cosmos.tx.v1beta1.ModeInfo.Multi', {
  bitarray: optional(1, CompactBitArray),
  modeInfos: repeatedBytes(2, ModeInfo),
});

/** Signatures of a multisig's members, which may be of this type too. */
export const MultiSignature = message('cosmos.crypto.multisig.v1beta1.MultiSignature', {
  signatures: repeatedBytes(1),
});

export const SignerInfo = message('cosmos.tx.v1beta1.SignerInfo', {
  publicKey: optional(1, Any),
  modeInfo: optional(2, ModeInfo),
  sequence: uint(3),
});
export type SignerInfo = Of<typeof SignerInfo>;

const SignDoc = message('cosmos.tx.v1beta1.SignDoc', {
  bodyBytes: bytes(1),
  authInfoBytes: bytes(2),
  chainId: string(3),
  accountNumber: uint(4),
});

/** Returns what mode Direct signs: the transaction's own bytes for one chain and one account. */
export const directSignBytes = (doc: Of<typeof SignDoc>): Bytes => SignDoc.encode(doc);

/** Document that amino's mode signs. `messages` are in amino's JSON, each with its amino name. */
export interface AminoDoc {
  readonly accountNumber: bigint;
  readonly chainId: string;
  readonly fee: {
    readonly amount: readonly Coin[];
    readonly gasLimit: bigint;
    readonly payer: string;
    readonly granter: string;
  };
  readonly memo: string;
  readonly messages: readonly { readonly type: string; readonly value: unknown }[];
  readonly sequence: bigint;
  readonly timeoutHeight: bigint;
}

export function aminoSignBytes(doc: AminoDoc): Bytes {
  const { amount, gasLimit, payer, granter } = doc.fee;
  return utf8(
    sortedJson({
      account_number: doc.accountNumber.toString(),
      chain_id: doc.chainId,
      fee: {
        amount: amount.map(({ denom, amount: text }) => ({ denom, amount: text })),
        gas: gasLimit.toString(),
        granter: granter || undefined,
        payer: payer || undefined,
      },
      memo: doc.memo,
      msgs: doc.messages,
      sequence: doc.sequence.toString(),
      timeout_height: doc.timeoutHeight === 0n ? undefined : doc.timeoutHeight.toString(),
    }),
  );
}

/** Formats JSON with keys sorted at every depth, and with the escapes of Go's encoder. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return goJson(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${goJson(key)}:${sortedJson(member)}`).join(',')}}`;
}
