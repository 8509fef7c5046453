/**
 * Checks, charges for and verifies what one signer has signed: a single signature, or those of a multisig (SDK
 * x/auth/ante `sigverify.go`, crypto/keys/multisig, cosmos/evm `ante/sigverify.go`).
 */
import { type CompactBitArray, MultiSignature, SignMode } from '../../codec/cosmos/signing.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { GasMeter } from '../sdk/module/gas_meter.js';
import type { SignatureData } from '../tx/tx.js';
import { type AccountKey, type MultisigKey, verifySignature } from '../types/public_key.js';
import { failure, moduleFailure, type TxFailure } from '../types/refusal.js';

/**
 * Price of an Ethereum key's signature, as in cosmos/evm. The price of a Cosmos key's signature is a parameter of
 * auth.
 */
const ETHEREUM_SIGNATURE_GAS = 21_000n;

/** Returns the number of keys that count against auth's `tx_sig_limit`: 0 for a key that the transaction leaves out. */
export const keyCount = (key: AccountKey | undefined): number =>
  key === undefined ? 0 : key.kind === 'multisig' ? key.keys.reduce((sum, member) => sum + keyCount(member), 0) : 1;

/** Charges for each signature. Of a multisig, those whose bit is set. Throws TxFailure. */
export function consumeSignatureGas(
  key: AccountKey | undefined,
  signature: SignatureData,
  isEthereum: boolean,
  gas: GasMeter,
  secp256k1Gas: bigint,
): void {
  if (key?.kind !== 'multisig') {
    if (isEthereum) gas.consume(ETHEREUM_SIGNATURE_GAS, 'ante verify: eth_secp256k1');
    else gas.consume(secp256k1Gas, 'ante verify: secp256k1');
    return;
  }
  for (const { member, data } of signedMembers(key, multiOf(signature)))
    consumeSignatureGas(member, data, false, gas, secp256k1Gas);
}

type Multi = Extract<SignatureData, { type: 'multi' }>;

function multiOf(signature: SignatureData): Multi {
  if (signature.type === 'multi') return signature;
  throw moduleFailure(
    'undefined',
    1,
    'expected *signing.MultiSignatureData, got, *signing.SingleSignatureData: a multisig key needs mode_info.multi',
  );
}

interface SignedMember {
  readonly index: number;
  readonly member: AccountKey;
  readonly data: SignatureData;
}

/** Pairs each key whose bit is set with its signature. Throws TxFailure where the SDK's code would be out of range. */
function signedMembers({ keys }: MultisigKey, { bits, signatures }: Multi): readonly SignedMember[] {
  const set = setBits(bits, keys.length);
  const last = set.at(-1) ?? -1;
  if (last >= keys.length) throw outOfRange(`the bit ${last} of a multisig of ${keys.length} keys is set`);
  if (set.length > signatures.length)
    throw outOfRange(`${set.length} bits of a multisig are set, and it has ${signatures.length} signatures`);
  return set.map((index, i) => ({ index, member: keys[index] as AccountKey, data: signatures[i] as SignatureData }));
}

const outOfRange = (problem: string): TxFailure =>
  failure('unauthorized', `${problem}: expected a bit for each key, and a signature for each bit set: unauthorized`);

const bitCount = (bits: CompactBitArray | undefined): number => {
  if (bits === undefined) return 0;
  const { extraBitsStored, elems } = bits;
  return extraBitsStored === 0
    ? elems.length * 8
    : Math.min((elems.length - 1) * 8 + extraBitsStored, elems.length * 8);
};

/**
 * Returns the indexes of the bits that are set, ascending, up to the first that has no key: a sender may claim millions.
 * The first bit of a byte is its highest.
 */
function setBits(bits: CompactBitArray | undefined, keys: number): readonly number[] {
  const elems = bits?.elems ?? new Uint8Array();
  const count = bitCount(bits);
  const set: number[] = [];
  for (let i = 0; i < count && (set.at(-1) ?? 0) < keys; i += elems[i >> 3] === 0 ? 8 - (i % 8) : 1)
    if (((elems[i >> 3] ?? 0) & (0x80 >> (i % 8))) !== 0) set.push(i);
  return set;
}

/** Returns the bytes to sign in a mode; `undefined` for an unsupported mode. */
export type SignBytesOf = (mode: number) => Bytes | undefined;

/** Returns why a signature is invalid, in the SDK's words, or `undefined` for a valid one. */
export function signatureProblem(
  key: AccountKey,
  signature: SignatureData,
  signBytesOf: SignBytesOf,
): string | undefined {
  const single = 'unable to verify single signer signature';
  if (key.kind === 'multisig')
    return signature.type === 'single' ? single : multisigProblem(key, signature, signBytesOf);
  if (signature.type === 'multi') return 'expected multisig.PubKey, got a single key';
  const signBytes = signBytesOf(signature.mode);
  return signBytes !== undefined && verifySignature(key, signBytes, signature.bytes) ? undefined : single;
}

function multisigProblem(key: MultisigKey, signature: Multi, signBytesOf: SignBytesOf): string | undefined {
  const { bits, signatures } = signature;
  const { keys, threshold } = key;
  if (bitCount(bits) !== keys.length) return `bit array size is incorrect, expecting: ${keys.length}`;
  if (signatures.length < threshold || signatures.length > keys.length)
    return `signature size is incorrect ${signatures.length}`;
  const signed = signedMembers(key, signature);
  if (signed.length < threshold) return `not enough signatures set, have ${signed.length}, expected ${threshold}`;
  for (const { index, member, data } of signed) {
    const problem = signatureProblem(member, data, signBytesOf);
    if (problem !== undefined) return data.type === 'single' ? `unable to verify signature at index ${index}` : problem;
  }
  return undefined;
}

/** Returns true when all signatures are in amino's mode, whose bytes have the sequence. */
export const isAminoOnly = (signature: SignatureData): boolean =>
  signature.type === 'single' ? signature.mode === SignMode.AminoJson : signature.signatures.every(isAminoOnly);

/** Returns true when a signature, or one of a multisig's, is not made yet, as in simulations. */
export const isIncomplete = (signature: SignatureData): boolean =>
  signature.type === 'single'
    ? signature.bytes.length === 0
    : signature.signatures.length === 0 || signature.signatures.some(isIncomplete);

/** Returns what events show of a signature. Those of a multisig's members come first, then the one of all. */
export function signatureBytes(signature: SignatureData): readonly Bytes[] {
  if (signature.type === 'single') return [signature.bytes];
  const signatures = signature.signatures.flatMap(signatureBytes);
  return [...signatures, MultiSignature.encode({ signatures })];
}
