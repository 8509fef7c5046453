/**
 * Runs the built library in this process and counts its work. `node measure.mjs LIBRARY` reads raw transactions as a JSON
 * list from stdin, and prints the counts of a start, a first transaction, a warm transfer and an empty height as JSON. V8 counts
 * calls exactly while it measures coverage; `--no-opt` keeps allocations the same in every run, and a young generation
 * that is never full shows all of them.
 */
import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const WARM_UP = 100;
const COUNTED = 100;
const LONG_WAIT_MS = 100;

/** Functions whose calls make up each count, by their names in the library. */
const CALLS = {
  'signatures made': ['ed25519Sign', 'secp256k1Sign'],
  'signatures verified': ['ed25519Verify', 'secp256k1Verify', 'recoverPublicKey'],
  'SHA-256': ['sha256'],
  'Keccak-256': ['keccak256'],
  'messages to other validators': ['pushToOthers'],
  'effects of validators': ['emit'],
  'events published': ['publish'],
  'writes to the store': ['#apply'],
};

const library = /** @type {string} */ (process.argv[2]);
const raws = /** @type {string[]} */ (JSON.parse(readFileSync(0, 'utf8')));

const session = new Session();
session.connect();
/** @returns {any} */
function post(/** @type {string} */ method, /** @type {object} */ parameters = {}) {
  let result;
  session.post(method, parameters, (error, answer) => {
    if (error !== null) throw new Error(`${method}: ${error.message}`);
    result = answer;
  });
  return result;
}
const folder = dirname(fileURLToPath(library));
const isOurs = (/** @type {{ url: string }} */ { url }) => url.includes(folder);
/** Matches the function in which a bundle runs a module, which has the module's path as its name. */
const MODULE = /^(?:src|genesis|node_modules)\//;

let modules = 0;
let code = 0;
session.on('Debugger.scriptParsed', ({ params }) => {
  if (!isOurs(params)) return;
  modules++;
  code += params.length ?? 0;
});
post('Debugger.enable');
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
let promises = 0;
createHook({
  init(_id, type) {
    if (type === 'PROMISE') promises++;
  },
}).enable();

/** Functions that have run, by script and position. */
const ran = new Set();
let heap = process.memoryUsage().heapUsed;

/** Returns the counts since the last call, divided by `times`. */
function counts(times = 1) {
  const bytes = process.memoryUsage().heapUsed - heap;
  let functions = 0;
  let calls = 0;
  /** @type {Map<string, number>} */
  const byName = new Map();
  for (const script of post('Profiler.takePreciseCoverage').result.filter(isOurs))
    for (const { functionName, ranges } of script.functions) {
      const { count, startOffset } = ranges[0];
      if (count === 0) continue;
      calls += count;
      byName.set(functionName, (byName.get(functionName) ?? 0) + count);
      const place = `${script.url}:${startOffset}`;
      if (ran.has(place)) continue;
      ran.add(place);
      functions++;
      if (MODULE.test(functionName)) modules++;
    }
  const each = (/** @type {number} */ count) => Math.round((count * 10) / times) / 10;
  const named = Object.entries(CALLS).map(([name, of]) => [
    name,
    each(of.reduce((sum, one) => sum + (byName.get(one) ?? 0), 0)),
  ]);
  const result = {
    'modules loaded': modules,
    'characters of code loaded': code,
    'functions run for the first time': functions,
    'calls of functions': each(calls),
    promises: each(promises),
    // One-time work moves memory between V8's spaces, so its bytes differ between runs.
    ...(times > 1 && { 'bytes allocated': each(bytes) }),
    ...Object.fromEntries(named),
  };
  [modules, code, promises] = [0, 0, 0];
  heap = process.memoryUsage().heapUsed;
  return result;
}

// No time passes, so that no work is long enough to be interrupted for other clients.
performance.now = () => 0;
// Timers of 100 ms and more never fire. Otherwise the phase in which their work is counted would depend on the machine's
// speed.
const wait = setTimeout;
globalThis.setTimeout = /** @type {typeof setTimeout} */ (
  (/** @type {() => void} */ then, /** @type {number} */ ms = 0) => wait(then, ms < LONG_WAIT_MS ? ms : 2 ** 31 - 1)
);
const { createDevnet } = await import(library);
const devnet = await createDevnet({ seed: 'budget', jsonRpc: false, rpc: false, assets: false });
const ask = (/** @type {string} */ method, /** @type {unknown[]} */ ...params) =>
  devnet.provider.request({ method, params });
async function confirm(/** @type {string | undefined} */ raw) {
  const { status } = await ask('eth_getTransactionReceipt', await ask('eth_sendRawTransaction', raw));
  if (status !== '0x1') throw new Error('a transfer failed');
}
const transfer = () => confirm(raws.shift());
/** Does the work several times, and counts it after that. */
async function warm(/** @type {() => Promise<unknown>} */ work) {
  for (let time = 0; time < WARM_UP; time++) await work();
  counts();
  for (let time = 0; time < COUNTED; time++) await work();
  return counts(COUNTED);
}

await ask('eth_chainId');
const start = counts();
await transfer();
const result = {
  start,
  'first transaction': counts(),
  'warm transfer': await warm(transfer),
  'empty height': await warm(() => devnet.mine()),
};
console.log(JSON.stringify(result));
await devnet.close();
// The timers that never fire would keep the process running.
process.exit();
