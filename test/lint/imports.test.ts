/**
 * Plants one violation of every import rule in a small copy of the tree, and checks that the rule reports it. A new
 * rule without a planted violation fails here too.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly severity: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string };
}

interface Rules {
  readonly forbidden: readonly Rule[];
}

const { forbidden } = createRequire(import.meta.url)('../../scripts/checks/import_rules.cjs') as Rules;

type Planted = readonly [file: string, imports: string];

/** The first path that a rule of an order speaks of: `^src/devnet/(views|runtime)(/|$)` gives `src/devnet/views`. */
function firstPath(pattern: string | undefined): string {
  const [, folder, names = ''] = /^\^(.*)\((.*)\)\(\/\|\$\)$/.exec(pattern ?? '') ?? [];
  return `${folder}${names.split('|')[0]?.replace('\\', '')}`;
}

const isFile = (path: string): boolean => path.endsWith('.ts');

/** Breaks each rule of an order: the lower one of two neighbours imports the higher one. */
const plantedInOrders = (): Readonly<Record<string, Planted>> =>
  Object.fromEntries(
    forbidden
      .filter(({ name }) => /^order-\w+-/.test(name))
      .map(({ name, from, to }) => {
        const [lower, higher] = [firstPath(from.path), firstPath(to.path)];
        const file = isFile(lower) ? lower : `${lower}/planted_order.ts`;
        const target = isFile(higher) ? higher.replace(/\.ts$/, '.js') : `${higher}/planted_x.js`;
        return [name, [file, relative(dirname(file), target).replace(/^(?!\.)/, './')]];
      }),
  );

