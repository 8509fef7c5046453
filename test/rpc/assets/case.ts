/** Reads the asset cases for tests. */
import type { AssetSettings } from '../../../src/rpc/assets/settings.js';
import cases from '../../vectors/asset-cases.json' with { type: 'json' };
import type { Patch } from './topology_chains.js';

export interface Row {
  readonly chain_id: string;
  readonly denom: string;
  readonly origin_denom: string;
  readonly origin_chain_id: string;
  readonly trace: string;
}

interface Override {
  readonly origin_chain_id: string;
  readonly origin_denom: string;
  readonly dest_chain_id: string;
  readonly path: readonly string[];
}

export interface Case {
  readonly id: string;
  readonly why: string;
  readonly config: {
    readonly max_forward_hops?: number;
    readonly require_seen?: boolean;
    readonly include_mispathed?: boolean;
    readonly overrides?: readonly Override[];
  };
  readonly patch: readonly Patch[];
  readonly request: Readonly<Record<string, unknown>>;
  readonly expected: readonly Row[];
  readonly explain: readonly {
    readonly full_path: string;
    readonly class: string;
    readonly txs: number;
    readonly transfers: number;
    readonly route: readonly string[];
    readonly supply_at_destination: number;
  }[];
}

export const CASES = cases.cases as unknown as readonly Case[];

export function settingsOf({ config }: Case): Partial<AssetSettings> {
  const { max_forward_hops, require_seen, include_mispathed, overrides } = config;
  return {
    ...(max_forward_hops !== undefined && { maxForwardHops: max_forward_hops }),
    ...(require_seen !== undefined && { requireSeen: require_seen }),
    ...(include_mispathed !== undefined && { includeMispathed: include_mispathed }),
    ...(overrides !== undefined && {
      overrides: overrides.map(({ origin_chain_id, origin_denom, dest_chain_id, path }) => ({
        originChainId: origin_chain_id,
        originDenom: origin_denom,
        destChainId: dest_chain_id,
        hops: path,
      })),
    }),
  };
}

interface Answer {
  readonly dest_assets: Readonly<Record<string, { readonly assets: readonly Row[] }>>;
}

/** Lists the rows of an answer: chains in byte order, and the rows of a chain in the answer's own order. */
export const rowsOf = ({ dest_assets }: Answer): readonly Row[] =>
  Object.keys(dest_assets)
    .sort()
    .flatMap((id) =>
      (dest_assets[id]?.assets ?? []).map(({ chain_id, denom, origin_denom, origin_chain_id, trace }) => ({
        chain_id,
        denom,
        origin_denom,
        origin_chain_id,
        trace,
      })),
    );
