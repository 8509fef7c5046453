/** Sends requests to the asset API of a running devnet over its socket. */
import type { Devnet } from '../../../src/devnet/index.js';
import { type Row, rowsOf } from '../../rpc/assets/case.js';

// biome-ignore lint/suspicious/noExplicitAny: what the tests read of answers is theirs
type Json = any;

export async function ask(devnet: Devnet, path: string, body: object): Promise<Json> {
  const answer = await fetch(`${devnet.urls.assets}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}

const request = (chain: string, denom: string, wishes: object): object => ({
  source_asset_chain_id: chain,
  source_asset_denom: denom,
  ...wishes,
});

const FROM_SOURCE = '/v2/fungible/assets_from_source';

export const reach = async (devnet: Devnet, chain: string, denom: string, wishes: object = {}) =>
  rowsOf(await ask(devnet, FROM_SOURCE, request(chain, denom, wishes)));

/** Requests all members of the assets. */
export async function reachWhole(devnet: Devnet, chain: string, denom: string, wishes: object = {}): Promise<Json[]> {
  const { dest_assets } = await ask(devnet, FROM_SOURCE, request(chain, denom, wishes));
  return Object.keys(dest_assets)
    .sort()
    .flatMap((id) => dest_assets[id].assets);
}

/** Describes a form by its chain and trace: `hub-1 transfer/channel-10`. */
export const brief = (rows: readonly Row[]): readonly string[] =>
  rows.map(({ chain_id, trace }) => (trace === '' ? chain_id : `${chain_id} ${trace}`));
