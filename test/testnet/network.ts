/** Makes networks without a folder, as `halley testnet init` does. */
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { resolveConfig } from '../../src/config/resolve.js';
import { type CreatedNetwork, createNetwork, type NewNetwork } from '../../src/testnet/create_network.js';
import { seededSecrets } from '../../src/testnet/keys/node_keys.js';

/** 2025-01-01T00:00:00Z. */
export const GENESIS_TIME = 1_735_689_600_000_000_000n;

export const networkOf = (options: Partial<NewNetwork> = {}): CreatedNetwork =>
  createNetwork({
    document: developmentGenesis(),
    defaultTime: GENESIS_TIME,
    validators: 4,
    hosts: undefined,
    startingPort: undefined,
    prefix: 'node',
    withDevAuthority: true,
    secretOf: seededSecrets('golden'),
    config: resolveConfig(),
    installDir: '/var/lib/halley',
    npmPackage: 'halley-devnet@1.2.3',
    ...options,
  });

/** Returns the text of a file. Throws for one that the network does not have. */
export function fileOf({ files }: CreatedNetwork, path: string): string {
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`the network has no ${path}`);
  return file.text;
}
