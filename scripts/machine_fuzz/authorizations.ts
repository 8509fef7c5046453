/** Draws EIP-7702 authorizations, valid and invalid, signed by accounts of the pre-state. */
import type { Authorization } from '../../src/codec/ethereum/tx.js';
import { authorizationHash } from '../../src/codec/ethereum/tx.js';
import {
  addressOfPrivateKey,
  SECP256K1_ORDER,
  secp256k1Sign,
  splitSignature,
} from '../../src/crypto/secp256k1/index.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { word } from './case.js';
import type { Draw } from './draw.js';

const KEYS: readonly Bytes[] = [word(0xa1n), word(0xa2n), word(0xa3n)];

/** Returns the signers' addresses. It needs the fast crypto. */
export function signers(): readonly Bytes[] {
  known ??= KEYS.map(addressOfPrivateKey);
  return known;
}

let known: readonly Bytes[] | undefined;

/** Returns the nonce of a signer's account in the pre-state; 0 if there is none. */
export type NonceOf = (signer: Bytes) => bigint;

function drawAuthorization(draw: Draw, delegates: readonly Bytes[], nonceOf: NonceOf): Authorization {
  const signer = draw.below(KEYS.length);
  const key = KEYS[signer] as Bytes;
  const address = draw.happens(10) ? new Uint8Array(20) : draw.one(delegates);
  const chainId = draw.weighted([
    [6, 1n],
    [2, 0n],
    [1, 2n],
  ] as const);
  const right = nonceOf(signers()[signer] as Bytes);
  const nonce = draw.weighted([
    [10, right],
    [2, BigInt.asUintN(64, right + 1n)],
    [1, 2n ** 64n - 1n],
  ] as const);
  const unsigned = { chainId, address, nonce };
  const signature = splitSignature(secp256k1Sign(authorizationHash(unsigned), key));
  const { r, s, yParity } = signature;
  switch (draw.below(12)) {
    case 0:
      return { ...unsigned, ...signature, s: SECP256K1_ORDER - s };
    case 1:
      return { ...unsigned, r: 0n, s, yParity };
    case 2:
      return { ...unsigned, ...signature, yParity: draw.between(2, 255) };
    case 3:
      // The signature belongs to another account, or to none.
      return { ...unsigned, r: r + 1n, s, yParity };
    default:
      return { ...unsigned, ...signature };
  }
}

export const drawAuthorizations = (draw: Draw, delegates: readonly Bytes[], nonceOf: NonceOf): Authorization[] =>
  Array.from({ length: draw.between(1, 4) }, () => drawAuthorization(draw, delegates, nonceOf));
