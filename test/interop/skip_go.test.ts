/**
 * Tests the asset API with the public client of such services, `@skip-go/client`, unmodified. Its functions are loaded
 * from their files, because the package's root requires wallets of other chains.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOn, HUB, OWN, startNetwork, TWO_CHAINS, transfer, voucher } from '../devnet/chains/relay_kit.js';
import { CASES, type Row, settingsOf } from '../rpc/assets/case.js';
import { chainsOf, LOCAL, patchedTopology } from '../rpc/assets/topology_chains.js';
import { type AssetEndpoint, openAssetEndpoint } from '../server/rest/asset_endpoint.js';
import { COMPAT } from './peers/tools.js';

const API = join(COMPAT, 'node_modules/@skip-go/client/dist/esm/api');
const isAbsent = !existsSync(API) && process.env['CI'] !== 'true';

// biome-ignore lint/suspicious/noExplicitAny: the client is loaded by its file, which has no types for us
type Call = (options: object) => Promise<any>;
const load = async (file: string, name: string): Promise<Call> => {
  const module = (await import(pathToFileURL(join(API, `${file}.js`)).href)) as Record<string, Call>;
  return module[name] as Call;
};

interface ClientAsset {
  readonly chainId: string;
  readonly denom: string;
  readonly originDenom: string;
  readonly originChainId: string;
  readonly trace: string;
}

const camelCased = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      one,
    ]),
  );
const rowOf = ({ chainId, denom, originDenom, originChainId, trace }: ClientAsset): Row => ({
  chain_id: chainId,
  denom,
  origin_denom: originDenom,
  origin_chain_id: originChainId,
  trace,
});

const HUB_ON_LOCAL = 'ibc/8ABB4C90BA3B7AB14E7393B8F68A9FF439DB5E502A0E708B63CC3FB6F7EDE102';

describe.skipIf(isAbsent)('@skip-go/client', () => {
  let endpoint: AssetEndpoint;
  beforeAll(async () => {
    const chains = chainsOf(patchedTopology());
    endpoint = await openAssetEndpoint({
      chains: () => chains,
      balances: (id, address) =>
        id === LOCAL && address === 'cosmos1x' ? [{ denom: 'aevm', amount: 15n * 10n ** 17n }] : undefined,
    });
  });
  afterAll(async () => {
    await endpoint.close();
    expect(endpoint.bugs).toEqual([]);
  });

  it.each(CASES.map((one) => [one.id, one] as const))('reads the answer of %s', async (_id, one) => {
    const assetsFromSource = await load('postAssetsFromSource', 'assetsFromSource');
    const own = await openAssetEndpoint(chainsOf(patchedTopology(one.patch)), settingsOf(one));
    try {
      const answer = (await assetsFromSource({ ...camelCased(one.request), apiUrl: own.url })) as Record<
        string,
        readonly ClientAsset[]
      >;
      const rows = Object.keys(answer)
        .sort()
        .flatMap((id) => (answer[id] ?? []).map(rowOf));
      expect(rows).toEqual(one.expected);
    } finally {
      await own.close();
    }
  });

  it('gets the error text with its code', async () => {
    const assetsFromSource = await load('postAssetsFromSource', 'assetsFromSource');
    const asked = assetsFromSource({ sourceAssetDenom: 'aevm', sourceAssetChainId: 'nowhere-1', apiUrl: endpoint.url });
    await expect(asked).rejects.toMatchObject({ message: 'Invalid source_asset_chain_id', code: 3 });
  });

  it('lists chains, assets, bridges and venues', async () => {
    const apiUrl = endpoint.url;
    const chains = await (await load('getChains', 'chains'))({ apiUrl, onlyTestnets: true });
    expect(
      chains.map(({ chainId, pfmEnabled }: { chainId: string; pfmEnabled: boolean }) => [chainId, pfmEnabled]),
    ).toEqual([
      ['devnet_9000-1', false],
      ['dex-1', true],
      ['hub-1', true],
      ['iso-1', false],
      ['wasm-1', true],
    ]);
    const two = await (await load('getChains', 'chains'))({ apiUrl, chainIds: ['hub-1', 'dex-1'] });
    expect(two).toHaveLength(2);
    const assets = await (await load('getAssets', 'assets'))({ apiUrl, chainIds: ['hub-1'] });
    expect(Object.keys(assets)).toEqual(['hub-1']);
    expect(assets['hub-1'].map(({ denom }: ClientAsset) => denom)).toContain('uhub');
    expect(await (await load('getBridges', 'bridges'))({ apiUrl })).toMatchObject([{ id: 'IBC', name: 'IBC' }]);
    expect(await (await load('getVenues', 'venues'))({ apiUrl })).toEqual([]);
  });

  it('reads the assets between two chains, recommendations, and the origins of vouchers', async () => {
    const apiUrl = endpoint.url;
    const between = await (await load('getAssetsBetweenChains', 'assetsBetweenChains'))({
      apiUrl,
      sourceChainId: LOCAL,
      destChainId: 'hub-1',
    });
    const hub = [between]
      .flat()
      .flatMap((answer) => answer.assetsBetweenChains ?? answer)
      .find(({ assetOnSource }: { assetOnSource: ClientAsset }) => assetOnSource.denom === HUB_ON_LOCAL);
    expect(hub).toMatchObject({ assetOnDest: { denom: 'uhub' }, txsRequired: 1, bridges: ['IBC'] });
    const recommended = await (await load('postRecommendAssets', 'recommendAssets'))({
      apiUrl,
      requests: [{ sourceAssetDenom: HUB_ON_LOCAL, sourceAssetChainId: LOCAL, destChainId: 'hub-1' }],
    });
    expect(JSON.stringify(recommended)).toContain('"reason":"BASE_TOKEN"');
    const origins = await (await load('postIbcOriginAssets', 'ibcOriginAssets'))({
      apiUrl,
      assets: [
        { denom: HUB_ON_LOCAL, chainId: LOCAL },
        { denom: 'unope', chainId: LOCAL },
      ],
    });
    expect(origins).toMatchObject([
      { asset: { denom: 'uhub', chainId: 'hub-1' }, assetFound: true },
      { assetFound: false },
    ]);
  });

  it('reads balances and a route', async () => {
    const apiUrl = endpoint.url;
    const balances = await (await load('postBalances', 'balances'))({
      apiUrl,
      chains: { [LOCAL]: { address: 'cosmos1x' } },
    });
    expect(balances.chains[LOCAL].denoms.aevm).toEqual({
      amount: '1500000000000000000',
      decimals: 18,
      formattedAmount: '1.5',
    });
    const route = await (await load('postRoute', 'route'))({
      apiUrl,
      sourceAssetDenom: HUB_ON_LOCAL,
      sourceAssetChainId: LOCAL,
      destAssetDenom: 'ibc/1F5029352A3F20795580AC10E186978820122BEBE085EFC8DEDCCC360BF60040',
      destAssetChainId: 'iso-1',
      amountIn: '5',
    });
    expect(route).toMatchObject({
      amountOut: '5',
      chainIds: [LOCAL, 'hub-1', 'iso-1'],
      txsRequired: 1,
      doesSwap: false,
    });
    expect(
      route.operations.map(({ txIndex, transfer }: { txIndex: number; transfer: { channel: string } }) => [
        txIndex,
        transfer.channel,
      ]),
    ).toEqual([
      [0, 'channel-0'],
      [0, 'channel-12'],
    ]);
  });
});

describe.skipIf(isAbsent)('@skip-go/client, with running chains', () => {
  it('reads where a coin can go, and the way back after its transfer', async () => {
    await using devnet = await startNetwork(TWO_CHAINS, { assets: true });
    const apiUrl = devnet.urls.assets;
    const chains = await (await load('getChains', 'chains'))({ apiUrl });
    expect(chains.map(({ chainId }: { chainId: string }) => chainId)).toEqual([OWN, HUB]);
    const assetsFromSource = await load('postAssetsFromSource', 'assetsFromSource');
    const denom = voucher('transfer/channel-10/ahalley');
    const away = await assetsFromSource({ apiUrl, sourceAssetDenom: 'ahalley', sourceAssetChainId: OWN });
    expect(away).toMatchObject({ [HUB]: [{ denom, originChainId: OWN, trace: 'transfer/channel-10' }] });
    await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 7n });
    await devnet.relayer.settled();
    const home = await assetsFromSource({ apiUrl, sourceAssetDenom: denom, sourceAssetChainId: HUB });
    expect(home).toMatchObject({ [OWN]: [{ denom: 'ahalley', trace: '', symbol: 'HALLEY' }] });
    const balances = await (await load('postBalances', 'balances'))({
      apiUrl,
      chains: { [HUB]: { address: addressOn(devnet, HUB) } },
    });
    expect(balances.chains[HUB].denoms[denom]).toMatchObject({ amount: '7', decimals: 18 });
  });
});
