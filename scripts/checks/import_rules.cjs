/**
 * The import rules of the layers, which are the folders of `src`. Three tables define them: what each layer may import,
 * in which order the parts of a layer stand, and which layer imports each third-party package. `test/lint` plants a violation of every rule.
 */

/** Lists every layer: its rule in a sentence, and what it may import besides itself (folders, or single files). */
const LAYERS = {
  kernel: ['Knows nothing.', []],
  codec: ['Encodings know the kernel only.', ['kernel']],
  abci: ['The boundary: both sides know it, it knows neither.', ['kernel']],
  backend: [
    'What the protocols need of a chain, as interfaces. Every side knows them; they know data alone.',
    ['kernel', 'codec', 'abci', 'consensus/types'],
  ],
  consensus: [
    '`consensus` and `app` never import each other; both know only `abci`. Transactions are bytes to it.',
    ['kernel', 'codec', 'abci'],
  ],
  app: [
    "`consensus` and `app` never import each other; both know only `abci`. The same application runs under a real CometBFT. But for `app/modules/ibc`: it verifies headers of other chains, and may see the engine's types.",
    ['kernel', 'codec', 'abci', 'crypto', 'evm', 'storage/store.ts', 'backend/evm'],
  ],
  evm: ['The EVM runs on any state that implements its interface; it knows no module.', ['kernel', 'codec', 'crypto']],
  storage: ['A store knows bytes only.', ['kernel']],
  simulation: [
    'The simulated network runs the validators and knows the engine, not the application.',
    ['kernel', 'codec', 'abci', 'consensus'],
  ],
  mempool: ['The mempool receives the results of CheckTx; it calls nothing.', ['kernel', 'codec', 'abci']],
  chain: [
    'The chain as others see it: filled by the devnet, read through the backends.',
    ['kernel', 'codec', 'abci', 'consensus/types', 'storage/store.ts', 'backend'],
  ],
  rpc: [
    '`rpc/*` see a chain only through `backend`; a recorded folder or a remote node could stand behind it.',
    ['kernel', 'codec', 'abci', 'consensus/types', 'backend'],
  ],
  server: [
    'The only layer with sockets: it hosts protocol handlers and knows nothing behind them.',
    ['kernel', 'rpc/protocol_handler.ts', 'rpc/rest'],
  ],
  settings: [
    'Kinds of settings, and readers of options: they know what a value may be, and nothing of what it configures.',
    ['kernel', 'evm/hardfork.ts', 'server/address.ts', 'server/limits.ts', 'server/tls.ts'],
  ],
  surfaces: [
    'HTTP surfaces: a folder of each has its settings, its option and its handler. The devnet opens them.',
    ['kernel', 'settings', 'backend', 'rpc', 'server'],
  ],
  config: [
    'Options are checked before anything is assembled.',
    [
      'kernel',
      'surfaces/settings.generated.ts',
      'crypto',
      'settings',
      'evm/machines.ts',
      'evm/default_machine.ts',
      'evm/gas_cap.ts',
      'evm/hardfork.ts',
      'evm/code_size.ts',
      // Where the defaults of settings are named.
      'consensus/env.ts',
      'mempool/limits.ts',
      'rpc/comet/options.ts',
      'rpc/evm/compat.ts',
      'rpc/evm/limits.ts',
      'server/limits.ts',
    ],
  ],
  crypto: ['Native implementations behind function types of the kernel and the engine.', ['kernel', 'abci']],
  cli: [
    '`cli`, `dashboard`, `fixtures` use the public API.',
    [
      'kernel',
      'settings',
      'config',
      'devnet/index.ts',
      'storage/make_folder.ts',
      'surfaces/surface_section.ts',
      'surfaces/settings.generated.ts',
      'surfaces/options.generated.ts',
    ],
  ],
  relayer: [
    'A relayer knows what any node answers; who runs it holds the chains and the keys.',
    ['kernel', 'codec', 'abci'],
  ],
  dashboard: ['`cli`, `dashboard`, `fixtures` use the public API.', ['kernel', 'devnet/index.ts']],
  fixtures: ['`cli`, `dashboard`, `fixtures` use the public API.', ['kernel', 'devnet/index.ts']],
  viem: ['The clients for viem use the public API, and throw its error.', ['devnet/index.ts', 'kernel/errors.ts']],
  vitest: ['The fixtures for vitest use the public API, and throw its error.', ['devnet/index.ts', 'kernel/errors.ts']],
};

/**
 * Lists the inner layers of `app` in order, each with its rule in a sentence: a layer may import itself and the layers
 * above its line. The files directly in `src/app` put the layers together and may import all of them; no layer imports
 * them.
 */
