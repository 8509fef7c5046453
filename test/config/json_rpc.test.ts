import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFileText } from '../../src/config/file_text.js';
import { homeFiles, readHome } from '../../src/config/files.js';
import { SETTINGS } from '../../src/config/names.js';
import { resolveConfig, type Sources } from '../../src/config/resolve.js';

const flags = (given: Readonly<Record<string, string>>): Sources => ({
  flags: new Map(Object.entries(given).map(([path, value]) => [`--${path}`, value])),
});

function homeWith(app: string): string {
  const home = mkdtempSync(join(tmpdir(), 'halley-config-'));
  mkdirSync(dirname(homeFiles(home).app));
  writeFileSync(homeFiles(home).app, app);
  return home;
}

const inFile = (lines: string): Sources => ({ files: readHome(homeWith(lines)) });
const variable = (path: string): string => `HALLEY_${path.replace(/[.-]/g, '_').toUpperCase()}`;

/** For every setting a value other than its default, as text and in TOML. */
const OTHER: Readonly<Record<string, readonly [text: string, toml: string, value: unknown]>> = {
  'json-rpc.enable': ['false', 'false', false],
  'json-rpc.address': ['127.0.0.1:1', '"127.0.0.1:1"', '127.0.0.1:1'],
  'json-rpc.ws-address': ['127.0.0.1:2', '"127.0.0.1:2"', '127.0.0.1:2'],
  'json-rpc.ws-origins': ['a.example,*', '["a.example", "*"]', ['a.example', '*']],
  'json-rpc.cors-allowed-origins': ['https://*.a,null', '["https://*.a", "null"]', ['https://*.a', 'null']],
  'json-rpc.gas-price': ['7', '7', 7n],
  'json-rpc.api': ['eth,debug', '"eth,debug"', ['eth', 'debug']],
  'json-rpc.gas-cap': ['0', '0', 0n],
  'json-rpc.evm-timeout': ['0', '"0s"', 0],
  'json-rpc.txfee-cap': ['0.5', '0.5', 5n * 10n ** 17n],
  'json-rpc.enable-cosmos-txs': ['true', 'true', true],
  'json-rpc.enable-indexer': ['false', 'false', false],
  'json-rpc.allow-unprotected-txs': ['false', 'false', false],
  'json-rpc.allow-insecure-unlock': ['false', 'false', false],
  'json-rpc.enable-profiling': ['false', 'false', false],
  'json-rpc.filter-cap': ['0', '0', 0],
  'json-rpc.filter-timeout': ['1m30s', '"1m30s"', 90_000],
  'json-rpc.filter-cleanup-interval': ['1s', '"1s"', 1000],
  'json-rpc.subscription-cap': ['1', '1', 1],
  'json-rpc.feehistory-cap': ['1', '1', 1],
  'json-rpc.logs-cap': ['0', '0', 0],
  'json-rpc.block-range-cap': ['0', '0', 0],
  'json-rpc.http-timeout': ['0', '"0"', 0],
  'json-rpc.http-idle-timeout': ['3h0m0s', '"3h0m0s"', 10_800_000],
  'json-rpc.http-body-limit': ['1', '1', 1],
  'json-rpc.batch-request-limit': ['0', '0', 0],
  'json-rpc.batch-response-max-size': ['0', '0', 0],
  'json-rpc.max-open-connections': ['0', '0', 0],
  'evm.min-tip': ['18446744073709551615', '"18446744073709551615"', 2n ** 64n - 1n],
  'evm.mempool.price-bump': ['0', '0', 0],
  'evm.mempool.account-queue': ['1', '1', 1],
  'evm.mempool.global-queue': ['2', '2', 2],
  'tls.certificate-path': ['a/cert.pem', '"a/cert.pem"', 'a/cert.pem'],
  'tls.key-path': ['key.pem', '"key.pem"', 'key.pem'],
};

/** Excludes the EVM machine, which may have no value other than its default (`resolve.test.ts`). */
const OWN = SETTINGS.filter(
  ({ section, path }) => ['jsonRpc', 'evm', 'evmMempool', 'tls'].includes(section) && path !== 'evm.machine',
);

