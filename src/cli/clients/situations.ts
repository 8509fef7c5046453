/**
 * The situations of `halley clients check`: what a client meets when its node, or what is between them, fails. Each is
 * a list of faults as `halley start --fault` takes them, so that a single one can be tried by hand.
 */

export interface Situation {
  readonly name: string;
  /** What goes wrong for the client, without a full stop. */
  readonly title: string;
  readonly faults: readonly string[];
}

/** The faults act on both interfaces that a client may use. */
const ON = 'server=evm,comet';
/** The third, the fifth and the seventh request: early ones, so that each run meets the same. */
const EARLY = 'skip=1,every=2,times=3';
/** Methods that send a transaction. */
const SENDING =
  'methods=eth_sendRawTransaction,eth_sendTransaction,broadcast_tx_sync,broadcast_tx_async,broadcast_tx_commit';
/** Methods that ask for fees. */
const FEES = 'methods=eth_feeHistory,eth_maxPriorityFeePerGas';

export const SITUATIONS: readonly Situation[] = [
  { name: 'slow', title: 'every answer takes 600 ms', faults: [`slow:ms=600,${ON}`] },
  { name: 'timeout', title: 'the fourth request gets no answer', faults: [`timeout:skip=3,times=1,${ON}`] },
  {
    name: 'reset-before',
    title: 'the connections of three of the first requests are reset before they are read',
    faults: [`reset:when=before,${EARLY},${ON}`],
  },
  {
    name: 'reset-after-send',
    title: 'the transaction was taken, and the connection is reset in place of the answer',
    faults: [`reset:when=after,times=1,${SENDING},${ON}`],
  },
  {
    name: 'rate-limited',
    title: 'three of the first requests get 429 with Retry-After',
    faults: [`rate-limited:retryAfter=1,${EARLY},${ON}`],
  },
  {
    name: 'unavailable',
    title: 'three requests in a row get 503',
    faults: [`server-error:status=503,skip=2,times=3,${ON}`],
  },
  {
    name: 'bad-gateway',
    title: 'three of the first requests get 502 with a page of HTML',
    faults: [`server-error:status=502,${EARLY},${ON}`],
  },
  { name: 'truncated', title: 'three of the first answers end in the middle', faults: [`truncated:${EARLY},${ON}`] },
  {
    name: 'wrong-id',
    title: 'three of the first answers have the id of another request',
    faults: [`wrong-id:${EARLY},${ON}`],
  },
  {
    name: 'old-node',
    title: 'the node knows neither eth_feeHistory nor eth_maxPriorityFeePerGas',
    faults: [`method-not-found:${FEES}`],
  },
  {
    name: 'stale-replica',
    title: 'every answer is that of a replica two blocks behind',
    faults: [`stale-replica:lag=2,${ON}`],
  },
  {
    name: 'replicas',
    title: 'requests alternate between a current replica and one three blocks behind',
    faults: [`replicas:lags=0,3,per=request,${ON}`],
  },
  { name: 'lost-event', title: 'every second event is lost', faults: [`lost-event:every=2,${ON}`] },
  { name: 'doubled-event', title: 'every event arrives twice', faults: [`doubled-event:${ON}`] },
  {
    name: 'closed-socket',
    title: 'each WebSocket is closed in place of its second event',
    faults: [`closed-socket:after=1,${ON}`],
  },
  { name: 'reorg', title: 'every fourth block replaces the last two', faults: ['reorg:every=4,depth=2'] },
  {
    name: 'forgotten-filter',
    title: 'the node forgets each filter at its second poll',
    faults: ['forgotten-filter:every=2'],
  },
  { name: 'low-estimate', title: 'gas estimates are a third too low', faults: ['low-estimate:by=33'] },
  { name: 'fee-jump', title: 'fees double after the client has asked for them', faults: ['fee-jump:by=100'] },
  {
    name: 'dropped',
    title: 'the first transaction gets a hash and never reaches the mempool',
    faults: ['stuck-transaction:kind=dropped,times=1'],
  },
];
