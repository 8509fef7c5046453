import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { devnetOptions } from '../../src/cli/devnet_options.js';
import { configFileText } from '../../src/config/file_text.js';
import { homeFiles, readHome } from '../../src/config/files.js';
import { SETTINGS } from '../../src/config/names.js';
import { resolveConfig, type Sources } from '../../src/config/resolve.js';
import type { CometRpcOptions } from '../../src/devnet/index.js';
import { COMET_DIALECTS } from '../../src/rpc/comet/dialects/index.generated.js';

const flags = (given: Record<string, string>): Sources => ({
  flags: new Map(Object.entries(given).map(([key, value]) => [`--rpc.${key}`, value])),
});

function homeWith(config: string): string {
  const home = mkdtempSync(join(tmpdir(), 'halley-config-'));
  const file = homeFiles(home).config;
  mkdirSync(dirname(file));
  writeFileSync(file, config);
  return home;
}

const inFile = (lines: string): Sources => ({ files: readHome(homeWith(`[rpc]\n${lines}\n`)) });

async function rpcOptions(sources: Sources): Promise<CometRpcOptions> {
  const { rpc } = await devnetOptions(resolveConfig(sources));
  if (typeof rpc !== 'object') throw new Error('the consensus RPC is not served');
  return rpc;
}

/** For every setting a value other than its default, as text and in TOML. */
const OTHER: Readonly<Record<string, readonly [text: string, toml: string, value: unknown]>> = {
  laddr: ['tcp://127.0.0.1:1, unix:///x', '"tcp://127.0.0.1:1,unix:///x"', 'tcp://127.0.0.1:1,unix:///x'],
  dialect: ['documented', '"documented"', 'documented'],
  strict: ['false', 'false', false],
  unsafe: ['true', 'true', true],
  cors_allowed_origins: ['https://*.a,null', '["https://*.a", "null"]', ['https://*.a', 'null']],
  cors_allowed_methods: ['GET', '["GET"]', ['GET']],
  cors_allowed_headers: ['X-A,X-B', '["X-A", "X-B"]', ['X-A', 'X-B']],
  max_open_connections: ['0', '0', 0],
  max_subscription_clients: ['7', '7', 7],
  max_subscriptions_per_client: ['5', '5', 5],
  experimental_subscription_buffer_size: ['200', '200', 200],
  experimental_websocket_write_buffer_size: ['20000', '20000', 20_000],
  experimental_close_on_slow_client: ['true', 'true', true],
  timeout_broadcast_tx_commit: ['1m', '"1m"', 60_000],
  max_request_batch_size: ['10', '10', 10],
  max_body_bytes: ['0', '0', 0],
  max_header_bytes: ['2048', '2048', 2048],
  tls_cert_file: ['tls/cert.pem', '"tls/cert.pem"', 'tls/cert.pem'],
  tls_key_file: ['tls/key.pem', '"tls/key.pem"', 'tls/key.pem'],
  grpc_laddr: ['', '""', ''],
  pprof_laddr: ['', '""', ''],
};