/** File that breaks each rule, and what it imports. */
const PLANTED: Readonly<Record<string, Planted>> = {
  ...plantedInOrders(),
  'order-devnet': ['src/devnet/planted_part.ts', '../kernel/x.js'],
  'order-dashboard': ['src/dashboard/planted_part.ts', '../kernel/x.js'],
  'order-fixtures': ['src/fixtures/planted_part.ts', '../kernel/x.js'],
  'layer-kernel': ['src/kernel/planted.ts', '../codec/x.js'],
  'layer-codec': ['src/codec/planted.ts', '../consensus/x.js'],
  'layer-solidity': ['src/solidity/planted.ts', '../app/x.js'],
  'layer-abci': ['src/abci/planted.ts', '../app/x.js'],
  'layer-backend': ['src/backend/planted.ts', '../app/x.js'],
  'layer-consensus': ['src/consensus/planted.ts', '../app/x.js'],
  'layer-app': ['src/app/planted.ts', '../consensus/x.js'],
  'layer-app-modules-ibc': ['src/app/modules/ibc/planted.ts', '../../../consensus/x.js'],
  'layer-evm': ['src/evm/planted.ts', '../app/x.js'],
  'layer-storage': ['src/storage/planted.ts', '../chain/x.js'],
  'layer-simulation': ['src/simulation/planted.ts', '../mempool/x.js'],
  'layer-mempool': ['src/mempool/planted.ts', '../app/x.js'],
  'layer-chain': ['src/chain/planted.ts', '../app/x.js'],
  'layer-rpc': ['src/rpc/planted.ts', '../chain/x.js'],
  'layer-server': ['src/server/planted.ts', '../backend/evm/evm_backend.js'],
  'layer-relayer': ['src/relayer/planted.ts', '../consensus/x.js'],
  'layer-settings': ['src/settings/planted.ts', '../devnet/x.js'],
  'layer-surfaces': ['src/surfaces/planted.ts', '../devnet/x.js'],
  'layer-config': ['src/config/planted.ts', '../devnet/index.js'],
  'layer-dashboard': ['src/dashboard/planted.ts', '../devnet/index.js'],
  'layer-client': ['src/client/planted.ts', '../codec/x.js'],
  'layer-crypto': ['src/crypto/planted.ts', '../codec/x.js'],
  'layer-cli': ['src/cli/planted.ts', '../devnet/chain/chain.js'],
  'layer-scenario': ['src/scenario/planted.ts', '../chain/x.js'],
  'layer-fixtures': ['src/fixtures/folder/planted.ts', '../../chain/x.js'],
  'layer-testnet': ['src/testnet/run/planted.ts', '../../chain/x.js'],
  'layer-viem': ['src/viem/planted.ts', '../chain/x.js'],
  'layer-wallet': ['src/wallet/planted.ts', '../chain/x.js'],
  'layer-vitest': ['src/vitest/planted.ts', '../chain/x.js'],
  'app-types': ['src/app/types/planted.ts', '../state/x.js'],
  'app-state': ['src/app/state/planted.ts', '../sdk/x.js'],
  'app-sdk': ['src/app/sdk/planted.ts', '../modules/x.js'],
  'app-modules': ['src/app/modules/bank/planted_layer.ts', '../../precompiles/x.js'],
  'app-precompiles': ['src/app/precompiles/planted.ts', '../machine/x.js'],
  'app-machine': ['src/app/machine/planted.ts', '../tx/x.js'],
  'app-tx': ['src/app/tx/planted.ts', '../ante/x.js'],
  'app-ante': ['src/app/ante/planted.ts', '../dev_txs/x.js'],
  'app-dev-txs': ['src/app/dev_txs/planted.ts', '../block/x.js'],
  'app-block': ['src/app/block/planted.ts', '../calls/x.js'],
  'app-calls': ['src/app/calls/planted.ts', '../traces/x.js'],
  'app-traces': ['src/app/traces/planted.ts', '../queries/x.js'],
  'app-queries': ['src/app/queries/planted.ts', '../x.js'],
  'unlisted-app-layer': ['src/app/helpers/planted.ts', '../types/x.js'],
  'modules-meet-in-assembly': ['src/app/modules/bank/planted.ts', '../x.js'],
  'surfaces-alone': ['src/surfaces/planted/surface.ts', '../another/x.js'],
  'surface-settings': ['src/surfaces/planted/settings.ts', '../../rpc/evm/x.js'],
  'protocol-evm': ['src/rpc/evm/planted.ts', '../comet/x.js'],
  'protocol-comet': ['src/rpc/comet/planted.ts', '../assets/x.js'],
  'protocol-gateway': ['src/rpc/gateway/planted.ts', '../comet/x.js'],
  'protocol-assets': ['src/rpc/assets/planted.ts', '../../backend/evm/evm_backend.js'],
  'package-ethereumjs-block': ['src/evm/planted_block.ts', '@ethereumjs/block'],
  'package-ethereumjs-tx': ['src/evm/ethereumjs/planted_tx.ts', '@ethereumjs/tx'],
  'package-ethereumjs-vm': ['src/evm/planted_vm.ts', '@ethereumjs/vm'],
  'package-ethereumjs': ['src/app/planted_ethereumjs.ts', '@ethereumjs/evm'],
  'package-noble-hashes': ['src/app/planted_hashes.ts', '@noble/hashes/sha2.js'],
  'package-noble-curves': ['src/app/planted_curves.ts', '@noble/curves/secp256k1.js'],
  'package-noble-post-quantum': ['src/app/planted_post_quantum.ts', '@noble/post-quantum/ml-dsa.js'],
  'package-ox': ['src/app/planted_ox.ts', 'ox'],
  'package-scure': ['src/app/planted_scure.ts', '@scure/bip39'],
  'package-scure-base': ['src/app/planted_scure_base.ts', '@scure/base'],
  'package-bitauth-libauth': ['src/app/planted_libauth.ts', '@bitauth/libauth/build/lib/crypto/secp256k1.js'],
  'package-secp256k1': ['src/app/planted_secp256k1.ts', 'secp256k1'],
  'package-sodium-native': ['src/app/planted_sodium.ts', 'sodium-native'],
  'package-hash-wasm': ['src/app/planted_hash_wasm.ts', 'hash-wasm'],
  'package-mcl-wasm': ['src/app/planted_mcl_wasm.ts', 'mcl-wasm'],
  'package-quickjs-emscripten-core': ['src/evm/planted_quickjs.ts', 'quickjs-emscripten-core'],
  'package-jitl-quickjs-singlefile-cjs-release-sync': [
    'src/evm/planted_quickjs_wasm.ts',
    '@jitl/quickjs-singlefile-cjs-release-sync',
  ],
  'package-classic-level': ['src/devnet/planted_level.ts', 'classic-level'],
  'package-fastify': ['src/devnet/planted_fastify.ts', 'fastify'],
  'package-ws': ['src/devnet/planted_ws.ts', 'ws'],
  'package-smol-toml': ['src/cli/planted_toml.ts', 'smol-toml'],
  'package-commander': ['src/config/planted_commander.ts', 'commander'],
  'package-toml-eslint-parser': ['src/config/planted_toml.ts', 'toml-eslint-parser'],
  'package-preact': ['src/devnet/planted_preact.ts', 'preact'],
  'package-preact-signals': ['src/devnet/planted_signals.ts', '@preact/signals'],
  'package-viem': ['src/devnet/planted_viem.ts', 'viem'],
  'package-vitest': ['src/devnet/planted_vitest.ts', 'vitest'],
  'unlisted-layer': ['src/helpers/planted.ts', '../kernel/x.js'],
  'unlisted-package': ['src/server/planted_package.ts', 'fast-check'],
  assembly: ['src/devnet/planted_cli.ts', '../cli/x.js'],
  'pure-layers-without-node': ['src/kernel/planted_fs.ts', 'node:fs'],
  'sockets-in-server-only': ['src/devnet/planted_http.ts', 'node:http'],
  'source-knows-no-tests': ['src/devnet/planted_test.ts', '../../test/x.js'],
  'no-cycles': ['src/kernel/planted_cycle.ts', './planted_cycle_too.js'],
  resolvable: ['src/kernel/planted_nowhere.ts', './nowhere.js'],
};

