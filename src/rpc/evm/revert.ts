/** A reverted call as an error, in go-ethereum's words. */
import { revertReason } from '../../codec/revert_reason.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { EXECUTION_REVERTED, RpcError } from '../jsonrpc/errors.js';

/** Code 3 with the whole revert data, `0x` when there is none. */
export function revertError(data: Bytes): RpcError {
  const reason = revertReason(data);
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
  return new RpcError(EXECUTION_REVERTED, message, to0x(data));
}