describe('the settings of the CometBFT RPC', () => {
  const own = SETTINGS.filter(({ section }) => section === 'rpc');

  it('can each be set by flag, variable and file', () => {
    expect(own.map(({ setting }) => setting.key).sort()).toEqual(Object.keys(OTHER).sort());
    const all = Object.entries(OTHER);
    const byFlag = resolveConfig(flags(Object.fromEntries(all.map(([key, [text]]) => [key, text]))));
    const env = Object.fromEntries(all.map(([key, [text]]) => [`HALLEY_RPC_${key.toUpperCase()}`, text]));
    const byFile = resolveConfig(inFile(all.map(([key, [, toml]]) => `${key} = ${toml}`).join('\n')));
    for (const { rpc } of [byFlag, resolveConfig({ env }), byFile])
      for (const { name, setting } of own)
        expect(Object.entries(rpc).find(([key]) => key === name)?.[1], name).toEqual(OTHER[setting.key]?.[2]);
    const written = homeWith(configFileText('config.toml', byFlag));
    expect(resolveConfig({ files: readHome(written) }).rpc).toEqual(byFlag.rpc);
  });

  it('have CometBFT’s defaults, except those that break its own clients', () => {
    const fallback = Object.fromEntries(own.map(({ setting }) => [setting.key, setting.fallback]));
    expect(fallback).toEqual({
      laddr: 'tcp://127.0.0.1:26657',
      cors_allowed_origins: [],
      cors_allowed_methods: ['HEAD', 'GET', 'POST'],
      cors_allowed_headers: ['Origin', 'Accept', 'Content-Type', 'X-Requested-With', 'X-Server-Time'],
      grpc_laddr: '',
      unsafe: false,
      max_open_connections: 900,
      max_subscription_clients: 100,
      experimental_close_on_slow_client: false,
      timeout_broadcast_tx_commit: 10_000,
      max_body_bytes: 1_000_000,
      max_header_bytes: 1_048_576,
      tls_cert_file: '',
      tls_key_file: '',
      pprof_laddr: '',
      // CometBFT has 5, 200, 200 and 10 here.
      max_subscriptions_per_client: 100,
      experimental_subscription_buffer_size: 10_000,
      experimental_websocket_write_buffer_size: 10_000,
      max_request_batch_size: 100,
      // CometBFT does not have these.
      dialect: '0.37',
      strict: true,
    });
  });

  it('accept every dialect that is served', () => {
    const versions = COMET_DIALECTS.map(({ version }) => version);
    for (const version of versions) expect(resolveConfig(flags({ dialect: version })).rpc.dialect).toBe(version);
    expect(() => resolveConfig(flags({ dialect: '0.41' }))).toThrow(
      'expected one of 0.34, 0.37, 0.38, 0.39, 0.40, 1.0, documented',
    );
  });

  it('are passed to the server and the handler', async () => {
    const given = flags(Object.fromEntries(Object.entries(OTHER).map(([key, [text]]) => [key, text])));
    expect(await rpcOptions(given)).toEqual({
      address: 'tcp://127.0.0.1:1,unix:///x',
      dialect: 'documented',
      strict: false,
      unsafe: true,
      closeOnSlowClient: true,
      limits: {
        bodyBytes: 0,
        batchSize: 10,
        subscriptionClients: 7,
        subscriptionsPerClient: 5,
        subscriptionBuffer: 200,
        writeQueue: 20_000,
        broadcastCommitMs: 60_000,
      },
      server: { connections: 0, headerBytes: 2048 },
      cors: { origins: ['https://*.a', 'null'], methods: ['GET'], headers: ['x-a', 'x-b'] },
      tls: { certFile: resolve('tls/cert.pem'), keyFile: resolve('tls/key.pem') },
    });
    expect((await rpcOptions(flags({ max_header_bytes: '0' }))).server?.headerBytes).toBe(1_048_576);
    expect((await devnetOptions(resolveConfig(flags({ laddr: '' })))).rpc).toBe(false);
  });

  it('use a free port where --free-ports is given and the address is not', async () => {
    const freeWith = async (sources: Sources): Promise<unknown> => {
      const config = resolveConfig(sources);
      const { rpc, jsonRpc, assets } = await devnetOptions(config);
      const [comet, evm, surface] = [rpc, jsonRpc, assets].map(
        (of) => typeof of === 'object' && of.orFreePort === true,
      );
      return { comet, evm, surface, sources: Object.fromEntries(config.addressSources) };
    };
    const typed = (...given: [string, string][]): Sources => ({ flags: new Map(given) });
    const free: [string, string] = ['--free-ports', 'true'];
    expect(await freeWith({})).toEqual({ comet: false, evm: false, surface: false, sources: {} });
    expect(await freeWith(typed(free))).toEqual({ comet: true, evm: true, surface: true, sources: {} });
    // Each address equals the default.
    expect(await freeWith(typed(['--port', '8545']))).toEqual({
      ...{ comet: true, evm: false, surface: true },
      sources: { '--json-rpc.address': '--port', '--json-rpc.ws-address': '--json-rpc.ws-address' },
    });
    expect(await freeWith(typed(free, ['--json-rpc.address', '127.0.0.1:8545']))).toMatchObject({
      evm: false,
      sources: { '--json-rpc.address': '--json-rpc.address' },
    });
    const env = { HALLEY_RPC_LADDR: 'tcp://127.0.0.1:26657' };
    expect(await freeWith({ ...typed(free), env })).toEqual({
      ...{ comet: false, evm: true, surface: true },
      sources: { '--rpc.laddr': 'HALLEY_RPC_LADDR' },
    });
    const path = 'app.toml';
    const files = { 'app.toml': { path, table: { assets: { address: '127.0.0.1:8580' } } } };
    expect(await freeWith({ ...typed(free), files })).toEqual({
      ...{ comet: true, evm: true, surface: false },
      sources: { '--assets.address': 'app.toml: assets.address' },
    });
  });

  it('read the files of TLS from the configuration folder', async () => {
    const home = mkdtempSync(join(tmpdir(), 'halley-config-'));
    const given = flags({ tls_cert_file: 'cert.pem', tls_key_file: '/abs/key.pem' });
    const { tls } = await rpcOptions({ flags: new Map([...(given.flags ?? []), ['--home', home]]) });
    expect(tls).toEqual({ certFile: join(home, 'config', 'cert.pem'), keyFile: '/abs/key.pem' });
  });
});

