/**
 * Gives every setting that is a number a value of its own, so that no setting can take the value of another unnoticed,
 * and follows the values from flags, variables, files and a program to the running chain.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { devnetOptions } from '../../src/cli/devnet_options.js';
import { homeFiles, readHome } from '../../src/config/files.js';
import { type NamedSetting, SETTINGS } from '../../src/config/names.js';
import { resolveConfig, type Sources } from '../../src/config/resolve.js';
import { applicationRules } from '../../src/devnet/chain/application_rules.js';
import type { ChainNode } from '../../src/devnet/chain_node.js';
import { startDevnet } from '../../src/devnet/devnet.js';
import type { DevnetOptions } from '../../src/devnet/index.js';
import { NANOS_PER_MILLISECOND } from '../../src/kernel/time.js';
import { IN_PROCESS_PEER } from '../../src/rpc/protocol_handler.js';
import { temporaryHome } from '../devnet/node_kit.js';

/** Values of the settings: numbers, times in milliseconds as `…ms`, and texts of other units. */
const VALUES: Readonly<Record<string, number | string>> = {
  'devnet.block-time': '1.009',
  'devnet.max-transactions': 1013,
  'devnet.validators': 7,
  'devnet.accounts': 5,
  'devnet.slots-in-an-epoch': 11,
  'json-rpc.gas-cap': 1_000_019,
  'json-rpc.evm-timeout': '1021ms',
  'json-rpc.txfee-cap': '0.000000000000001031',
  'json-rpc.gas-price': 1033,
  'json-rpc.filter-cap': 1039,
  'json-rpc.filter-timeout': '1049ms',
  'json-rpc.filter-cleanup-interval': '1051ms',
  'json-rpc.subscription-cap': 1061,
  'json-rpc.feehistory-cap': 1063,
  'json-rpc.logs-cap': 1069,
  'json-rpc.block-range-cap': 1087,
  'json-rpc.http-timeout': '1191ms',
  'json-rpc.http-idle-timeout': '1093ms',
  'json-rpc.http-body-limit': 1097,
  'json-rpc.batch-request-limit': 1103,
  'json-rpc.batch-response-max-size': 1109,
  'json-rpc.max-open-connections': 1117,
  'evm.min-tip': 1123,
  'evm.mempool.price-bump': 29,
  'evm.mempool.account-queue': 1129,
  'evm.mempool.global-queue': 1151,
  'assets.max-forward-hops': 1,
  'assets.max-assets-per-chain': 9,
  'grpc.max-recv-msg-size': 1373,
  'grpc.max-send-msg-size': 1381,
  'registry.credit-amount': 1367,
  'api.max-open-connections': 1399,
  'api.rpc-read-timeout': 1409,
  'api.rpc-write-timeout': 1423,
  'api.rpc-max-body-bytes': 1427,
  'rpc.max_open_connections': 1153,
  'rpc.max_subscription_clients': 1163,
  'rpc.max_subscriptions_per_client': 1171,
  'rpc.experimental_subscription_buffer_size': 1181,
  'rpc.experimental_websocket_write_buffer_size': 1187,
  'rpc.timeout_broadcast_tx_commit': '1193ms',
  'rpc.max_request_batch_size': 1201,
  'rpc.max_body_bytes': 1213,
  'rpc.max_header_bytes': 1217,
  'mempool.size': 1223,
  'mempool.max_txs_bytes': 1229,
  'mempool.max_tx_bytes': 1231,
  'mempool.cache_size': 1237,
  'consensus.timeout_propose': '1249ms',
  'consensus.timeout_propose_delta': '1259ms',
  'consensus.timeout_prevote': '1277ms',
  'consensus.timeout_prevote_delta': '1279ms',
  'consensus.timeout_precommit': '1283ms',
  'consensus.timeout_precommit_delta': '1289ms',
  'consensus.timeout_commit': '1291ms',
};
/** Settings without a number that the test needs. */
const BESIDES: Readonly<Record<string, string | boolean>> = {
  'devnet.mixed-mining': true,
  'devnet.seed': 'distinct',
  'json-rpc.address': '127.0.0.1:0',
  'json-rpc.ws-address': '',
  'rpc.laddr': 'tcp://127.0.0.1:0',
  'assets.address': '127.0.0.1:0',
  'grpc.address': '127.0.0.1:0',
  'registry.address': '127.0.0.1:0',
  'api.address': '127.0.0.1:0',
  'dashboard.address': '',
};

