/**
 * The situations of `halley clients check`: what a client meets when its node, or what is between them, fails. Each is
 * a list of faults as `halley start --fault` takes them, so that a single one can be tried by hand.
 */

export interface Situation {
  readonly name: string;
  /** What the client meets, as a sentence without a full stop. */
  readonly title: string;
  readonly faults: readonly string[];
}

/** The faults act on both interfaces that a client may use. */
const ON = 'server=evm,comet';
/** What asks for what a transaction costs, or what it became. */
const FEES = 'methods=eth_feeHistory,eth_maxPriorityFeePerGas';

export const SITUATIONS: readonly Situation[] = [
  { name: 'slow', title: 'every answer takes 600 ms', faults: [`slow:ms=600,${ON}`] },
  {
    name: 'unavailable',
    title: 'three requests in a row get 503',
    faults: [`server-error:status=503,skip=2,times=3,${ON}`],
  },
  {
    name: 'bad-gateway',
    title: 'every fifth request gets 502 with a page of HTML',
    faults: [`server-error:status=502,every=5,${ON}`],
  },
  { name: 'truncated', title: 'every fifth answer ends in the middle', faults: [`truncated:every=5,${ON}`] },
  { name: 'invalid-json', title: 'every fifth answer is no JSON', faults: [`invalid-json:every=5,${ON}`] },
  {
    name: 'old-node',
    title: 'the node knows neither eth_feeHistory nor eth_maxPriorityFeePerGas',
    faults: [`method-not-found:${FEES}`],
  },
];
