/**
 * Refuses requests as providers do above their limits: always, or beyond a number of requests or of compute units a
 * second. A bucket holds what one second allows, and fills at that rate.
 */
import { count, optional } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests, type RpcCall } from '../fault.js';

export interface RateLimited extends OnRequests {
  readonly type: 'rate-limited';
  readonly retryAfter?: number;
  readonly perSecond?: number;
  readonly computePerSecond?: number;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** Compute units by the beginning of a method; the first that matches counts. Providers have similar tables. */
const COMPUTE_UNITS: readonly (readonly [beginning: string, units: number])[] = [
  ['eth_chainId', 0],
  ['net_', 0],
  ['web3_', 0],
  ['eth_blockNumber', 10],
  ['eth_sub', 10],
  ['eth_call', 26],
  ['eth_estimateGas', 20],
  ['eth_sendRawTransaction', 40],
  ['eth_getLogs', 60],
  ['eth_getFilter', 60],
  ['eth_getBlockReceipts', 20],
  ['eth_simulate', 40],
  ['debug_', 170],
  ['trace_', 75],
];
/** Compute units of all other methods. */
const OTHER_UNITS = 20;

const unitsOf = ({ method }: RpcCall): number =>
  COMPUTE_UNITS.find(([beginning]) => method.startsWith(beginning))?.[1] ?? OTHER_UNITS;

export const fault = defineRpcFault<RateLimited>({
  type: 'rate-limited',
  summary: 'Answers 429 with Retry-After; over a WebSocket, the JSON-RPC error -32005.',
  parameters: {
    retryAfter: optional(
      count('Sets the seconds in Retry-After; without it, the time until the limit allows it, or 1.'),
    ),
    perSecond: optional(count('Allows so many calls a second; without a limit, none.')),
    computePerSecond: optional(count('Allows so many compute units a second, of which each method has a number.')),
  },
  message({ retryAfter, perSecond, computePerSecond }, exchange, next, context) {
    let wait = 0;
    let isOver = perSecond === undefined && computePerSecond === undefined;
    const buckets = (context.memory ?? {}) as { readonly calls?: Bucket; readonly units?: Bucket };
    const take = (rate: number | undefined, cost: number, bucket: Bucket | undefined): Bucket | undefined => {
      if (rate === undefined) return undefined;
      const at = context.elapsedMs;
      const filled = bucket === undefined ? rate : Math.min(rate, bucket.left + ((at - bucket.at) / 1000) * rate);
      if (filled >= cost) return { left: filled - cost, at };
      isOver = true;
      wait = Math.max(wait, (cost - filled) / rate);
      return { left: filled, at };
    };
    const units = exchange.calls.reduce((sum, one) => sum + unitsOf(one), 0);
    const calls = take(perSecond, Math.max(1, exchange.calls.length), buckets.calls);
    const compute = take(computePerSecond, units, buckets.units);
    context.memory = { ...(calls && { calls }), ...(compute && { units: compute }) };
    if (!isOver) return next();
    return exchange.refuse({
      status: 429,
      headers: {
        'retry-after': `${retryAfter ?? Math.max(1, Math.ceil(wait))}`,
        'access-control-expose-headers': 'retry-after',
      },
      code: -32005,
      message: 'rate limit exceeded: try again later',
    });
  },
});