const ms = (count: bigint): bigint => count * NANOS_PER_MILLISECOND;
const TIMEOUTS = {
  ...{ propose: ms(1249n), proposeDelta: ms(1259n), prevote: ms(1277n), prevoteDelta: ms(1279n) },
  ...{ precommit: ms(1283n), precommitDelta: ms(1289n), commit: ms(1291n), skipTimeoutCommit: false },
};
const MEMPOOL = {
  ...{ size: 1223, maxTxsBytes: 1229, maxTxBytes: 1231, cacheSize: 1237 },
  ...{ priceBump: 29, accountQueue: 1129, globalQueue: 1151, keepInvalidTxsInCache: false, recheck: true },
};
const EVM_LIMITS = {
  ...{ gasCap: 1_000_019n, evmTimeMs: 1021, txFeeCap: 1031n, filters: 1039, filterIdleMs: 1049, filterCleanupMs: 1051 },
  ...{ subscriptions: 1061, feeHistoryBlocks: 1063, logResults: 1069, logBlockRange: 1087 },
  // Calls end 100 ms before the HTTP timeout.
  ...{ batchItems: 1103, responseBytes: 1109, callTimeMs: 1091 },
};
/** Options with which a program does the same. */
const PROGRAM = {
  ...{ seed: 'distinct', validators: 7, maxTransactions: 1013, miningMode: { type: 'mixed', ms: 1009 } },
  ...{ timeouts: TIMEOUTS, mempool: MEMPOOL },
  jsonRpc: {
    ...{ address: '127.0.0.1:0', wsAddress: false, slotsInAnEpoch: 11, gasPrice: 1033n, minTip: 1123n },
    limits: EVM_LIMITS,
    server: {
      ...{ bodyBytes: 1097, webSocketMessageBytes: 1097, connections: 1117 },
      ...{ requestTimeMs: 1191, writeTimeMs: 1191, idleTimeMs: 1093 },
    },
  },
  rpc: {
    address: 'tcp://127.0.0.1:0',
    limits: {
      ...{ bodyBytes: 1213, batchSize: 1201, subscriptionClients: 1163, subscriptionsPerClient: 1171 },
      ...{ subscriptionBuffer: 1181, writeQueue: 1187, broadcastCommitMs: 1193 },
    },
    server: { connections: 1153, headerBytes: 1217 },
  },
  assets: { address: '127.0.0.1:0', maxForwardHops: 1, maxAssetsPerChain: 9 },
  api: {
    ...{ address: '127.0.0.1:0', enabledUnsafeCors: false, swagger: false },
    ...{ maxOpenConnections: 1399, rpcReadTimeout: 1409, rpcWriteTimeout: 1423, rpcMaxBodyBytes: 1427 },
  },
  dashboard: false,
  grpc: { address: '127.0.0.1:0', maxRecvMsgSize: 1373, maxSendMsgSize: 1381 },
  registry: { address: '127.0.0.1:0', creditAmount: 1367 },
} as const satisfies DevnetOptions;

type Given = readonly (readonly [setting: NamedSetting, value: number | string | boolean])[];
const GIVEN: Given = Object.entries({ ...VALUES, ...BESIDES }).map(([path, value]) => {
  const setting = SETTINGS.find((one) => one.path === path);
  if (setting === undefined) throw new Error(`there is no setting ${path}`);
  return [setting, value];
});

