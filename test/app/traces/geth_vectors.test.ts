/** Compares our tracers over our machine with geth's own tracer vectors. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
import { tracerOf } from '../../../src/app/traces/tracing.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { applyTransaction, precompilesOf } from './forked_machine.js';
import { GETH_CASES, gethCase, type Json } from './geth_cases.js';
import { NO_STRUCT_LOGS, NOBODY_READS } from './tracer_kit.js';

beforeAll(installFastCrypto);

const TRACERS: Readonly<Record<string, string>> = {
  call_tracer: 'callTracer',
  call_tracer_withLog: 'callTracer',
  call_tracer_flat: 'flatCallTracer',
  erc7562_tracer: 'erc7562Tracer',
  prestate_tracer: 'prestateTracer',
  prestate_tracer_with_diff_mode: 'prestateTracer',
};

/** Tracers that do not exist here, by folder of vectors. */
const REFUSED: Readonly<Record<string, string>> = {
  call_tracer_legacy: 'callTracerLegacy',
  prestate_tracer_legacy: 'prestateTracerLegacy',
};

/** Results that differ, with the reasons. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'call_tracer_withLog/frontier_create_outofstorage':
    'under Frontier rules a contract whose code deposit could not be paid remained, without code; later rules revert it',
};

const folderOf = (path: string): string => path.split('/')[0] as string;

async function trace(path: string): Promise<Json> {
  const given = gethCase(path);
  const state = await given.state();
  const { from, to, gasLimit: gas, authorizationList } = given.message;
  const tracer = tracerOf({ tracer: TRACERS[folderOf(path)] })({
    from,
    to,
    gas,
    authorizationList,
    coinbase: given.block.coinbase,
    place: undefined,
    state,
    logsBefore: 0,
    isPrecompile: precompilesOf(given.fork),
    config: given.config,
    structLogs: NO_STRUCT_LOGS,
    budget: new SizeBudget(50_000_000),
    out: NOBODY_READS,
  });
  const run = await applyTransaction(given, state, tracer.observer);
  return JSON.parse(tracer.result(run));
}

const ADDRESS = `0x${'0'.repeat(40)}`;
const ACTION = {
  ...{ author: ADDRESS, rewardType: '', address: ADDRESS, balance: '0x0', callType: '', creationMethod: '' },
  ...{ from: ADDRESS, gas: '0x0', init: '0x', input: '0x', refundAddress: ADDRESS, to: ADDRESS, value: '0x0' },
};
const RESULT = { address: ADDRESS, code: '0x', gasUsed: '0x0', output: '0x' };

/** Normalizes flat traces as geth's own test does: missing members are zero, and the place on the chain is ignored. */
const readFlat = (entries: readonly Json[]): Json =>
  entries.map(({ action, error = '', result, subtraces, traceAddress, type }) => ({
    ...{ action: { ...ACTION, ...action }, error, result: { ...RESULT, ...result } },
    ...{ subtraces, traceAddress, type },
  }));

/** Normalizes call trees: older vectors have no index. */
const readTree = ({ calls, logs, ...frame }: Json): Json => ({
  ...frame,
  ...(calls && { calls: calls.map(readTree) }),
  ...(logs && { logs: logs.map((log: Json) => ({ index: '0x0', ...log })) }),
});

function read(path: string, result: Json): Json {
  if (folderOf(path) === 'call_tracer_flat') return readFlat(result);
  return folderOf(path) === 'call_tracer_withLog' ? readTree(result) : result;
}

const ours = async (path: string): Promise<Json> => read(path, await trace(path));
const geths = (path: string): Json => read(path, gethCase(path).result);

const SAME = GETH_CASES.filter((path) => folderOf(path) in TRACERS && !(path in DIFFERENT));

describe('geth’s tracer vectors', () => {
  it.each(SAME)('%s', async (path) => {
    expect(await ours(path)).toEqual(geths(path));
  });

  it.each(Object.entries(DIFFERENT))('%s still has a different result: %s', async (path) => {
    expect(await ours(path)).not.toEqual(geths(path));
  });

  it.each(Object.values(REFUSED))('does not support %s', (tracer) => {
    expect(() => tracerOf({ tracer })).toThrow(`tracer "${tracer}" is not supported`);
  });

  it('are complete', () => {
    const refused = GETH_CASES.filter((path) => folderOf(path) in REFUSED);
    const count = [SAME.length, Object.keys(DIFFERENT).length, refused.length];
    expect(count).toEqual([83, 1, 13]);
    expect(count.reduce((sum, of) => sum + of)).toBe(GETH_CASES.length);
  });
});
