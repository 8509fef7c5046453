/**
 * Stores how much of an account's coins another may spend through their contract (cosmos/evm x/erc20
 * `keeper/allowance.go`).
 */
import { integer, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { checksumAddress } from '../../types/address.js';

export const ALLOWANCE_PREFIX = Uint8Array.of(5);

/** Encodes an allowance. Addresses have EIP-55's checksum. */
export const Allowance = message('cosmos.evm.erc20.v1.Allowance', {
  erc20Address: string(1),
  owner: string(2),
  spender: string(3),
  value: integer(4),
});
export type Allowance = Of<typeof Allowance>;

/** Contract, owner and spender of an allowance, 20 bytes each. */
export interface AllowanceOf {
  readonly contract: Bytes;
  readonly owner: Bytes;
  readonly spender: Bytes;
}

const keyOf = ({ contract, owner, spender }: AllowanceOf): Bytes =>
  concatBytes(ALLOWANCE_PREFIX, contract, owner, spender);

export function readAllowance(state: StateReader, of: AllowanceOf): bigint {
  const value = state.get('erc20', keyOf(of));
  return value === undefined ? 0n : Allowance.decode(value).value;
}

/** Writes an allowance. A value of 0 deletes it. */
export function writeAllowance(state: WorkingState, of: AllowanceOf, value: bigint): void {
  if (value === 0n) {
    state.delete('erc20', keyOf(of));
    return;
  }
  const { contract, owner, spender } = of;
  const allowance = {
    erc20Address: checksumAddress(contract),
    owner: checksumAddress(owner),
    spender: checksumAddress(spender),
    value,
  };
  state.set('erc20', keyOf(of), Allowance.encode(allowance));
}

export const readAllowances = (state: StateReader): readonly Allowance[] =>
  [...state.entries('erc20', ALLOWANCE_PREFIX)].map(([, value]) => Allowance.decode(value));

export function deleteAllowances(state: WorkingState, contract: Bytes): void {
  const keys = [...state.entries('erc20', concatBytes(ALLOWANCE_PREFIX, contract))].map(([key]) => key);
  for (const key of keys) state.delete('erc20', key);
}
