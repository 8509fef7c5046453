/**
 * Makes the errors of failed runs as Hardhat's nodes 2.29 and 3.18 do over HTTP for contracts without known sources
 * (evm-json-rpc.md 11.9).
 */

import type { EvmReceipt } from '../../../backend/evm/block.js';
import { readRevertData } from '../../../codec/ethereum/revert_data.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { EXECUTION_REVERTED, INTERNAL_ERROR, RpcError, SERVER_ERROR } from '../../jsonrpc/errors.js';
import type { HardhatRelease } from '../compat_mode.js';

const VM_EXCEPTION = 'VM Exception while processing transaction:';
const NO_REASON = 'Transaction reverted without a reason string';
const OUT_OF_GAS = 'Transaction ran out of gas';
const CODE_TOO_LARGE = 'Transaction reverted: trying to deploy a contract whose code is too large';
/** Matches geth's error texts for what Hardhat reports as running out of gas. */
const UNPAID = /out of gas|^gas uint64 overflow/;

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
  if (data.length === 0) return NO_REASON;
  const read = readRevertData(data);
  switch (read.type) {
    case 'error':
      return `${VM_EXCEPTION} reverted with reason string '${read.reason}'`;
    case 'panic': {
      const code = `0x${read.code.toString(16)}`;
      const known = PANIC_TEXTS.get(read.code);
      return known === undefined
        ? `${VM_EXCEPTION} reverted with unknown panic code ${code}`
        : `${VM_EXCEPTION} reverted with panic code ${code} (${known})`;
    }
    case 'other':
      return `${VM_EXCEPTION} reverted with an unrecognized custom error (return data: ${to0x(data)})`;
  }
}

/** Returns Hardhat's error text for geth's error text of an EVM failure. */
function haltText(vmError: string): string {
  if (vmError.startsWith('invalid opcode')) return `${VM_EXCEPTION} invalid opcode`;
  return vmError.startsWith('max code size exceeded') ? CODE_TOO_LARGE : NO_REASON;
}

/**
 * Makes the error. For Hardhat 3 its `data` is the revert data. For Hardhat 2 the members of `data` have its order:
 * `message`, `txHash` for a transaction, `data`.
 */
function failure(release: HardhatRelease, text: string, txHash: string | undefined, data: string): RpcError {
  if (release === 3) return new RpcError(EXECUTION_REVERTED, text, data);
  const message = `Error: ${text}`;
  return new RpcError(INTERNAL_ERROR, message, { message, ...(txHash !== undefined && { txHash }), data });
}

/** Makes the error for a run without enough gas. For a call, `txHash` is null in Hardhat 2, and absent in Hardhat 3. */
const outOfGas = (release: HardhatRelease, txHash?: string): RpcError =>
  new RpcError(SERVER_ERROR, OUT_OF_GAS, {
    message: OUT_OF_GAS,
    ...(txHash === undefined ? release === 2 && { txHash: null } : { txHash }),
    data: '0x',
  });

/**
 * Makes the error of a failed receipt. For Hardhat 2 its `data` has the transaction hash, by which tools find the
 * receipt, and the revert data.
 */
export function hardhatFailure(release: HardhatRelease, { transaction, vmError, returnData }: EvmReceipt): RpcError {
  const txHash = to0x(transaction.hash);
  if (vmError === 'execution reverted') return failure(release, revertText(returnData), txHash, to0x(returnData));
  return UNPAID.test(vmError) ? outOfGas(release, txHash) : failure(release, haltText(vmError), txHash, '0x');
}

/** Makes the error of a call that reverted. */
export const hardhatRevert = (release: HardhatRelease, data: Bytes): RpcError =>
  failure(release, revertText(data), undefined, to0x(data));

/** Makes the error of a call that the EVM halted. It has empty data, so assertion libraries treat it as a revert. */
export const hardhatHalt = (release: HardhatRelease, reason: string): RpcError =>
  UNPAID.test(reason) ? outOfGas(release) : failure(release, haltText(reason), undefined, '0x');
