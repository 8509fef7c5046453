/** The reason in revert data: Solidity's `Error(string)` and `Panic(uint256)`, in go-ethereum's words. */
import { type Bytes, bytesToBigint } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { fromUtf8 } from '../../kernel/text.js';
import { EXECUTION_REVERTED, RpcError } from '../jsonrpc/errors.js';

const ERROR_STRING = '08c379a0';
const PANIC = '4e487b71';

const PANIC_TEXTS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
]);

const word = (data: Bytes, at: number): bigint => bytesToBigint(data.subarray(at, at + 32));

/** The ABI-encoded string argument; undefined when the encoding runs out of the data. */
function abiString(data: Bytes): string | undefined {
  const offset = word(data, 0);
  const start = offset + 32n;
  const end = start + word(data, Number(offset));
  return end > data.length ? undefined : fromUtf8(data.subarray(Number(start), Number(end)));
}

/** Undefined for custom errors and anything else without a text of its own. */
export function revertReason(data: Bytes): string | undefined {
  const selector = toHex(data.subarray(0, 4));
  const args = data.subarray(4);
  if (selector === ERROR_STRING) return abiString(args);
  if (selector !== PANIC || args.length < 32) return undefined;
  const code = word(args, 0);
  return PANIC_TEXTS.get(code) ?? `unknown panic code: 0x${code.toString(16)}`;
}

/** Code 3 with the whole revert data, `0x` when there is none. */
export function revertError(data: Bytes): RpcError {
  const reason = revertReason(data);
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
  return new RpcError(EXECUTION_REVERTED, message, to0x(data));
}
