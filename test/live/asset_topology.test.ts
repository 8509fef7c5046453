/**
 * Tests a devnet beside described chains: the description answers for those, and the devnet's own state overrides the
 * file.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { assetGenesis } from '../rpc/assets/asset_chain.js';
import { patchedTopology } from '../rpc/assets/topology_chains.js';

const PATH = '/v2/fungible/assets_from_source';
const OFF = { jsonRpc: false, rpc: false, seed: 'topology' } as const;

describe('a devnet with a topology', () => {
  let devnet: Devnet;
  const skipped: string[] = [];
  beforeAll(async () => {
    devnet = await createDevnet({
      ...OFF,
      genesis: assetGenesis(),
      assets: {
        address: true,
        topology: patchedTopology(),
        requireSeen: true,
        onSkipped: (entry) => skipped.push(entry),
      },
    });
  });
  afterAll(() => devnet.close());

  const ask = async (denom: string, chain: string): Promise<unknown> => {
    const body = JSON.stringify({ source_asset_denom: denom, source_asset_chain_id: chain });
    const answer = await fetch(`${devnet.urls.assets}${PATH}`, { method: 'POST', body });
    return ((await answer.json()) as { readonly dest_assets: object }).dest_assets;
  };

  it('answers for described chains according to its settings', async () => {
    expect(Object.keys((await ask('uhub', 'hub-1')) as object)).toEqual(['dex-1', 'iso-1']);
  });

  it('uses the state of its own chain, which has no channels', async () => {
    expect(skipped).toEqual(['devnet_9000-1 is simulated; its state overrides the description']);
    expect(await ask('aevm', 'devnet_9000-1')).toEqual({});
  });
});

it('does not start with an invalid topology', async () => {
  const starting = createDevnet({ ...OFF, assets: { address: true, topology: { chains: [{}] } } });
  await expect(starting).rejects.toMatchObject({
    code: 'invalid-config',
    message: expect.stringContaining('topology.chains[0].chain_id is missing'),
  });
});
