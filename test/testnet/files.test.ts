/** Tests the files of a new network: those of a seed against golden files, and what differs between nodes. */
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { ABCI_DEFAULTS, readAbciSettings } from '../../src/config/abci_settings.js';
import { resolveConfig } from '../../src/config/resolve.js';
import { loadKeyTypes } from '../../src/crypto/validator_keys.js';
import type { CreatedNetwork } from '../../src/testnet/create_network.js';
import { fileOf, networkOf } from './network.js';

// biome-ignore lint/suspicious/noExplicitAny: a parsed file is read field by field
const tomlOf = (network: CreatedNetwork, path: string): any => parse(fileOf(network, path));

describe('the files of a seed', () => {
  const network = networkOf();

  it.each([
    ...['app.toml', 'config.toml', 'dev_authority_key.json', 'genesis.json', 'node_key.json'].map(
      (name) => `node0/config/${name}`,
    ),
    ...['node0/config/priv_validator_key.json', 'node0/data/priv_validator_state.json', 'compose.yaml'],
    ...['systemd/halley-node0-app.service', 'systemd/halley-node0-engine.service'],
  ])('has a golden file for %s', async (path) => {
    await expect(fileOf(network, path)).toMatchFileSnapshot(`../vectors/testnet/${path}`);
  });

  it('are the same in every run', () => {
    expect(networkOf().files).toEqual(network.files);
  });

  it('has the secrets in files that only their owner may read, and the key of the dev authority in one home', () => {
    const names = network.files.filter(({ isSecret }) => isSecret).map(({ path }) => path);
    const each = (file: string): string[] => [0, 1, 2, 3].map((index) => `node${index}/${file}`);
    expect(names.toSorted()).toEqual(
      [
        ...each('config/priv_validator_key.json'),
        ...each('config/node_key.json'),
        ...each('data/priv_validator_state.json'),
        'node0/config/dev_authority_key.json',
      ].toSorted(),
    );
  });
});

describe('a network with keys that came with CometBFT 0.40', () => {
  it('has the settings of that version, and its image', async () => {
    const keyTypes = ['ed25519', 'secp256k1eth'] as const;
    await loadKeyTypes(keyTypes);
    const newer = networkOf({ keyTypes });
    const { version, p2p, mempool, blocksync } = tomlOf(newer, 'node0/config/config.toml');
    expect({ version, p2p, mempool, blocksync }).toMatchObject({
      version: '0.40.0',
      p2p: { libp2p: { enabled: false, scaler: { max_workers: 32 }, limits: { mode: 'default' } } },
      mempool: { seen_cache_size: 100_000, reap_interval: '500ms' },
      blocksync: { version: 'v0', adaptive_sync: false },
    });
    expect(fileOf(newer, 'compose.yaml')).toContain('cometbft/cometbft:v0.40.0}');
    const older = tomlOf(networkOf({ keyTypes: ['secp256k1'] }), 'node0/config/config.toml');
    expect(older.version).toBe('0.38.25');
    expect(older.mempool).not.toHaveProperty('reap_interval');
  });
});

describe('a network on one machine', () => {
  const network = networkOf({ validators: 3 });

  it('connects each node to all others, and to its application', () => {
    for (const [index, { name, ports }] of network.nodes.entries()) {
      const { proxy_app, moniker, rpc, p2p, instrumentation } = tomlOf(network, `${name}/config/config.toml`);
      expect([proxy_app, moniker]).toEqual([`tcp://127.0.0.1:${ports.abci}`, `node${index}`]);
      expect(rpc.laddr).toBe(`tcp://127.0.0.1:${ports.rpc}`);
      expect(p2p.laddr).toBe(`tcp://127.0.0.1:${ports.p2p}`);
      expect(instrumentation.prometheus_listen_addr).toBe(`127.0.0.1:${ports.prometheus}`);
      const peers = p2p.persistent_peers.split(',').map((peer: string) => peer.split('@')[1]);
      const others = network.nodes.filter((node) => node.name !== name);
      expect(peers).toEqual(others.map((node) => `127.0.0.1:${node.ports.p2p}`));
      const app = tomlOf(network, `${name}/config/app.toml`);
      expect(app.abci).toMatchObject({ address: proxy_app, node: `http://127.0.0.1:${ports.rpc}` });
      expect(app['json-rpc'].address).toBe(`127.0.0.1:${ports.evmHttp}`);
    }
  });

  it('has one genesis document', () => {
    const documents = network.nodes.map(({ name }) => fileOf(network, `${name}/config/genesis.json`));
    expect(new Set(documents).size).toBe(1);
  });
});

