/** The intended differences, each with its reason. Every other difference is a fault of Halley. */
import type { Difference, DifferenceKind } from './shape.js';

interface AllowedDifference {
  /** Matches a route or an event type. Default: all. */
  readonly of?: RegExp;
  readonly path: RegExp;
  readonly kinds: readonly DifferenceKind[];
  /** Matches the real node's value. Default: any. */
  readonly real?: RegExp;
  readonly reason: string;
}

const OMITTED: readonly DifferenceKind[] = ['missing', 'extra'];
const OF_EVENT = String.raw`\.data\.value\.TxResult\.result`;

const ALLOWED_DIFFERENCES: readonly AllowedDifference[] = [
  {
    path: /\.aunts$/,
    kinds: ['extra'],
    reason: 'CosmJS cannot read a proof without aunts, which the engine makes for a block of one transaction',
  },
  {
    path: /\.version\.app$|\.app_version$/,
    kinds: OMITTED,
    reason: "omitted when zero: the application's protocol version, 1 for kvstore and 0 for ours",
  },
  { path: /\.moniker$/, kinds: ['spelling'], reason: "the node's own name" },
  { of: /^genesis/, path: /\.genesis\.app_state$/, kinds: OMITTED, reason: 'kvstore starts without state' },
  {
    path: /\.events\[\]\.attributes\[\]\.(key|value)$|finalize_block_events\[\]\.attributes\[\]\.(key|value)$/,
    kinds: ['spelling'],
    reason: 'texts that each application chooses',
  },
  {
    path: /(\.finalize_block_events|NewBlockEvents.*\.events|\.value\.events)$/,
    kinds: ['type'],
    real: /^null$/,
    reason: 'kvstore emits no events for a block (null), ours emits its base fee',
  },
  {
    path: /result_finalize_block\.events$/,
    kinds: ['extra'],
    reason: 'omitted when empty: kvstore emits no events for a block, ours emits its base fee',
  },
  {
    of: /^NewBlock$/,
    path: /result_finalize_block\.validator_updates$/,
    kinds: ['type'],
    real: /^\[\]$/,
    reason:
      'kvstore, in one process with its node, passes an empty list of updates; a separate application passes none',
  },
  {
    path: /\.(tx_result|txs_results\[\]|tx_results\[\]|check_tx)\.data$/,
    kinds: ['type'],
    real: /^null$/,
    reason: 'kvstore returns no data (null), an executed Ethereum transaction returns some',
  },
  {
    path: new RegExp(`${OF_EVENT}\\.(code|data|log|info|gas_wanted|gas_used|events|codespace)$`),
    kinds: OMITTED,
    reason: 'omitted when zero in an event: kvstore uses no gas and returns no data',
  },
  {
    of: /^abci_query$/,
    path: /\.response\.(key|value)$/,
    kinds: ['type'],
    reason: 'kvstore echoes the key for any path; ours refuses the path, as the Cosmos SDK does',
  },
];

export const reasonFor = (of: string, { path, kind, real }: Difference): string | undefined =>
  ALLOWED_DIFFERENCES.find(
    (allowed) =>
      (allowed.of?.test(of) ?? true) &&
      allowed.path.test(path) &&
      allowed.kinds.includes(kind) &&
      (allowed.real?.test(real) ?? true),
  )?.reason;