/** Files that the planted files import. */
const IMPORTED = [
  ...['kernel', 'codec', 'abci', 'consensus', 'app', 'storage', 'simulation', 'mempool', 'chain', 'devnet', 'cli'],
  ...['rpc/evm', 'rpc/comet', 'rpc/assets', 'surfaces/another'],
  ...['types', 'state', 'sdk', 'modules', 'precompiles', 'machine', 'tx', 'ante', 'dev_txs', 'block', 'calls'].map(
    (layer) => `app/${layer}`,
  ),
  ...['traces', 'queries'].map((layer) => `app/${layer}`),
].map((room) => `src/${room}/x.ts`);

const TYPE_IMPORT = 'src/consensus/planted_type.ts';

interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

function cruise(project: TempProject): Set<string> {
  const output = project.run(execFileSync, 'dependency-cruiser/bin/dependency-cruise.mjs', [
    ...['--config', 'scripts/checks/import_rules.cjs'],
    'src',
    '--output-type',
    'json',
  ]);
  const { violations } = (JSON.parse(output) as Cruise).summary;
  return new Set(violations.map(({ rule, from }) => `${rule.name} ${from}`));
}

describe('the import boundaries between layers', () => {
  const project = TempProject.of(ROOT, ['scripts/checks/import_rules.cjs', 'tsconfig.json', 'package.json']);
  for (const file of [
    ...IMPORTED,
    'test/x.ts',
    'src/backend/evm/evm_backend.ts',
    'src/devnet/index.ts',
    'src/devnet/chain/chain.ts',
  ])
    project.plant(file, 'export const x = 1;\n');
  project.plant('src/kernel/planted_cycle_too.ts', "export * from './planted_cycle.js';\n");
  for (const [file, imports] of Object.values(plantedInOrders()))
    project.plant(join(dirname(file), imports).replace(/\.js$/, '.ts'), 'export const x = 1;\n');
  for (const [file, imports] of Object.values(PLANTED)) project.plant(file, `export * from '${imports}';\n`);
  project.plant(TYPE_IMPORT, "import type { x } from '../app/x.js';\nexport type Y = typeof x;\n");
  for (const [one, other] of ['ab', 'ba'])
    project.plant(
      `src/kernel/types_${one}.ts`,
      `import type { X as Y } from './types_${other}.js';\nexport interface X { readonly y?: Y }\n`,
    );
  const found = cruise(project);
  project.clear();

  it.each(forbidden)('$name: $comment', ({ name, severity }) => {
    const planted = PLANTED[name];
    expect(planted, `no violation of ${name} is planted`).toBeDefined();
    expect(severity).toBe('error');
    // For a cycle, the rule may report either file.
    expect([...found].map((one) => one.replace('_too.ts', '.ts'))).toContain(`${name} ${planted?.[0]}`);
  });

  it('a type import counts as an import', () => {
    expect([...found].filter((one) => one.endsWith(` ${TYPE_IMPORT}`))).toEqual([`layer-consensus ${TYPE_IMPORT}`]);
  });

  it('a cycle of types counts as a cycle', () => {
    expect([...found].map((one) => one.replace(/_(a|b)\.ts$/, ''))).toContain('no-cycles src/kernel/types');
  });
});