describe('a network on several machines', () => {
  const network = networkOf({ validators: 2, hosts: ['alpha.example', '10.0.0.2'], prefix: 'val' });

  it('listens on all interfaces, and names the hosts of peers', () => {
    const { proxy_app, rpc, p2p } = tomlOf(network, 'val0/config/config.toml');
    expect([rpc.laddr, p2p.laddr]).toEqual(['tcp://0.0.0.0:26657', 'tcp://0.0.0.0:26656']);
    expect(proxy_app).toBe('tcp://127.0.0.1:26658');
    expect(p2p.persistent_peers).toMatch(/^[0-9a-f]{40}@10\.0\.0\.2:26656$/);
    expect(tomlOf(network, 'val1/config/config.toml').p2p.persistent_peers).toMatch(/@alpha\.example:26656$/);
    expect(tomlOf(network, 'val1/config/app.toml')['json-rpc'].address).toBe('0.0.0.0:8545');
  });

  it('has a profile of compose.yaml for each machine', () => {
    const text = fileOf(network, 'compose.yaml');
    expect(text.match(/profiles: \["val1"\]/g)).toHaveLength(2);
    expect(text).toContain('ports: ["26656:26656", "26657:26657", "26660:26660"]');
    expect(text).toContain('ports: ["8545:8545", "8546:8546", "8580:8580"]');
    const peers = [...text.matchAll(/PERSISTENT_PEERS: "[0-9a-f]{40}@(.*)"/g)].map(([, peer]) => peer);
    expect(peers).toEqual(['10.0.0.2:26656', 'alpha.example:26656']);
  });
});

it('refuses hosts that are not one for each validator', () => {
  expect(() => networkOf({ validators: 3, hosts: ['a', 'b'] })).toThrow(
    '--hosts has 2 hosts, but there are 3 validators: expected one host for each',
  );
});

it('escapes the folder in systemd units', () => {
  const network = networkOf({ validators: 1, installDir: '/srv/100% $HOME' });
  expect(fileOf(network, 'systemd/halley-node0-app.service')).toContain('--home "/srv/100%% $$HOME/node0"\n');
});

it('writes a folder without the slashes at its end in systemd units', () => {
  const network = networkOf({ validators: 1, installDir: '/srv/net//' });
  expect(fileOf(network, 'systemd/halley-node0-engine.service')).toContain('--home /srv/net/node0\n');
});

it('has no text in compose.yaml that Compose takes for a variable', () => {
  const text = fileOf(networkOf({ validators: 1, npmPackage: 'halley-devnet@$1' }), 'compose.yaml');
  expect(text).toContain('"halley-devnet@$$1"');
});

it('writes timeouts and the limits of the mempool as they were set', () => {
  const flags = new Map([
    ['--consensus.timeout_commit', '250ms'],
    ['--mempool.size', '77'],
  ]);
  const network = networkOf({ config: resolveConfig({ flags }) });
  const { consensus, mempool } = tomlOf(network, 'node3/config/config.toml');
  expect([consensus.timeout_commit, mempool.size]).toEqual(['250ms', 77]);
});

it('writes each timeout and each limit of the mempool under its own key', () => {
  const values: Readonly<Record<string, string>> = {
    ...{ 'consensus.timeout_propose': '1501ms', 'consensus.timeout_propose_delta': '502ms' },
    ...{ 'consensus.timeout_prevote': '1503ms', 'consensus.timeout_prevote_delta': '504ms' },
    ...{ 'consensus.timeout_precommit': '1505ms', 'consensus.timeout_precommit_delta': '506ms' },
    ...{ 'consensus.timeout_commit': '1507ms', 'consensus.skip_timeout_commit': 'true' },
    ...{ 'mempool.size': '508', 'mempool.cache_size': '509', 'mempool.max_tx_bytes': '510' },
    ...{ 'mempool.max_txs_bytes': '511', 'mempool.recheck': 'false', 'mempool.keep-invalid-txs-in-cache': 'true' },
  };
  const flags = new Map(Object.entries(values).map(([path, value]) => [`--${path}`, value]));
  const written = tomlOf(networkOf({ config: resolveConfig({ flags }) }), 'node1/config/config.toml');
  const msOf = (text: string): string => text.replace(/^(\d+)\.(\d+)s$/, (_, s, ms) => `${s}${ms.padEnd(3, '0')}ms`);
  for (const [path, value] of Object.entries(values)) {
    const [table = '', key = ''] = path.split('.');
    expect([path, msOf(`${written[table][key]}`)]).toEqual([path, value]);
  }
});

it('lets all nodes of a network connect to the same node', () => {
  const inbound = (validators: number): number =>
    tomlOf(networkOf({ validators }), 'node0/config/config.toml').p2p.max_num_inbound_peers;
  expect([inbound(3), inbound(41)]).toEqual([40, 41]);
});

it('makes app.toml secret for a mnemonic that is not public', () => {
  const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const network = networkOf({ config: resolveConfig({ flags: new Map([['--mnemonic', mnemonic]]) }) });
  expect(network.files.find(({ path }) => path === 'node1/config/app.toml')?.isSecret).toBe(true);
});

it('has a file of app.toml that the configuration accepts', () => {
  const table = tomlOf(networkOf(), 'node2/config/app.toml');
  const { settings, rest } = readAbciSettings({}, { path: 'app.toml', table });
  const addresses = { address: 'tcp://127.0.0.1:26678', node: 'http://127.0.0.1:26677' };
  expect(settings).toEqual({ ...ABCI_DEFAULTS, ...addresses });
  const config = resolveConfig({ files: rest === undefined ? {} : { 'app.toml': rest } });
  expect(config.jsonRpc.address).toBe('127.0.0.1:8565');
});

it('has no dev authority without its key', () => {
  const network = networkOf({ withDevAuthority: false });
  expect(network.files.some(({ path }) => path.endsWith('dev_authority_key.json'))).toBe(false);
  expect(JSON.parse(fileOf(network, 'node0/config/genesis.json')).app_state.dev).toEqual({});
});