describe('the CometBFT RPC refuses', () => {
  const cases: readonly [key: string, value: string, words: string][] = [
    [
      'laddr',
      'localhost',
      'invalid listening address localhost (use fully formed addresses, including the tcp:// or unix:// prefix)',
    ],
    ['dialect', '0.36', 'expected one of 0.34, 0.37, 0.38, 0.39, 0.40, 1.0, documented'],
    ['strict', 'yes', 'expected true or false'],
    ['unsafe', '1', 'expected true or false'],
    ['cors_allowed_origins', 'http://*.*', 'expected a list of origins such as https://dapp.example'],
    ['max_open_connections', '-1', "max_open_connections can't be negative"],
    ['max_open_connections', 'all', 'expected a whole number from 0'],
    ['max_subscription_clients', '-1', "max_subscription_clients can't be negative"],
    ['max_subscriptions_per_client', '-1', "max_subscriptions_per_client can't be negative"],
    ['experimental_subscription_buffer_size', '99', 'experimental_subscription_buffer_size must be >= 100'],
    ['experimental_subscription_buffer_size', '-5', 'experimental_subscription_buffer_size must be >= 100'],
    ['timeout_broadcast_tx_commit', '-1s', "timeout_broadcast_tx_commit can't be negative"],
    ['timeout_broadcast_tx_commit', '10', 'expected a duration such as'],
    ['max_request_batch_size', '-1', "max_request_batch_size can't be negative"],
    ['max_body_bytes', '-1', "max_body_bytes can't be negative"],
    ['max_header_bytes', '-1', "max_header_bytes can't be negative"],
    ['grpc_laddr', 'tcp://127.0.0.1:1', 'expected an empty value, because Halley does not serve gRPC: '],
    ['pprof_laddr', 'localhost:6060', 'expected an empty value, because Halley does not serve pprof: '],
  ];

  it.each(cases)('%s = %s: %s', (key, value, words) => {
    const place = `--rpc.${key} is ${JSON.stringify(value)}: `;
    expect(() => resolveConfig(flags({ [key]: value }))).toThrow(`${place}${words}`);
  });

  it('the same values in a file, with its name', () => {
    const { files } = inFile('max_body_bytes = -1');
    const path = files?.['config.toml']?.path;
    expect(() => resolveConfig({ ...(files && { files }) })).toThrow(
      `${path}: rpc.max_body_bytes is -1: max_body_bytes can't be negative`,
    );
    expect(() => resolveConfig(inFile('laddr = 26657'))).toThrow('rpc.laddr is 26657: expected addresses such as');
    expect(() => resolveConfig(inFile('pprof_laddr = ":6060"'))).toThrow('does not serve pprof');
    expect(() => resolveConfig(inFile('max_open_conections = 1'))).toThrow(
      '(did you mean "rpc.max_open_connections"?)',
    );
  });

  it('a write buffer that is smaller than that of a subscription', () => {
    const sizes = (write: string, subscription: string) => () =>
      resolveConfig(
        flags({
          experimental_websocket_write_buffer_size: write,
          experimental_subscription_buffer_size: subscription,
        }),
      );
    expect(sizes('199', '200')).toThrow(
      'experimental_websocket_write_buffer_size must be >= experimental_subscription_buffer_size (200)',
    );
    expect(sizes('200', '200')).not.toThrow();
  });

  it('half of what TLS needs', () => {
    expect(() => resolveConfig(flags({ tls_cert_file: 'a' }))).toThrow(
      'rpc.tls_cert_file is set and rpc.tls_key_file is not: HTTPS needs both',
    );
    expect(() => resolveConfig(flags({ tls_key_file: 'a' }))).toThrow(
      'rpc.tls_key_file is set and rpc.tls_cert_file is not: HTTPS needs both',
    );
  });
});
