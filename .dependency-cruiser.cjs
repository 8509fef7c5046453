/**
 * The one-way doors between the rooms of `src`. Two tables say all of it: what each room may see, and where each
 * third-party package lives; the rules are made from them. `test/canary` plants a violation of every rule.
 */

/** Every room: its rule in a sentence, and what it may import besides itself (folders, or single files). */
const ROOMS = {
  kernel: ['Knows nothing.', []],
  codec: ['Encodings know the kernel only.', ['kernel']],
  abci: ['The boundary: both sides know it, it knows neither.', ['kernel']],
  consensus: [
    '`consensus` and `app` never import each other; both know only `abci`. Transactions are bytes to it.',
    ['kernel', 'codec', 'abci'],
  ],
  app: [
    "`consensus` and `app` never import each other; both know only `abci`. The same application runs under a real CometBFT. But for `app/modules/ibc`: it verifies headers of other chains, and may see the engine's types.",
    ['kernel', 'codec', 'abci', 'crypto', 'evm', 'storage/port.ts'],
  ],
  evm: ['The machine works on any state that has its port; it knows no module.', ['kernel', 'codec', 'crypto']],
  storage: ['A store knows bytes only.', ['kernel']],
  simulation: [
    'The world holds the validators and knows the engine, not the application.',
    ['kernel', 'codec', 'abci', 'consensus'],
  ],
  mempool: ['The pool is handed what CheckTx answered; it asks nobody.', ['kernel', 'codec', 'abci']],
  chain: [
    'The chain as others see it: filled by the host, read through the ports.',
    ['kernel', 'codec', 'abci', 'consensus/types', 'storage/port.ts', 'rpc/ports'],
  ],
  rpc: [
    '`rpc/*` see a chain only through `rpc/ports`; a recorded folder or a remote node could stand behind it.',
    ['kernel', 'codec', 'abci', 'consensus/types'],
  ],
  server: [
    'The only room with sockets: it hosts surfaces and knows nothing behind them.',
    ['kernel', 'rpc/surface.ts', 'rpc/rest'],
  ],
  config: [
    'Options are checked before anything is assembled.',
    [
      'kernel',
      'crypto',
      'evm/machines.ts',
      'evm/default_machine.ts',
      'evm/gas_cap.ts',
      'evm/hardfork.ts',
      'evm/code_size.ts',
    ],
  ],
  crypto: ['Native implementations behind function types of the kernel and the engine.', ['kernel', 'abci']],
  cli: [
    '`cli`, `dashboard`, `fixtures` use the public API.',
    ['kernel', 'config', 'devnet/index.ts', 'storage/make_folder.ts'],
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

/** The one place where concrete things meet: everything but the command and the pages made of the public API. */
const ASSEMBLY = 'devnet';
const NOT_ASSEMBLED = ['cli', 'dashboard', 'fixtures', 'viem', 'vitest'];

/** Folders that may see more than their room: which, and what. */
const EXCEPTIONS = { app: ['app/modules/ibc', ['consensus/types']] };

const PURE = ['kernel', 'codec', 'consensus', 'abci', 'simulation', 'mempool', 'rpc', 'relayer'];
const SURFACES = ['evm', 'comet', 'assets'];

/** Package (a regular expression) → the room that may import it. */
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
  ox: 'app/module',
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

const folderOrFile = (path) => (path.endsWith('.ts') ? `${path.replace('.', '\\.')}$` : `${path}/`);
const inPackage = (name) => `(^|/)node_modules/(@types/)?${name}/`;

const roomRules = Object.entries(ROOMS).map(([room, [comment, allowed]]) => ({
  name: `door-of-${room}`,
  comment,
  severity: 'error',
  from: { path: `^src/${room}/`, ...(EXCEPTIONS[room] && { pathNot: `^src/${EXCEPTIONS[room][0]}/` }) },
  to: { path: '^src/', pathNot: [room, ...allowed].map((path) => `^src/${folderOrFile(path)}`) },
}));

const exceptionRules = Object.entries(EXCEPTIONS).map(([room, [folder, more]]) => ({
  name: `door-of-${folder.replaceAll('/', '-')}`,
  comment: ROOMS[room][0],
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [room, ...ROOMS[room][1], ...more].map((path) => `^src/${folderOrFile(path)}`) },
}));

const surfaceRules = SURFACES.map((surface) => ({
  name: `surface-${surface}`,
  comment: 'The three surfaces never import each other, and each has its own port.',
  severity: 'error',
  from: { path: `^src/rpc/${surface}/` },
  to: { path: `^src/rpc/(ports/)?(${SURFACES.filter((other) => other !== surface).join('|')})(/|\\.ts$)` },
}));

const packageRules = Object.entries(PACKAGES).map(([name, room]) => ({
  name: `package-${name.replace(/^@|\/.*\+$/g, '').replace('/', '-')}`,
  comment: `A third-party package is imported from one room: this one from src/${room}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${room}/` },
  to: { path: inPackage(name) },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    ...exceptionRules,
    ...surfaceRules,
    ...packageRules,
    {
      name: 'unlisted-room',
      comment: 'A new folder of src is a new room: say in this file what it may see.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${[...Object.keys(ROOMS), ASSEMBLY].join('|')})/` },
      to: {},
    },
    {
      name: 'unlisted-package',
      comment: 'A third-party package is imported from one room: say in this file from which.',
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
      name: 'pure-rooms-without-node',
      comment: '`kernel`, `codec`, `consensus`, `simulation`, `rpc` are pure: compiled without DOM and Node types.',
      severity: 'error',
      from: { path: `^src/(${PURE.join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sockets-in-server-only',
      comment: '`server` is the only room with sockets.',
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
