/**
 * Defines the import rules of the layers, which are the folders of `src`. Three tables define them: what each layer may
 * import, the order of the parts of a layer, and which layer imports each third-party package. `test/lint` plants a
 * violation of every rule.
 */

/** Rule of every layer in a sentence, and what it may import besides itself (folders, or single files). */
const LAYERS = {
  kernel: ['The kernel imports no other layer.', []],
  codec: ['Encodings import only the kernel.', ['kernel']],
  abci: ['The boundary imports neither of its two sides, which both import it.', ['kernel', 'codec']],
  backend: [
    'The backends are interfaces of what the protocols need of a chain. They import only data types.',
    ['kernel', 'codec', 'abci', 'consensus/types'],
  ],
  consensus: [
    '`consensus` and `app` never import each other; both import only `abci`. To `consensus` transactions are bytes.',
    ['kernel', 'codec', 'abci'],
  ],
  app: [
    "`consensus` and `app` never import each other; both import only `abci`, so that the same application could run under a real CometBFT. `app/modules/ibc` verifies headers of other chains, and may import the engine's types.",
    ['kernel', 'codec', 'abci', 'crypto', 'evm', 'storage/store.ts', 'backend/evm'],
  ],
  solidity: [
    'Contracts, their sources and their failures are computed from files and runs; the devnet reads the files.',
    ['kernel', 'codec', 'crypto', 'evm/observer.ts', 'backend/evm'],
  ],
  evm: [
    'The EVM runs on any state that implements its interface; it imports no module.',
    ['kernel', 'codec', 'crypto'],
  ],
  storage: ['A store handles only bytes.', ['kernel']],
  simulation: [
    'The simulated network runs the validators; it imports the engine, not the application.',
    ['kernel', 'codec', 'abci', 'consensus'],
  ],
  mempool: ['The mempool receives the results of CheckTx; it calls nothing.', ['kernel', 'codec', 'abci']],
  chain: [
    'The devnet fills the stores and indexes of the chain, and others read them through the backends.',
    ['kernel', 'codec', 'abci', 'consensus/types', 'storage/store.ts', 'backend'],
  ],
  rpc: [
    '`rpc/*` read a chain only through `backend`, which a recorded folder or a remote node could implement.',
    ['kernel', 'codec', 'abci', 'consensus/types', 'backend'],
  ],
  server: [
    '`server` is the only layer that listens: it hosts protocol handlers and imports nothing behind them.',
    ['kernel', 'abci', 'rpc/protocol_handler.ts', 'rpc/rest', 'rpc/grpc/framing.ts', 'rpc/grpc/status.ts'],
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
      // The hashes of blocks in state files follow from their headers.
      'codec/ethereum/header_json.ts',
      // These files define the values and defaults of settings.
      'abci/pub_key.ts',
      'consensus/env.ts',
      'mempool/limits.ts',
      'rpc/comet/options.ts',
      'rpc/evm/compat.ts',
      'rpc/evm/limits.ts',
      'server/limits.ts',
    ],
  ],
  dashboard: [
    'The page runs in a browser: it knows encodings, the forms of what the server sends, and the names of opcodes.',
    [
      'kernel',
      'codec',
      'consensus/types/round_event.ts',
      'backend/rounds.ts',
      'backend/evm/debugging.ts',
      'backend/evm/wallet.ts',
      'rpc/dashboard/wire.ts',
      'evm/opcodes.ts',
    ],
  ],
  client: [
    'Outbound connections to other nodes and applications know their protocols, and no chain of ours.',
    [
      ...['kernel', 'abci', 'codec/merkle/ics23.ts', 'consensus/types/round_event.ts', 'server/address.ts'],
      // The output of a child process has a folder.
      'storage/make_folder.ts',
    ],
  ],
  crypto: ['Native implementations have function types of the kernel and the engine.', ['kernel', 'abci']],
  cli: [
    'The command uses the public API.',
    [
      'kernel',
      'settings',
      'config',
      'client',
      'devnet/index.ts',
      // Only the command runs an application for an engine in another process.
      'devnet/app_node/app_node.ts',
      // The command asks the node of a fork before it loads the devnet, and hands the fork over.
      ...['devnet/devnet.ts', 'devnet/fork/begin_fork.ts'],
      // The debugger reads what the devnet's methods answer.
      'backend/evm/debugging.ts',
      // A program outside of this package has no use for the replay of a record that still grows.
      'devnet/records/live_trace.ts',
      // Text of contracts reaches the terminal as it does in the log.
      'devnet/log/escape_controls.ts',
      'fixtures/index.ts',
      'scenario/index.ts',
      'testnet/index.ts',
      // This file loads before the scenarios do.
      'scenario/limits.ts',
      'storage/make_folder.ts',
      'surfaces/surface_section.ts',
      'surfaces/settings.generated.ts',
      'surfaces/options.generated.ts',
    ],
  ],
  scenario: [
    'Scenarios run on a devnet of their own, and observe its simulated network.',
    ['kernel', 'settings', 'backend/rounds.ts', 'consensus', 'crypto', 'simulation', 'devnet'],
  ],
  fixtures: [
    'Fixtures record a devnet of their own or a running node, and serve what was recorded.',
    [
      ...['kernel', 'settings', 'client', 'rpc/protocol_handler.ts', 'server', 'devnet', 'scenario'],
      // Ids of messages change inside of texts that otherwise stay as they are.
      'rpc/jsonrpc/raw_ids.ts',
      // The manifest names the version.
      'app/types/version.ts',
      // Raw bytes are encoded, and the genesis documents of the package need their seed.
      ...['codec', 'consensus/types', 'config/development_authority.ts'],
    ],
  ],
  testnet: [
    'Networks of engines are homes and processes: they use the genesis of the application, and no devnet.',
    [
      ...['kernel', 'codec', 'crypto', 'settings', 'config', 'client', 'abci/application.ts', 'abci/pub_key.ts'],
      ...['app', 'consensus/types', 'rpc/evm/validator_key.ts', 'rpc/comet/options.ts', 'storage/make_folder.ts'],
      // A network takes over an exported document, whose validators have other keys.
      'devnet/other_validators',
    ],
  ],
  relayer: [
    'A relayer uses the answers of any node; its caller owns the chains and the keys.',
    ['kernel', 'codec', 'abci'],
  ],
  viem: ['The clients for viem use the public API, and throw its error.', ['devnet/index.ts', 'kernel/errors.ts']],
  wallet: [
    'The wallet runs in any page, and is small: it imports nothing but the form of what the node tells it.',
    ['backend/evm/wallet.ts'],
  ],
  vitest: [
    'The fixtures for vitest use the public API, and throw its error.',
    ['devnet/index.ts', 'kernel/errors.ts', 'wallet/index.ts'],
  ],
};