/** Writes the settings as `app.toml` and `config.toml` of a home folder. */
async function homeWithFiles(): Promise<string> {
  const home = await temporaryHome();
  const files = homeFiles(home);
  mkdirSync(`${home}/config`);
  for (const [name, path] of [
    ['app.toml', files.app],
    ['config.toml', files.config],
  ] as const) {
    const own = GIVEN.filter(([{ file }]) => file === name);
    const tables = new Map<string, string[]>();
    for (const [{ path: full, setting }, value] of own) {
      const table = full.slice(0, -setting.key.length - 1);
      tables.set(table, [...(tables.get(table) ?? []), `${setting.key} = ${JSON.stringify(value)}`]);
    }
    writeFileSync(path, [...tables].map(([table, lines]) => `[${table}]\n${lines.join('\n')}\n`).join('\n'));
  }
  return home;
}

const SOURCES: readonly [name: string, make: () => Promise<Sources> | Sources][] = [
  ['flags', () => ({ flags: new Map(GIVEN.map(([{ flag }, value]) => [flag, `${value}`])) })],
  ['variables', () => ({ env: Object.fromEntries(GIVEN.map(([{ variable }, value]) => [variable, `${value}`])) })],
  ['files', async () => ({ files: readHome(await homeWithFiles()) })],
];

/** Starts a devnet, and returns what its chain runs with. */
async function running(options: DevnetOptions) {
  let runtime: ChainNode | undefined;
  await using devnet = await startDevnet(options, { onRuntime: (opened) => (runtime = opened) });
  const { chain, evm } = runtime as ChainNode;
  const { limits } = evm.context(IN_PROCESS_PEER, undefined);
  return {
    timeouts: chain.timeouts,
    mempool: chain.pool.limits,
    limits,
    order: chain.pool.order,
    validators: devnet.validators.length,
    miningMode: devnet.miningMode,
    rules: applicationRules(options),
  };
}

describe('settings of which no two are equal', () => {
  it('are all settings that are numbers', () => {
    const config = resolveConfig() as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const numbers = SETTINGS.filter(({ section, name, file }) => {
      const value = config[section]?.[name];
      return file !== undefined && (typeof value === 'number' || typeof value === 'bigint');
    });
    expect(numbers.map(({ path }) => path).filter((path) => !(path in VALUES))).toEqual([]);
    const given = resolveConfig({ flags: new Map(GIVEN.map(([{ flag }, value]) => [flag, `${value}`])) }) as never;
    const values = Object.keys(VALUES).map((path) => {
      const { section, name } = SETTINGS.find((one) => one.path === path) as NamedSetting;
      return Number((given[section] as Readonly<Record<string, unknown>>)[name]);
    });
    expect(new Set(values).size).toBe(values.length);
    for (const { path, section, name } of numbers)
      expect((given[section] as Readonly<Record<string, unknown>>)[name], path).not.toEqual(config[section]?.[name]);
  });

  it.each(SOURCES)('reach the options and the running chain from %s, as from a program', async (_, make) => {
    const options = await devnetOptions(resolveConfig(await make()));
    expect(options).toMatchObject(PROGRAM);
    expect([options.privateKeys?.length, options.cosmosPrivateKeys?.length]).toEqual([5, 5]);
    const { timeouts, mempool, limits, rules, ...rest } = await running(options);
    expect(timeouts).toEqual(TIMEOUTS);
    expect(mempool).toEqual(MEMPOOL);
    const { gasCap, evmTimeMs, ...ofCalls } = EVM_LIMITS;
    expect(limits).toMatchObject(ofCalls);
    expect(rules).toMatchObject({ gasCap, timeoutMs: evmTimeMs, minTip: 1123n, maxTransactions: 1013 });
    expect(rest).toEqual({ order: 'fees', validators: 7, miningMode: { type: 'mixed', ms: 1009 } });
  });

  it('reach the running chain from a program', async () => {
    const flags = new Map(GIVEN.map(([{ flag }, value]) => [flag, `${value}`]));
    expect(await running(PROGRAM)).toEqual(await running(await devnetOptions(resolveConfig({ flags }))));
  });
});
