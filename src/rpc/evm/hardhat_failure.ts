/** A transaction that has failed in its block, as Hardhat's node answers it over HTTP (evm-json-rpc.md 11.9). */

import { readRevertData } from '../../codec/revert_data.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { INTERNAL_ERROR, RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';
import type { EvmReceipt } from '../ports/evm/block.js';

const VM_EXCEPTION = 'VM Exception while processing transaction:';

const PANIC_TEXTS: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'Assertion error'],
  [0x11n, 'Arithmetic operation overflowed outside of an unchecked block'],
  [0x12n, 'Division or modulo division by zero'],
  [0x21n, 'Tried to convert a value into an enum, but the value was too big or negative'],
  [0x22n, 'Incorrectly encoded storage byte array'],
  [0x31n, '.pop() was called on an empty array'],
  [0x32n, 'Array accessed at an out-of-bounds or negative index'],
  [0x41n, 'Too much memory was allocated, or an array was created that is too large'],
  [0x51n, 'Called a zero-initialized variable of internal function type'],
]);

function revertText(data: Bytes): string {
  if (data.length === 0) return 'Transaction reverted without a reason string';
  const read = readRevertData(data);
  switch (read.type) {
    case 'error':
      return `${VM_EXCEPTION} reverted with reason string '${read.reason}'`;
    case 'panic': {
      const known = PANIC_TEXTS.get(read.code) ?? 'Unknown panic code';
      return `${VM_EXCEPTION} reverted with panic code 0x${read.code.toString(16)} (${known})`;
    }
    case 'other':
      return `${VM_EXCEPTION} reverted with an unrecognized custom error (return data: ${to0x(data)})`;
  }
}

/** geth's text for a failure of the machine, as Hardhat puts it. */
function haltText(vmError: string): string {
  if (isOutOfGas(vmError)) return 'Transaction ran out of gas';
  return `${VM_EXCEPTION} ${vmError.startsWith('invalid opcode') ? 'invalid opcode' : vmError}`;
}

const isOutOfGas = (vmError: string): boolean => vmError.startsWith('out of gas');

const failure = (vmError: string, message: string, data: object): RpcError =>
  new RpcError(isOutOfGas(vmError) ? SERVER_ERROR : INTERNAL_ERROR, message, { message, ...data });

/** `data` has the hash, by which tools find the receipt, and the revert data; of a receipt that is no success. */
export function hardhatFailure({ transaction, vmError, returnData }: EvmReceipt): RpcError {
  const txHash = to0x(transaction.hash);
  if (vmError !== 'execution reverted') return failure(vmError, haltText(vmError), { txHash, data: '0x' });
  return failure(vmError, revertText(returnData), { txHash, data: to0x(returnData) });
}

/** A call that the machine halted: matchers take it for reverted because it has data, though empty. */
export const hardhatHalt = (reason: string): RpcError => failure(reason, haltText(reason), { data: '0x' });
