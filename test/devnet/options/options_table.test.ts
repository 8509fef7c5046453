/**
 * Gives every option of the public API values that it cannot have. Each is refused with its path and the value, before
 * anything is written or listens.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DEVNET_OPTIONS, JSON_RPC_OPTIONS } from '../../../src/config/options.js';
import {
  createDevnet,
  type DevnetOptions,
  exportHome,
  fixedClock,
  HalleyError,
  lockHome,
  verifyHome,
} from '../../../src/devnet/index.js';
import type { FormReader } from '../../../src/settings/reader.js';
import type { SurfaceOptions } from '../../../src/surfaces/options.generated.js';
import { chain, clients, transport } from '../../../src/viem/index.js';
import { withLog } from '../../../src/vitest/with_log.js';
import { temporaryHome } from '../node_kit.js';

/** Values that every option refuses. */
const NEVER = [null, Number.NaN, Symbol('x'), new Map(), new Promise<void>(() => undefined)];
const TEXTS = ['', ' '];
const OBJECTS = [[], {}];

/** Values that an option of a kind refuses, besides those above. */
const WRONG = {
  text: [...TEXTS, 5, true, 5n, ...OBJECTS],
  boolean: [...TEXTS, 'x', 5, 0, 5n, ...OBJECTS],
  amount: [...TEXTS, 'x', '5', -1, true, 5n, ...OBJECTS],
  whole: [...TEXTS, 'x', '5', -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 53, true, 5n, ...OBJECTS],
  bigint: [...TEXTS, 'x', '5', 5, -1, -1n, true, ...OBJECTS],
  list: [...TEXTS, 'x', 5, true, 5n, {}, [5], [null], [''], [undefined], Array(1)],
  object: [...TEXTS, 'x', 5, true, 5n, [], { nosuch: 5 }],
  listener: [...TEXTS, 'x', 5, true, 5n, ...OBJECTS],
  name: [...TEXTS, 'nosuch', 5, true, 5n, ...OBJECTS],
  server: [...TEXTS, 'x', 5, 5n, [], { nosuch: 5 }],
  address: [...TEXTS, 'x', 'host', ':99999', '127.0.0.1:1,', 5, 5n, ...OBJECTS],
} as const satisfies Record<string, readonly unknown[]>;

type Kind = keyof typeof WRONG;
/** Kind of each member, or the kinds of its members. */
type Kinds<T> = { readonly [K in keyof T]-?: Kind | Readonly<Record<string, unknown>> };

/** Returns the kind of each option whose definition has it. */
const kindsOf = <O extends Readonly<Record<string, { readonly read: FormReader<unknown> }>>>(
  options: O,
): { readonly [K in keyof O]: Kind } =>
  Object.fromEntries(
    Object.entries(options).map(([name, { read }]) => [name, read.form.type === 'file' ? 'text' : read.form.type]),
  ) as { readonly [K in keyof O]: Kind };

const SERVER = Object.fromEntries(
  [
    ...['bodyBytes', 'headerBytes', 'connections', 'requestTimeMs', 'writeTimeMs', 'idleTimeMs', 'backlogBytes'],
    ...['webSocketMessageBytes', 'webSocketBacklogBytes', 'webSocketPingMs', 'webSocketSilenceMs', 'webSocketWriteMs'],
    'webSocketBacklogMessages',
    'closeTimeMs',
  ].map((name) => [name, 'amount' as Kind]),
);
const TLS = { '': 'object', certFile: 'text', keyFile: 'text' };

const JSON_RPC: Kinds<Exclude<DevnetOptions['jsonRpc'], boolean | undefined>> & { '': Kind } = {
  ...kindsOf(JSON_RPC_OPTIONS),
  '': 'server',
  address: 'address',
  wsAddress: 'address',
  orFreePort: 'boolean',
  corsOrigins: 'list',
  namespaces: 'list',
  allowInsecureUnlock: 'boolean',
  enableProfiling: 'boolean',
  limits: {
    '': 'object',
    gasCap: 'bigint',
    txFeeCap: 'bigint',
    ...Object.fromEntries(
      [
        ...['batchItems', 'responseBytes', 'callTimeMs', 'evmTimeMs', 'filters', 'filterIdleMs', 'filterCleanupMs'],
        ...['filterEntries', 'filterEntriesInAll', 'subscriptions', 'pushesHeld', 'callsInFlight', 'logBlockRange'],
        ...['logResults', 'logAlternatives', 'feeHistoryBlocks', 'feeHistoryPercentiles', 'proofKeys'],
      ].map((name) => [name, 'amount' as Kind]),
    ),
  },
  server: { '': 'object', ...SERVER },
  tls: TLS,
  webSocketOrigins: 'list',
};

