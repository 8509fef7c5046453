/** Serves the asset API of a topology behind a real listener, and queries it. */

import type { AssetBackend } from '../../../src/backend/assets.js';
import { assetService } from '../../../src/rpc/assets/asset_service.js';
import type { AssetSettings } from '../../../src/rpc/assets/settings.js';
import { listen } from '../../../src/server/listener.js';
import { createRestHandler } from '../../../src/server/rest/rest_handler.js';
import { portOf } from '../../rpc/assets/topology_chains.js';

/** Limit that a devnet sets. */
const BODY_BYTES = 1_048_576;

export interface AssetEndpoint {
  readonly url: string;
  readonly bugs: readonly unknown[];
  close(): Promise<void>;
}

export async function openAssetEndpoint(
  chains: ReturnType<AssetBackend['chains']> | AssetBackend,
  settings: Partial<AssetSettings> = {},
  prefix?: string,
): Promise<AssetEndpoint> {
  const port = 'balances' in chains ? chains : portOf(chains);
  const bugs: unknown[] = [];
  const listener = await listen({
    address: '127.0.0.1:0',
    flag: '--assets.address',
    handler: createRestHandler(assetService(port, settings), {
      ...(prefix !== undefined && { prefix }),
      onBug: (error) => bugs.push(error),
    }),
    limits: { bodyBytes: BODY_BYTES },
  });
  return { url: listener.url, bugs, close: () => listener.close() };
}
