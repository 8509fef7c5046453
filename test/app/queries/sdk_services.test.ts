/**
 * Compares the registries of messages and queries with the services of Cosmos SDK 0.53: as CosmJS's types have them, and
 * as the SDK's own `.proto` files (0.53.6) have them, with the paths of REST.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { MESSAGE_TYPES } from '../../../src/app/modules/assembly.js';
import { QUERIES } from '../../../src/app/queries/query.js';
import sdk from '../../vectors/sdk_services.json' with { type: 'json' };

/** Modules that `LIMITS.md` names, and packages that no application on a network serves. */
const MISSING_MODULES = ['circuit', 'crisis', 'epochs', 'evidence', 'group', 'nft', 'params', 'protocolpool'];
const NOT_SERVED = ['benchmark', 'counter', 'orm', 'store'];
/** Method that the gRPC server answers, without the application. */
const OF_GRPC = '/cosmos.reflection.v1.ReflectionService/FileDescriptors';
/** The guide to Cosmos clients has their reasons. */
const MISSING = [OF_GRPC, '/cosmos.tx.v1beta1.Service/TxDecodeAmino', '/cosmos.tx.v1beta1.Service/TxEncodeAmino'];

const isExpected = (name: string): boolean =>
  !MISSING.includes(name) && ![...MISSING_MODULES, ...NOT_SERVED].includes(name.split('.')[1] ?? '');

/** Calls of the clients in a folder of CosmJS's types: `rpc.request("cosmos.bank.v1beta1.Query", "Balance", data)`. */
const TYPES = dirname(createRequire(import.meta.url).resolve('cosmjs-types/cosmos/bank/v1beta1/query'));
const CALL = /rpc\.request\("([\w.]+)", "(\w+)"/g;
const calls = readdirSync(join(TYPES, '../..'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .flatMap((file) => [...readFileSync(join(TYPES, '../..', file), 'utf8').matchAll(CALL)])
  .map(([, service = '', method = '']) => ({ service, method }));

it('has all messages of the modules, as CosmJS and the SDK name them', () => {
  const theirs = calls
    .filter(({ service }) => service.endsWith('.Msg'))
    .map(({ service, method }) => `/${service}${method}`);
  expect(theirs.length).toBeGreaterThan(60);
  const wanted = [...new Set([...theirs, ...sdk.messages])].filter(isExpected);
  expect(wanted.filter((typeUrl) => !MESSAGE_TYPES.has(typeUrl))).toEqual([]);
});

const ours = new Map(QUERIES.map(({ path, rest }) => [path, rest]));

it('has all queries of the modules, as CosmJS and the SDK name them', () => {
  const theirs = calls
    .filter(({ service }) => !service.endsWith('.Msg'))
    .map(({ service, method }) => `/${service}/${method}`);
  expect(theirs.length).toBeGreaterThan(100);
  const wanted = [...new Set([...theirs, ...Object.keys(sdk.queries)])].filter(isExpected);
  expect(wanted.filter((path) => !ours.has(path))).toEqual([]);
});

it('serves each query at its path of REST', () => {
  const shape = (template: string): string => template.replace(/\{[^}]*\}/g, '{}');
  const paths = Object.entries<string[]>(sdk.queries).filter(([path]) => isExpected(path));
  const different = paths.filter(([path, theirs]) => shape(ours.get(path) ?? '') !== shape(theirs[0] ?? ''));
  expect(different.map(([path]) => path)).toEqual([]);
  expect(paths.flatMap(([, [, ...others]]) => others)).toEqual([]);
});

it('lacks only what the documents name', () => {
  const [limits, guide] = ['LIMITS.md', 'docs/guides/cosmos.md'].map((file) => readFileSync(file, 'utf8'));
  for (const name of MISSING_MODULES)
    for (const text of [limits, guide]) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  for (const path of MISSING.filter((each) => !ours.has(each) && each !== OF_GRPC))
    expect(guide).toContain(path.split('/').at(-1));
});