const RPC: Kinds<Exclude<DevnetOptions['rpc'], boolean | undefined>> & { '': Kind } = {
  '': 'server',
  address: 'address',
  orFreePort: 'boolean',
  dialect: 'name',
  strict: 'boolean',
  unsafe: 'boolean',
  closeOnSlowClient: 'boolean',
  limits: {
    '': 'object',
    ...Object.fromEntries(
      [
        ...['bodyBytes', 'batchSize', 'queryBytes', 'subscriptionClients', 'subscriptionsPerClient', 'writeQueue'],
        ...['subscriptionBuffer', 'connectionBacklog', 'answerBacklog', 'queuedRequests', 'broadcastCommitMs'],
      ].map((name) => [name, 'amount' as Kind]),
    ),
  },
  server: { '': 'object', ...SERVER },
  cors: { '': 'object', origins: 'list', methods: 'list', headers: 'list' },
  tls: TLS,
};

const CHAIN: Kinds<NonNullable<DevnetOptions['chains']>[number]> = {
  hardfork: 'name',
  codeSizeLimit: 'whole',
  allowUnlimitedContractSize: 'boolean',
  id: 'text',
  name: 'text',
  prettyName: 'text',
  bech32Prefix: 'text',
  denom: 'text',
  symbol: 'text',
  decimals: 'whole',
  evmChainId: 'boolean',
  validators: 'whole',
  packetForward: 'boolean',
  appState: 'boolean',
  genesis: 'boolean',
  miningMode: 'name',
  jsonRpc: JSON_RPC,
  rpc: RPC,
};

/** A surface that is added is checked by its own test. */
type AddedSurface = Exclude<keyof SurfaceOptions, 'assets'>;

const OPTIONS: Kinds<Omit<DevnetOptions, AddedSurface>> = {
  ...kindsOf(DEVNET_OPTIONS),
  hardfork: 'name',
  codeSizeLimit: 'whole',
  allowUnlimitedContractSize: 'boolean',
  genesis: 'object',
  preinstalls: 'boolean',
  artifacts: 'text',
  coverage: { '': 'object', file: 'text', add: 'boolean' },
  gasReport: { '': 'object', file: 'text', add: 'boolean' },
  onArtifactWarning: 'listener',
  gasLimit: 'bigint',
  loadState: 'object',
  dumpState: 'object',
  fork: {
    '': 'object',
    url: 'text',
    blockNumber: 'bigint',
    transactionHash: 'name',
    chainId: 'bigint',
    headers: 'object',
    retries: 'whole',
    retryBackoffMs: 'whole',
    timeoutMs: 'whole',
    computeUnitsPerSecond: 'whole',
    cachePath: 'text',
    noStorageCaching: 'boolean',
  },
  home: 'text',
  timestamp: 'bigint',
  miningMode: 'name',
  validatorKeyTypes: 'list',
  faults: 'list',
  clock: 'name',
  timeouts: {
    '': 'object',
    propose: 'bigint',
    proposeDelta: 'bigint',
    prevote: 'bigint',
    prevoteDelta: 'bigint',
    precommit: 'bigint',
    precommitDelta: 'bigint',
    commit: 'bigint',
    skipTimeoutCommit: 'boolean',
  },
  mempool: {
    '': 'object',
    size: 'amount',
    maxTxsBytes: 'amount',
    maxTxBytes: 'amount',
    cacheSize: 'amount',
    keepInvalidTxsInCache: 'boolean',
    recheck: 'boolean',
    accountQueue: 'amount',
    globalQueue: 'amount',
    priceBump: 'amount',
  },
  privateKeys: 'list',
  cosmosPrivateKeys: 'list',
  machine: 'name',
  clientVersion: 'text',
  jsonRpc: JSON_RPC,
  rpc: RPC,
  assets: {
    '': 'server',
    address: 'address',
    orFreePort: 'boolean',
    prefix: 'name',
    // The form of a topology is checked where it is read.
    topology: {},
    onSkipped: 'listener',
    maxForwardHops: 'whole',
    maxTransfers: 'whole',
    requireSeen: 'boolean',
    includeMispathed: 'boolean',
    maxAssetsPerChain: 'whole',
    countDescribed: 'boolean',
    overrides: 'list',
  },
  chains: 'list',
  listenOnAllChains: 'boolean',
  log: 'listener',
  onBug: 'listener',
  onDamage: 'listener',
  onSkippedKey: 'listener',
  onRecordFailure: 'listener',
  onDumpFailure: 'listener',
  onForkWarning: 'listener',
  onGenesisWarning: 'listener',
  onStorageWarning: 'listener',
  onFatal: 'listener',
};