/**
 * Inner layers of `app` in order, each with its rule in a sentence. A layer may import itself and the layers above its
 * line. The files directly in `src/app` put the layers together and may import all of them; no layer imports them.
 */
const APP_LAYERS = {
  types: 'Addresses, coins, decimals, events, refusals and keys are values without state.',
  state: 'The state and its commitment hold the bytes of stores, and import no module.',
  sdk: 'The contract of modules, messages, queries and precompiles imports no module.',
  modules: 'Modules import the contract and each other, but not how transactions and blocks run.',
  precompiles: 'Stateful precompiles call modules; no module calls a precompile.',
  machine: 'The rules and the pool of EVMs import the contracts of this chain, but not transactions.',
  tx: 'Envelopes and stateless checks do not depend on blocks.',
  ante: 'The checks before delivery import transactions and modules, but not blocks.',
  dev_txs: 'Dev transactions run without the checks of other transactions, before a block begins.',
  block: 'A block runs transactions; it imports neither calls nor traces.',
  calls: 'Calls run messages on a state, outside of any block.',
  traces: 'Traces run blocks and calls again, with an observer.',
  queries: 'Queries and services answer from the state; only the application dispatches to them.',
};

/** Layer that connects the others: it may import everything except the command and what is built on the public API. */
const ASSEMBLY = 'devnet';
const NOT_ASSEMBLED = ['cli', 'dashboard', 'fixtures', 'scenario', 'testnet', 'viem', 'vitest', 'wallet'];

/** Folder of a layer that may import more than the layer, and what. */
const EXCEPTIONS = { app: ['app/modules/ibc', ['consensus/types']] };

const PURE = ['kernel', 'codec', 'consensus', 'abci', 'backend', 'simulation', 'mempool', 'rpc', 'relayer'];
const PROTOCOLS = ['evm', 'comet', 'assets', 'gateway'];

