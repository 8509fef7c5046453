/**
 * `POST /v2/fungible/assets_from_source` (asset-reachability.md 1): the forms of an asset that transfers reach on other
 * chains. AssetPort knows one chain and no channel that leaves it, so whatever the asset is, the answer is the empty map:
 * that is the truth about this devnet, and a known denom without destinations is answered like one that nobody holds
 * (asset-reachability.md 1.2 row 4). Destinations come with the port's channels.
 */

import type { Bytes } from '../../kernel/bytes.js';
import { tryFromUtf8 } from '../../kernel/text.js';
import { survey } from '../jsonrpc/survey.js';
import type { AssetDenom, AssetPort } from '../ports/assets.js';
import { invalidArgument, type Problem } from './problem.js';
import { checkRequest } from './request.js';

/** A form of an asset on a destination chain; of an asset on this chain there is none yet. */
type DestAssets = Readonly<Record<string, { readonly assets: readonly never[] }>>;

export type AssetsAnswer = { readonly dest_assets: DestAssets } | Problem;

function parseObject(body: Bytes): Readonly<Record<string, unknown>> | undefined {
  const text = tryFromUtf8(body);
  if (text === undefined || survey(text).type === 'unreadable') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Chain ids are compared exactly; the EVM chain id names the same chain. */
const names =
  ({ chainId, evmChainId }: AssetPort) =>
  (text: string): boolean =>
    text === chainId || text === evmChainId.toString();

/** One entry for each chain that a channel of this chain leads to. */
const destinationsOf = (_asset: AssetDenom): DestAssets => ({});

export function assetsFromSource(port: AssetPort, body: Bytes): AssetsAnswer {
  const fields = parseObject(body);
  if (fields === undefined) return invalidArgument('request body');
  const checked = checkRequest(fields, names(port));
  if ('wrong' in checked) return invalidArgument(checked.wrong);
  const asset = port.denom(checked.request.denom);
  return { dest_assets: asset === undefined ? {} : destinationsOf(asset) };
}