const APP_LAYERS = {
  types: 'Addresses, coins, decimals, events, refusals and keys are values: they know no state.',
  state: 'The state and its commitment hold the bytes of stores, and know no module.',
  sdk: 'The contract of modules, messages, queries and precompiles knows no module.',
  modules: 'Modules know the contract and each other, but not how transactions and blocks run.',
  precompiles: 'Stateful precompiles call modules; no module calls a precompile.',
  machine: 'The rules and the pool of EVMs know the contracts of this chain, but not transactions.',
  tx: 'Envelopes and stateless checks know no block.',
  ante: 'The checks before delivery know transactions and modules, but not blocks.',
  dev_txs: 'Dev transactions run without the checks of other transactions, before a block begins.',
  block: 'A block runs transactions; it knows neither calls nor traces.',
  calls: 'Calls run messages on a state, outside of any block.',
  traces: 'Traces run blocks and calls again, with an observer.',
  queries: 'Queries and services answer from the state; only the application dispatches to them.',
};

/** The one place where concrete things meet: everything but the command and the pages made of the public API. */
const ASSEMBLY = 'devnet';
const NOT_ASSEMBLED = ['cli', 'dashboard', 'fixtures', 'viem', 'vitest'];

/** Folders that may see more than their layer: which, and what. */
const EXCEPTIONS = { app: ['app/modules/ibc', ['consensus/types']] };

const PURE = ['kernel', 'codec', 'consensus', 'abci', 'backend', 'simulation', 'mempool', 'rpc', 'relayer'];
const PROTOCOLS = ['evm', 'comet', 'assets'];

/** Package (a regular expression) → the layer that may import it. */
const PACKAGES = {
  '@bitauth/libauth': 'crypto',
  '@ethereumjs/[^/]+': 'evm',
  '@ethereumjs/block': 'evm/reference',
  '@ethereumjs/tx': 'evm/reference',
  '@ethereumjs/vm': 'evm/reference',
  '@noble/hashes': 'kernel',
  '@noble/curves': 'crypto',
  '@scure/base': 'codec',
  '@scure/bip[0-9]+': 'crypto',
  ox: 'app/sdk/solidity',
  secp256k1: 'crypto',
  'sodium-native': 'crypto',
  'hash-wasm': 'crypto',
  'mcl-wasm': 'crypto',
  'classic-level': 'storage',
  ws: 'server',
  fastify: 'server/rest',
  'smol-toml': 'config',
  commander: 'cli',
  viem: 'viem',
  vitest: 'vitest',
};

/**
 * Lists what a layer consists of, its files and folders, from the lowest to the highest. Each imports only what stands before
 * it, so that no two of them need each other.
 */
const ORDERS = {
  devnet: [
    // What the host gives, and what stands alone.
    ...['platform.ts', 'profiling', 'keys', 'log', 'mining', 'clock'],
    // What a user asks for.
    ...['options', 'plan', 'home'],
    // One chain: its parts, what is seen of it, what moves it, and what others ask of it.
    ...['chain', 'views', 'runtime', 'actions', 'snapshots', 'backends', 'listeners.ts', 'chain_runtime.ts'],
    // Several chains, and homes that no process uses.
    ...['relaying', 'chains', 'export', 'verify'],
    // The public API.
    ...['api', 'devnet.ts', 'former_names.ts', 'index.ts'],
  ],
};

const folderOrFile = (path) => (path.endsWith('.ts') ? `${path.replace('.', '\\.')}$` : `${path}/`);
const inPackage = (name) => `(^|/)node_modules/(@types/)?${name}/`;

const layerRules = Object.entries(LAYERS).map(([layer, [comment, allowed]]) => ({
  name: `layer-${layer}`,
  comment,
  severity: 'error',
  from: { path: `^src/${layer}/`, ...(EXCEPTIONS[layer] && { pathNot: `^src/${EXCEPTIONS[layer][0]}/` }) },
  to: { path: '^src/', pathNot: [layer, ...allowed].map((path) => `^src/${folderOrFile(path)}`) },
}));

const exceptionRules = Object.entries(EXCEPTIONS).map(([layer, [folder, more]]) => ({
  name: `layer-${folder.replaceAll('/', '-')}`,
  comment: LAYERS[layer][0],
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [layer, ...LAYERS[layer][1], ...more].map((path) => `^src/${folderOrFile(path)}`) },
}));

const appLayerNames = Object.keys(APP_LAYERS);
const appLayerRules = appLayerNames.map((layer, index) => ({
  name: `app-${layer.replace('_', '-')}`,
  comment: APP_LAYERS[layer],
  severity: 'error',
  from: { path: `^src/app/${layer}/` },
  to: { path: '^src/app/', pathNot: `^src/app/(${appLayerNames.slice(0, index + 1).join('|')})/` },
}));