/** Values that an option accepts although its kind refuses them. */
const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  // A string is the name of a document; a later check tests whether it exists.
  genesis: [' ', 'x', { nosuch: 5 }],
  // They are paths.
  loadState: ['x'],
  dumpState: ['x'],
  coverage: ['x'],
  gasReport: ['x'],
  'assets.prefix': [''],
  'chains[0].id': [],
  'chains[0].evmChainId': [5, 5n],
  'chains[0].appState': [{}],
  'chains[0].genesis': [{}],
};

/** Lists for each option its path and the values that it refuses. */
function* wrongOptions(kinds: object, prefix = ''): Generator<readonly [path: string, value: unknown]> {
  for (const [name, kind] of Object.entries(kinds) as [string, Kind | object][]) {
    const path = name === '' ? prefix.slice(0, -1) : `${prefix}${name}`;
    if (typeof kind === 'object') yield* wrongOptions(kind, `${path}.`);
    else
      for (const value of [...NEVER, ...WRONG[kind]])
        if (!(RIGHT[path] ?? []).some((right) => isDeepStrictEqual(right, value))) yield [path, value];
  }
}

/** Returns `{ a: { b: value } }` for `a.b`. */
const nested = (path: string, value: unknown): object =>
  path
    .split('.')
    .reverse()
    .reduce<unknown>((inner, name) => ({ [name]: inner }), value) as object;

const TABLE = [...wrongOptions(OPTIONS)];

describe('an invalid option of createDevnet', () => {
  it.each(Object.keys(OPTIONS))('%s is refused by its path, and nothing is written', async (option) => {
    const home = join(await temporaryHome(), 'chain');
    const cases = TABLE.filter(([path]) => path === option || path.startsWith(`${option}.`));
    expect(cases.length).toBeGreaterThan(5);
    for (const [path, value] of cases) {
      const failure = await createDevnet({ home, jsonRpc: true, ...nested(path, value) }).then(
        (devnet) => devnet.close().then(() => 'started'),
        (error: unknown) => error,
      );
      expect([path, value, failure]).toEqual([path, value, expect.any(HalleyError)]);
      const { code, message } = failure as HalleyError;
      // In groups whose members are all required, the error names the first wrong one.
      const group = /^(.*\.(?:tls|cors)|fork)\./.exec(path)?.[1] ?? path;
      const isNamed = path === 'miningMode' || message.startsWith(group);
      expect([path, value, code, isNamed]).toEqual([path, value, 'invalid-argument', true]);
      expect(existsSync(home)).toBe(false);
    }
  });

  it('of a further chain is refused by its path as well', async () => {
    const home = join(await temporaryHome(), 'chain');
    for (const [path, value] of wrongOptions(CHAIN, 'chains[0].')) {
      const options = nested(path.replace('chains[0].', ''), value);
      const failure = await createDevnet({ home, chains: [{ id: 'hub-1', ...options }] }).then(
        (devnet) => devnet.close().then(() => 'started'),
        (error: unknown) => error,
      );
      expect([path, value, failure]).toEqual([path, value, expect.any(HalleyError)]);
      expect([path, value, (failure as HalleyError).code]).toEqual([path, value, 'invalid-argument']);
      expect(existsSync(home)).toBe(false);
    }
  });

  it('is named with its value, and with the expected values', async () => {
    const refused: [object, string][] = [
      [{ jsonRpc: 'x' }, 'jsonRpc is "x", expected true, false, or an object'],
      [{ home: '' }, 'home is "", expected a string that is not empty'],
      [{ home: { toJSON: () => undefined } }, 'home is an object, expected a string that is not empty'],
      [{ onFatal: 5 }, 'onFatal is 5, expected a function'],
      [{ chains: [{}] }, 'chains[0].id is undefined, expected 1 to 50 letters, digits, ".", "_" or "-"'],
      [{ chains: [{ id: 'a' }, { id: 'a' }] }, 'there are two chains "a", expected a different id for each chain'],
      [{ rpc: { cors: { origins: ['*'] } } }, 'rpc.cors.methods is undefined, expected a list of methods'],
      [
        { rpc: { dialect: '0.41' } },
        'rpc.dialect is "0.41", expected "0.34", "0.37", "0.38", "0.39", "0.40", "1.0" or "documented"',
      ],
      [{ privateKeys: '0xab' }, 'privateKeys is not a list, expected a list of private keys in hex'],
    ];
    for (const [options, message] of refused)
      await expect(createDevnet(options)).rejects.toMatchObject({ code: 'invalid-argument', message });
  });

  it('counts as absent when it is undefined, also in groups that have defaults', async () => {
    const options = { seed: 'x', timeouts: { commit: undefined }, mempool: { size: undefined }, log: undefined };
    await using devnet = await createDevnet(options as object);
    await devnet.mine();
    expect(devnet.height).toBe(2n);
  });
});

