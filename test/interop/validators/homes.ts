/** Writes the homes of a network as `halley testnet init` does, for blocks that follow fast. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PubKey } from '../../../src/abci/application.js';
import { developmentGenesis, withPriceOracle } from '../../../src/config/development_genesis.js';
import { resolveConfig } from '../../../src/config/resolve.js';
import { systemClock } from '../../../src/devnet/index.js';
import { createNetwork, loadKeyTypes, seededSecrets, writeFiles } from '../../../src/testnet/index.js';
import type { PlannedNode } from '../../../src/testnet/planned_node.js';
import { freePortsInARow } from '../../support/ports.js';
import { temporaryFolder, withSettings } from '../peers/cometbft.js';

export interface HomesOptions {
  readonly validators: number;
  /** Nodes besides the validators; 0 by default. */
  readonly fullNodes?: number;
  /** Makes the keys, so that two networks of different seeds have nothing in common. */
  readonly seed?: string;
  /** Values in TOML by `section.name` of config.toml. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly genesisTime?: bigint;
  /** Types of the validators' keys, one after the other; ed25519 by default. */
  readonly keyTypes?: readonly PubKey['type'][];
  /** State of modules besides that of the development chain. */
  readonly appState?: object;
  /** First height whose precommits have an oracle's price as extension; none by default. */
  readonly extendedFrom?: number;
}

export interface Home {
  readonly path: string;
  readonly planned: PlannedNode;
}

export interface Homes {
  readonly folder: string;
  /** Validators, then the other nodes. */
  readonly homes: readonly Home[];
  /** Genesis document as parsed JSON. */
  readonly genesis: unknown;
  remove(): void;
}

/** Timeouts that are short, but long enough for a machine on which much else runs. */
const SHORT_TIMEOUTS = {
  'consensus.timeout_propose': '"2s"',
  'consensus.timeout_propose_delta': '"500ms"',
  'consensus.timeout_prevote': '"500ms"',
  'consensus.timeout_precommit': '"500ms"',
  'consensus.timeout_commit': '"200ms"',
  'consensus.peer_gossip_sleep_duration': '"20ms"',
  'p2p.persistent_peers_max_dial_period': '"1s"',
};

/** Replaces settings in the config.toml of a home. */
export function configure(home: string, settings: Readonly<Record<string, string>>): void {
  const file = join(home, 'config/config.toml');
  writeFileSync(file, withSettings(readFileSync(file, 'utf8'), settings));
}

/** Creates the homes. Those of nodes that are no validators have the genesis document of the others. */
export async function createHomes(options: HomesOptions): Promise<Homes> {
  const { validators, fullNodes = 0, seed = 'validators', settings = {}, genesisTime = systemClock.now() } = options;
  await loadKeyTypes(options.keyTypes ?? []);
  const plain = developmentGenesis();
  const { extendedFrom } = options;
  const development = (extendedFrom === undefined ? plain : await withPriceOracle(plain, extendedFrom)) as {
    readonly app_state: object;
  };
  const document = { ...development, app_state: { ...development.app_state, ...options.appState } };
  const nodes = validators + fullNodes;
  const startingPort = await freePortsInARow(nodes * 10);
  const networkOf = (count: number) =>
    createNetwork({
      document,
      defaultTime: genesisTime,
      validators: count,
      keyTypes: options.keyTypes,
      hosts: undefined,
      startingPort,
      prefix: 'node',
      withDevAuthority: true,
      secretOf: seededSecrets(seed),
      config: resolveConfig({ flags: new Map([['--json-rpc.api', 'all']]) }),
      installDir: '/var/lib/halley',
      npmPackage: 'halley-devnet@0.0.0',
    });
  const [all, ofValidators] = [networkOf(nodes), networkOf(validators)];
  const folder = temporaryFolder();
  writeFiles(folder.path, all.files);
  const homes = all.nodes.map((planned) => ({ path: join(folder.path, planned.name), planned }));
  const genesis = ofValidators.genesis.document;
  for (const { path } of homes) {
    writeFileSync(join(path, 'config/genesis.json'), JSON.stringify(genesis));
    configure(path, { ...SHORT_TIMEOUTS, ...settings });
  }
  return { folder: folder.path, homes, genesis, remove: folder.remove };
}
