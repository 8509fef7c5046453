/** Says why a call failed, with the error of the contract where an ABI names it. */
import { decodeRevert } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { RequestError } from '../../feed/http.js';

/** Returns the data of a revert, which some nodes nest. */
function revertData(data: unknown): string | undefined {
  if (typeof data === 'string') return data.startsWith('0x') ? data : undefined;
  return typeof data === 'object' && data !== null ? revertData((data as { readonly data?: unknown }).data) : undefined;
}

/** Returns a sentence without its full stop. */
export function failureText(error: Error): string {
  const data = error instanceof RequestError ? revertData(error.data) : undefined;
  const revert = data === undefined ? undefined : decodeRevert(data, anyAbi.value);
  if (revert === undefined) return error.message;
  const args = revert.args.map(({ name, value }) => `${name}: ${String(value)}`).join(', ');
  return `reverted: ${revert.name}(${args})${revert.meaning === undefined ? '' : `, ${revert.meaning}`}`;
}