const protocolRules = PROTOCOLS.map((protocol) => ({
  name: `protocol-${protocol}`,
  comment: 'The three protocols never import each other, and each has its own backend.',
  severity: 'error',
  from: { path: `^src/rpc/${protocol}/` },
  to: { path: `^src/(rpc|backend)/(${PROTOCOLS.filter((other) => other !== protocol).join('|')})(/|\\.ts$)` },
}));

const anyOf = (layer, names) => `^src/${layer}/(${names.map((name) => name.replace('.', '\\.')).join('|')})(/|$)`;

const orderRules = Object.entries(ORDERS).flatMap(([layer, names]) => [
  ...names.slice(0, -1).map((name, index) => ({
    name: `order-${layer}-${name.replace('.ts', '')}`,
    comment: `The parts of src/${layer} have an order: ${name} imports nothing that stands behind it.`,
    severity: 'error',
    from: { path: anyOf(layer, [name]) },
    to: { path: anyOf(layer, names.slice(index + 1)) },
  })),
  {
    name: `order-${layer}`,
    comment: `A new file or folder of src/${layer} has a place in its order: say in this file which.`,
    severity: 'error',
    from: { path: `^src/${layer}/`, pathNot: anyOf(layer, names) },
    to: {},
  },
]);

const packageRules = Object.entries(PACKAGES).map(([name, layer]) => ({
  name: `package-${name.replace(/^@|\/.*\+$/g, '').replace('/', '-')}`,
  comment: `A third-party package is imported from one layer: this one from src/${layer}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${layer}/` },
  to: { path: inPackage(name) },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...exceptionRules,
    ...appLayerRules,
    ...protocolRules,
    ...orderRules,
    ...packageRules,
    {
      name: 'unlisted-layer',
      comment: 'A new folder of src is a new layer: say in this file what it may see.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${[...Object.keys(LAYERS), ASSEMBLY].join('|')})/` },
      to: {},
    },
    {
      name: 'unlisted-app-layer',
      comment: 'A new folder of src/app is a new inner layer: add it to APP_LAYERS in this file, at its place.',
      severity: 'error',
      from: { path: '^src/app/[^/]+/', pathNot: `^src/app/(${appLayerNames.join('|')})/` },
      to: {},
    },
    {
      name: 'modules-meet-in-assembly',
      comment:
        'A module gets what it needs of others from `modules/assembly.ts`; it does not import how they are put together.',
      severity: 'error',
      from: { path: '^src/app/modules/[^/]+/' },
      to: { path: '^src/app/modules/[^/]+\\.ts$' },
    },
    {
      name: 'surfaces-alone',
      comment: 'A surface imports no other surface, so that its folder is all of it.',
      severity: 'error',
      from: { path: '^src/surfaces/([^/]+)/' },
      to: { path: '^src/surfaces/[^/]+/', pathNot: '^src/surfaces/$1/' },
    },
    {
      name: 'surface-settings',
      comment:
        'The settings of a surface load before the devnet does: they know defaults, and nothing of what they configure.',
      severity: 'error',
      from: { path: '^src/surfaces/([^/]+/settings|surface_section|settings\\.generated)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(kernel|settings)/',
          '^src/rpc/[^/]+/(settings|options|limits)\\.ts$',
          '^src/server/limits\\.ts$',
          '^src/surfaces/([^/]+/settings|surface_section)\\.ts$',
        ],
      },
    },
    {
      name: 'unlisted-package',
      comment: 'A third-party package is imported from one layer: say in this file from which.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot: [...Object.keys(PACKAGES).map(inPackage), inPackage('node')],
      },
    },
    {
      name: 'assembly',
      comment:
        '`devnet` is the one place where concrete things meet; what is made of the public API stands outside it.',
      severity: 'error',
      from: { path: `^src/${ASSEMBLY}/` },
      to: { path: `^src/(${NOT_ASSEMBLED.join('|')})/` },
    },
    {
      name: 'pure-layers-without-node',
      comment: '`kernel`, `codec`, `consensus`, `simulation`, `rpc` are pure: compiled without DOM and Node types.',
      severity: 'error',
      from: { path: `^src/(${PURE.join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sockets-in-server-only',
      comment: '`server` is the only layer with sockets.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/' },
      to: { dependencyTypes: ['core'], path: '^(node:)?(net|http|https|http2|tls|dgram)$' },
    },
    {
      name: 'source-knows-no-tests',
      comment: 'What ships does not import what only a clone has.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|bench|examples)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Modules that need each other, also for types alone, are one module, or lack a third below them.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be found is seen by no other rule.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // AssemblyScript: another language, that imports itself and the layout, which imports nothing.
    exclude: { path: '^src/evm/halley/interpreter/' },
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