/** Layer, or layers (another regular expression), that may import a package (a regular expression). */
const PACKAGES = {
  '@bitauth/libauth': 'crypto',
  '@ethereumjs/[^/]+': 'evm',
  '@ethereumjs/block': 'evm/reference',
  '@ethereumjs/tx': 'evm/reference',
  '@ethereumjs/vm': 'evm/reference',
  '@noble/hashes': 'kernel',
  '@noble/curves': 'crypto',
  '@noble/post-quantum': 'crypto',
  '@scure/base': 'codec',
  '@scure/bip[0-9]+': 'crypto',
  ox: '(app/sdk/solidity|fixtures/record|solidity)',
  secp256k1: 'crypto',
  'sodium-native': 'crypto',
  'hash-wasm': 'crypto',
  'mcl-wasm': 'crypto',
  'quickjs-emscripten-core': 'app',
  '@jitl/quickjs-singlefile-cjs-release-sync': 'app',
  'classic-level': 'storage',
  ws: '(server|client)',
  fastify: 'server/rest',
  'smol-toml': 'config',
  'toml-eslint-parser': 'scenario',
  commander: 'cli',
  viem: 'viem',
  vitest: 'vitest',
  preact: 'dashboard',
  '@preact/signals': 'dashboard',
};

/**
 * Parts of each layer, its files and folders, from the lowest to the highest. Each imports only the ones before it, so
 * that no two of them need each other.
 */
const ORDERS = {
  // The page: what it computes, how it asks the server, its frame, and its views.
  dashboard: ['model', 'feed', 'shell', 'explorer', 'consensus', 'views', 'main.ts'],
  // The recorded folder; recording it; serving and comparing it; the public API.
  fixtures: ['folder', 'plan', 'formats', 'record', 'match', 'replay', 'proxy', 'check', 'index.ts'],
  devnet: [
    // These depend on the platform, or on nothing.
    ...['platform.ts', 'disposer_stack.ts', 'profiling', 'keys', 'faults', 'log', 'mining', 'clock', 'artifacts'],
    // These handle what a user requests.
    ...['options', 'plan', 'history', 'other_validators', 'home', 'fork'],
    // These make one chain: its parts, its views, its runtime and the actions on it, and its backends.
    ...[
      'chain',
      'views',
      'runtime',
      'actions',
      'network',
      'snapshots',
      'records',
      'sdk_genesis',
      'state_files',
      'host.ts',
      'report_files.ts',
      'running_chain.ts',
      'backends',
    ],
    ...[
      'monitoring',
      'evm_servers.ts',
      'surface_server.ts',
      'chain_node.ts',
      'served_chain.ts',
      'ask_server.ts',
      'comet_server.ts',
      'listeners.ts',
      'replacement.ts',
      // This is what pages have in place of a wallet.
      'wallet',
    ],
    // This runs the application for an engine in another process.
    'app_node',
    // These handle several chains, and homes that no process uses.
    ...['relaying', 'chains', 'export', 'verify'],
    // These are the public API.
    ...['api', 'devnet.ts', 'engine_node', 'proxy', 'index.ts'],
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
    comment: `The parts of src/${layer} have an order: ${name} imports nothing that comes after it.`,
    severity: 'error',
    from: { path: anyOf(layer, [name]) },
    to: { path: anyOf(layer, names.slice(index + 1)) },
  })),
  {
    name: `order-${layer}`,
    comment: `A new file or folder of src/${layer} has a place in its order: add it to ORDERS in this file.`,
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
      comment: 'A new folder of src is a new layer: add it to LAYERS in this file, with what it may import.',
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
      comment: '`modules/assembly.ts` passes a module what it needs of others; a module does not import the assembly.',
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
      comment: 'A third-party package is imported from one layer: add it to PACKAGES in this file.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot: [...Object.keys(PACKAGES).map(inPackage), inPackage('node')],
      },
    },
    {
      name: 'assembly',
      comment: '`devnet` connects all other layers; it imports nothing that is built on the public API.',
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
      comment: '`server` is the only layer that listens, and imports the modules for it. `client` connects.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(server|client)/' },
      to: { dependencyTypes: ['core'], path: '^(node:)?(net|http|https|http2|tls|dgram)$' },
    },
    {
      name: 'source-knows-no-tests',
      comment: 'Shipped code does not import files that only a clone has.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|bench|examples)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other, even only types, belong together, or need a third file below them.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'No other rule checks an import that cannot be resolved.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The interpreter is AssemblyScript, another language. It imports only itself and the layout, which imports
    // nothing.
    exclude: { path: '^src/evm/halley/interpreter/' },
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
