/** Reads the deadline of a call (`grpc-timeout`), with grpc-go's texts. */
import { GrpcCode, GrpcError } from '../../rpc/grpc/status.js';

const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };
/** Longest timer of Node.js, in milliseconds: 24.8 days. A longer deadline is none. */
const LONGEST_MS = 2 ** 31 - 1;

/** Returns milliseconds; undefined without a deadline. Throws GrpcError. */
export function timeoutMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const wrong = (why: string): GrpcError => new GrpcError(GrpcCode.internal, `malformed grpc-timeout: ${why}`, 400);
  const shown = JSON.stringify(text);
  if (text.length < 2) throw wrong(`transport: timeout string is too short: ${shown}`);
  if (text.length > 9) throw wrong(`transport: timeout string is too long: ${shown}`);
  const unit = UNIT_MS[text.slice(-1)];
  if (unit === undefined) throw wrong(`transport: timeout unit is not recognized: ${shown}`);
  const digits = text.slice(0, -1);
  if (!/^\d+$/.test(digits)) throw wrong(`strconv.ParseUint: parsing ${JSON.stringify(digits)}: invalid syntax`);
  const ms = Math.ceil(Number(digits) * unit);
  return ms > LONGEST_MS ? undefined : ms;
}