function valuesOf(sources: Sources): Readonly<Record<string, unknown>> {
  const config = resolveConfig(sources);
  return Object.fromEntries(
    OWN.map(({ path, section, name }) => [path, (config[section] as Readonly<Record<string, unknown>>)[name]]),
  );
}

describe('the settings of the EVM JSON-RPC', () => {
  const all = Object.entries(OTHER);
  const expected = Object.fromEntries(all.map(([path, [, , value]]) => [path, value]));
  const tableOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));
  const keyOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  const toml = [...new Set(all.map(([path]) => tableOf(path)))].map((table) => {
    const own = all.filter(([path]) => tableOf(path) === table);
    return `[${table}]\n${own.map(([path, [, value]]) => `${keyOf(path)} = ${value}\n`).join('')}`;
  });

  it('can each be set by flag, variable and file', () => {
    expect(OWN.map(({ path }) => path).sort()).toEqual(Object.keys(OTHER).sort());
    expect(valuesOf(flags(Object.fromEntries(all.map(([path, [text]]) => [path, text]))))).toEqual(expected);
    const env = Object.fromEntries(all.map(([path, [text]]) => [variable(path), text]));
    expect(valuesOf({ env })).toEqual(expected);
    expect(valuesOf(inFile(toml.join('\n')))).toEqual(expected);
  });

  it('are read from a flag before a variable, from a variable before a file, from a file before the default', () => {
    const files = readHome(homeWith(toml.join('\n')));
    // A setting without a default cannot be reset to one.
    const usual = Object.fromEntries(
      OWN.filter(({ setting: { fallback } }) => fallback !== undefined).map(({ path, setting: { kind, fallback } }) => [
        path,
        kind.write(fallback).replace(/["[\]]/g, ''),
      ]),
    );
    const byDefault = valuesOf({});
    for (const [path, value] of Object.entries(byDefault)) expect(value, path).not.toEqual(expected[path]);
    expect(valuesOf({ files })).toEqual(expected);
    const env = Object.fromEntries(Object.entries(usual).map(([path, text]) => [variable(path), text]));
    const without = OWN.filter(({ path }) => !Object.hasOwn(usual, path)).map(({ path }) => [path, expected[path]]);
    expect(valuesOf({ files, env })).toEqual({ ...byDefault, ...Object.fromEntries(without) });
    const other = Object.fromEntries(all.map(([path, [text]]) => [path, text]));
    expect(valuesOf({ files, env, ...flags(other) })).toEqual(expected);
  });

  it('are read back from the files of halley init', () => {
    const config = resolveConfig(flags(Object.fromEntries(all.map(([path, [text]]) => [path, text]))));
    const { addressSources, ...read } = resolveConfig(inFile(configFileText('app.toml', config)));
    const { addressSources: typed, ...expected } = config;
    expect(read).toEqual(expected);
    expect([...addressSources.keys()]).toEqual([...typed.keys()]);
  });
});

