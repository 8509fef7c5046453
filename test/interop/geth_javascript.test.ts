/** Runs go-ethereum's own JavaScript tracers, read from its module, on its vectors for them. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { loadQuickJs } from '../../src/app/traces/javascript/javascript_tracer.js';
import { SizeBudget } from '../../src/app/traces/size_budget.js';
import { tracerOf } from '../../src/app/traces/tracing.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { applyTransaction, precompilesOf } from '../app/traces/forked_machine.js';
import { GETH_CASES, gethCase, type Json } from '../app/traces/geth_cases.js';
import { NO_STRUCT_LOGS, NOBODY_READS } from '../app/traces/tracer_kit.js';
import { moduleFolder, testdataIsAbsent } from './peers/geth_testdata.js';

beforeAll(async () => {
  await installFastCrypto();
  await loadQuickJs();
});

const FOLDER = `${moduleFolder}/eth/tracers/js/internal/tracers`;
const FOLDERS = ['call_tracer_legacy', 'prestate_tracer_legacy'];

/** Returns a program as geth evaluates it: without the comments before it. */
const programOf = (name: string): string => readFileSync(`${FOLDER}/${name}.js`, 'utf8').replace(/^(\s*\/\/.*\n)*/, '');

async function trace(path: string, program: string): Promise<Json> {
  const given = gethCase(path);
  const state = await given.state();
  const { from, to, gasLimit: gas, authorizationList } = given.message;
  const tracer = tracerOf({ tracer: program })({
    ...{ from, to, gas, authorizationList, state, coinbase: given.block.coinbase, place: undefined, logsBefore: 0 },
    ...{
      blockNumber: given.block.number,
      tip: given.message.gasPrice,
      isPrecompile: precompilesOf(given.fork),
      config: given.config,
    },
    ...{ structLogs: NO_STRUCT_LOGS, budget: new SizeBudget(50_000_000), out: NOBODY_READS },
  });
  try {
    return JSON.parse(tracer.result(await applyTransaction(given, state, tracer.observer)));
  } finally {
    tracer.close?.();
  }
}

const CASES = GETH_CASES.filter((path) => FOLDERS.includes(path.split('/')[0] ?? ''));

/** Normalizes a frame as geth's own test does: the case of addresses and empty data do not count. */
const comparable = ({ time: _, calls, input = '0x', output = '0x', to = '', ...frame }: Json): Json => ({
  ...{ ...frame, input, output, to: to.toLowerCase() },
  ...(calls && { calls: calls.map(comparable) }),
});

it.skipIf(testdataIsAbsent).each(CASES)('%s', async (path) => {
  const result = await trace(path, programOf(path.split('/')[0] ?? ''));
  expect(comparable(result)).toEqual(comparable(gethCase(path).result));
});

it
  .skipIf(testdataIsAbsent)
  .each(['opcount_tracer', 'unigram_tracer', 'bigram_tracer', 'trigram_tracer', 'evmdis_tracer'])(
  '%s runs',
  async (name) => {
    expect(existsSync(FOLDER)).toBe(true);
    const result = await trace('call_tracer_legacy/simple', programOf(name));
    expect(result).not.toBeNull();
  },
);