it('methods of a devnet refuse invalid arguments', async () => {
  await using devnet = await createDevnet({ seed: 'x', chains: [{ id: 'hub-1' }] });
  const { relayer, chains } = devnet;
  const own = chains.get(devnet.chainId);
  const calls: [() => Promise<unknown>, string][] = [
    [() => devnet.mine({ block: 3 } as object), 'mine has no option "block" (did you mean "blocks"?)'],
    [() => devnet.revert('0x1' as never), 'id is "0x1", expected the number that snapshot() resolved to'],
    [() => devnet.revert(1, { setting: true } as object), 'revert has no option "setting" (did you mean "settings"?)'],
    [() => relayer.drop({ kind: 'all' as never }), 'kind is "all", expected "packet" or "acknowledgement"'],
    [() => relayer.drop({} as never), 'kind is undefined, expected "packet" or "acknowledgement"'],
    [() => relayer.drop({ kind: 'packet', count: 0 }), 'count is 0, expected a whole number, not below 1'],
    [() => devnet.openChannel({ a: { chain: 'x' } } as never), 'b is undefined, expected an object'],
    [() => devnet.openChannel({ a: { chain: 5 } } as never), 'a.chain is 5, expected a string that is not empty'],
    [() => devnet.closeChannel({ channel: '' }), 'channel is "", expected a string that is not empty'],
    [() => own.query(5 as never), 'path is 5, expected a string that is not empty'],
    [() => own.query('/x', '0x' as never), 'data is "0x", expected a Uint8Array'],
    [() => own.query('/x', undefined, { height: 1 as never }), 'height is 1, expected a bigint, not below 0n'],
    [() => own.broadcast('0x' as never), 'tx is "0x", expected a Uint8Array'],
    [() => devnet.setMiningMode(5 as never), 'miningMode is 5, expected a string or an object with `type`'],
    [() => devnet.setValidatorPower(null as never, 1n), '"null" is not a consensus address'],
    [() => devnet.time.increase('1' as never), 'seconds is 1, expected a whole number'],
  ];
  for (const [call, message] of calls)
    await expect(call()).rejects.toMatchObject({
      name: 'HalleyError',
      code: 'invalid-argument',
      message: expect.stringContaining(message),
    });
  expect(devnet.height).toBe(2n);
});

it('functions beside createDevnet refuse invalid arguments', async () => {
  for (const call of [exportHome, verifyHome, lockHome])
    for (const home of ['', 5, null, undefined])
      await expect(call(home as never)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringMatching(/^home is .*, expected a string that is not empty$/),
      });
  await expect(verifyHome('home', { reference: 1 } as never)).rejects.toMatchObject({
    message: 'reference is 1, expected true or false',
  });
  expect(() => fixedClock(5 as never)).toThrow('at is 5, expected nanoseconds since 1970 as a bigint');
});

describe('the argument of viem’s clients', () => {
  it.each([
    ['clients', clients],
    ['transport', transport],
    ['chain', chain],
  ] as const)('must not be the promise of a devnet: %s says that await is missing', async (name, make) => {
    const promise = createDevnet({ seed: 'x' });
    expect(() => make(promise as never)).toThrow(
      expect.objectContaining({
        name: 'HalleyError',
        code: 'invalid-argument',
        message: `${name} got a promise, expected a devnet: write ${name}(await createDevnet())`,
      }),
    );
    await (await promise).close();
    for (const other of [undefined, null, 5, {}])
      expect(() => make(other as never)).toThrow(
        expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(`${name} got `) }),
      );
  });
});

it('the fixtures of vitest pass invalid options on, and createDevnet refuses them', async () => {
  const log = (): void => undefined;
  for (const options of [5, 'x', [], null, Promise.resolve({}), { log: 5 }])
    await expect(createDevnet(withLog(options as never, log))).rejects.toMatchObject({ code: 'invalid-argument' });
});
