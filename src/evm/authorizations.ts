/**
 * Applies the authorizations of EIP-7702. Before a type 4 transaction runs, each valid authorization makes its signer's
 * account delegate to the code of another account. Invalid authorizations are skipped. A failing transaction does not
 * undo delegations.
 */
import type { Authorization } from '../codec/ethereum/tx.js';
import { authorizationHash } from '../codec/ethereum/tx.js';
import { recoverAddress, SECP256K1_ORDER } from '../crypto/secp256k1/index.js';
import { type Bytes, concatBytes } from '../kernel/bytes.js';
import {
  type AccountsReader,
  DELEGATION_PREFIX,
  delegateOf,
  EMPTY_ACCOUNT,
  EMPTY_CODE_HASH,
  type MachineState,
} from './state.js';

const MAX_NONCE = 2n ** 64n - 1n;
/** 25,000 of the intrinsic gas less the 12,500 that an existing account costs. */
const EXISTING_ACCOUNT_REFUND = 12_500n;

/**
 * Reports whether an account has code that is not a delegation. Such an account can neither send nor sign (EIP-3607).
 */
export function isContract(state: AccountsReader, codeHash: Bytes): boolean {
  const code = state.code(codeHash);
  return code.length > 0 && delegateOf(code) === undefined;
}

/**
 * Returns the signer whose account changes. Returns undefined when the authorization is invalid by its own fields,
 * before any account is read. Simulations pass unsigned authorizations, which have no signer either.
 */
export function authorityOf(authorization: Authorization, evmChainId: bigint): Bytes | undefined {
  const { chainId, nonce } = authorization;
  if (chainId !== 0n && chainId !== evmChainId) return undefined;
  return nonce >= MAX_NONCE ? undefined : signerOf(authorization);
}

/** Recovers the signer, whether or not the authorization is valid on this chain. */
export function signerOf(authorization: Authorization): Bytes | undefined {
  const { r, s, yParity } = authorization;
  if (s > SECP256K1_ORDER / 2n || (yParity !== 0 && yParity !== 1)) return undefined;
  return recoverAddress(authorizationHash(authorization), { r, s, yParity });
}

/** Returns the gas to refund. Calls `warm` with every authority whose account is read. */
export function applyAuthorizations(
  state: MachineState,
  authorizations: readonly Authorization[],
  evmChainId: bigint,
  warm: (authority: Bytes) => void,
): bigint {
  let refund = 0n;
  for (const authorization of authorizations) {
    const authority = authorityOf(authorization, evmChainId);
    if (authority === undefined) continue;
    warm(authority);
    const account = state.account(authority);
    const { nonce, balance, codeHash } = account ?? EMPTY_ACCOUNT;
    if (isContract(state, codeHash) || nonce !== authorization.nonce) continue;
    if (account !== undefined) refund += EXISTING_ACCOUNT_REFUND;
    state.setAccount(authority, { nonce: nonce + 1n, balance, codeHash: codeHashFor(state, authorization.address) });
  }
  return refund;
}

/** Returns the new code hash. A delegation to the zero address ends the delegation. */
function codeHashFor(state: MachineState, delegate: Bytes): Bytes {
  if (delegate.every((byte) => byte === 0)) return EMPTY_CODE_HASH;
  return state.setCode(concatBytes(DELEGATION_PREFIX, delegate));
}