describe('an invalid setting of the EVM JSON-RPC', () => {
  const NAMESPACES = 'expected eth, web3, net, txpool, debug, personal, admin, miner, trace, ots, or all';

  it.each([
    ['json-rpc.filter-cap', '-1', 'JSON-RPC filter-cap cannot be negative'],
    ['json-rpc.filter-timeout', '-1s', 'JSON-RPC filter-timeout cannot be negative'],
    ['json-rpc.filter-cleanup-interval', '-1s', 'JSON-RPC filter-cleanup-interval cannot be negative'],
    ['json-rpc.feehistory-cap', '0', 'JSON-RPC feehistory-cap cannot be negative or 0'],
    ['json-rpc.txfee-cap', '-0.1', 'JSON-RPC tx fee cap cannot be negative'],
    ['json-rpc.evm-timeout', '-5s', 'JSON-RPC EVM timeout duration cannot be negative'],
    ['json-rpc.logs-cap', '-1', 'JSON-RPC logs cap cannot be negative'],
    ['json-rpc.block-range-cap', '-1', 'JSON-RPC block range cap cannot be negative'],
    ['json-rpc.http-timeout', '-1s', 'JSON-RPC HTTP timeout duration cannot be negative'],
    ['json-rpc.http-idle-timeout', '-1m', 'JSON-RPC HTTP idle timeout duration cannot be negative'],
    ['json-rpc.http-body-limit', '0', 'JSON-RPC HTTP body limit must be greater than 0'],
    ['json-rpc.batch-request-limit', '-1', 'JSON-RPC batch request limit cannot be negative'],
    ['json-rpc.batch-response-max-size', '-2', 'JSON-RPC batch response max size cannot be negative'],
    ['json-rpc.gas-cap', 'much', 'expected a whole number from 0 to 18446744073709551615'],
    ['json-rpc.gas-cap', '18446744073709551616', 'expected a whole number from 0 to 18446744073709551615'],
    ['json-rpc.evm-timeout', '5', 'expected a duration such as "500ms", "10s" or "1m30s"'],
    ['json-rpc.max-open-connections', '-1', 'expected a whole number from 0'],
    ['json-rpc.api', '', 'cannot enable JSON-RPC without defining any API namespace'],
    ['json-rpc.api', 'eth,net,eth', "repeated API namespace 'eth'"],
    [
      'json-rpc.api',
      'eth,clique',
      `clique is not supported: validators vote on blocks, there are no clique signers; ${NAMESPACES}`,
    ],
    ['json-rpc.api', 'les', `les is not supported: light clients use the CometBFT RPC; ${NAMESPACES}`],
    ['json-rpc.api', 'eht', `unknown namespace 'eht'; ${NAMESPACES}`],
    ['json-rpc.api', 'hardhat', `hardhat cannot be listed: its methods are always enabled; ${NAMESPACES}`],
    ['tls.certificate-path', 'cert.crt', 'expected a file whose name ends in .pem, or empty for none'],
  ])('is refused in one line: --%s=%s: %s', (path, text, words) => {
    const message = `--${path} is ${JSON.stringify(text)}: ${words}`;
    expect(() => resolveConfig(flags({ [path]: text }))).toThrow(expect.objectContaining({ message }));
    expect(() => resolveConfig({ env: { [variable(path)]: text } })).toThrow(`${variable(path)} is`);
  });

  it('is refused in a file too, where negative numbers are numbers', () => {
    expect(() => resolveConfig(inFile('[json-rpc]\nfilter-cap = -1'))).toThrow(
      'app.toml: json-rpc.filter-cap is -1: JSON-RPC filter-cap cannot be negative',
    );
    expect(() => resolveConfig(inFile('[json-rpc]\ntxfee-cap = -0.5'))).toThrow('tx fee cap cannot be negative');
    expect(() => resolveConfig(inFile('[json-rpc]\napi = ["eth", "eth"]'))).toThrow("repeated API namespace 'eth'");
    expect(() => resolveConfig(inFile('[json-rpc]\napi = 5'))).toThrow("unknown namespace '5'");
  });

  it('is refused when it is half of what HTTPS needs', () => {
    expect(() => resolveConfig(flags({ 'tls.key-path': 'key.pem' }))).toThrow(
      'tls.key-path is set and tls.certificate-path is not: HTTPS needs both',
    );
  });

  it('is refused with the probable name, or with the reason why a setting of other nodes has no effect', () => {
    expect(() => resolveConfig(flags({ 'json-rpc.gascap': '1' }))).toThrow(
      'unknown flag --json-rpc.gascap (did you mean "--json-rpc.gas-cap"?)',
    );
    for (const path of ['json-rpc.metrics-address', 'evm.tracer', 'evm.evm-chain-id', 'evm.mempool.lifetime']) {
      const why = 'is a setting of cosmos/evm nodes without effect here: ';
      expect(() => resolveConfig(flags({ [path]: '1' }))).toThrow(`--${path} ${why}`);
      expect(() => resolveConfig({ env: { [variable(path)]: '1' } })).toThrow(`${variable(path)} ${why}`);
      const dot = path.lastIndexOf('.');
      const file = `[${path.slice(0, dot)}]\n${path.slice(dot + 1)} = "1"`;
      expect(() => resolveConfig(inFile(file))).toThrow(`app.toml: ${path} ${why}`);
    }
  });
});
