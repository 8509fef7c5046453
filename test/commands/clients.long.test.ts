/** Checks little clients that behave in known ways, and compares the verdicts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckOptions, checkClient } from '../../src/cli/clients/check.js';
import type { Situation } from '../../src/cli/clients/situations.js';
import { command } from './clients_kit.js';

/**
 * Pays 5 wei from the first account to an address that nobody else pays, and states its balance. The word after the
 * file chooses what it does with a request that fails.
 */
const CLIENT = `
const [, , manner] = process.argv;
const { HALLEY_RPC_URL: url } = process.env;
const to = '0x00000000000000000000000000000000000000aa';
async function once(method, ...params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const signal = manner === 'impatient' ? AbortSignal.timeout(3000) : undefined;
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
  if (!answer.ok) throw new Error('status ' + answer.status);
  const { result, error } = await answer.json();
  if (error) throw new Error(error.message);
  return result;
}
async function ask(method, ...params) {
  if (manner === 'naive') return once(method, ...params);
  if (manner === 'blind') return once(method, ...params).catch(() => null);
  for (let tries = 0; tries < 5; tries++) try { return await once(method, ...params); } catch {}
  throw new Error('five tries of ' + method + ' failed');
}
const [from] = await ask('eth_accounts');
const nonce = await ask('eth_getTransactionCount', from, 'latest');
const payment = { from, to, value: '0x5', gas: '0x5208' };
if (manner === 'careful' || manner === 'impatient') {
  for (let tries = 0; tries < 5; tries++) {
    const sent = await once('eth_sendTransaction', { ...payment, nonce }).catch(() => undefined);
    if (sent || (await ask('eth_getTransactionCount', from, 'pending')) !== nonce) break;
  }
} else await ask('eth_sendTransaction', payment).catch((error) => {
  if (manner !== 'boastful') throw error;
});
for (let looks = 0; looks < 20 && (await ask('eth_getTransactionCount', from, 'latest')) === nonce; looks++)
  await new Promise((resolve) => setTimeout(resolve, 50));
console.log('done');
console.log(JSON.stringify({ balance: manner === 'boastful' ? '0x5' : await ask('eth_getBalance', to, 'latest') }));
`;

const situation = (name: string, ...faults: readonly string[]): Situation => ({ name, title: name, faults });

const SENT = 'methods=eth_sendTransaction';
const LOST = situation('lost answer', `reset:when=after,times=1,${SENT}`);
const DOWN = situation('down', 'server-error:status=503,skip=1,times=3');
const SILENT = situation('silent', 'timeout:skip=1,times=1');
const REFUSED = situation('refused', `server-error:status=500,${SENT}`);

let folder: string;
let file: string;

/** Checks the client of a manner. */
async function verdicts(manner: string, situations: readonly Situation[], options: Partial<CheckOptions> = {}) {
  const { healthy, results } = await checkClient(
    {
      ...{ client: `node ${file} ${manner}`, situations, limitMs: 60_000, browser: 'chromium' },
      ...{ jobs: 2, blockMs: 50, seed: 'clients', ...options },
    },
    () => undefined,
  );
  expect(JSON.parse(healthy)).toEqual({ balance: '0x5' });
  return results.map(({ situation: { name }, verdict }) => [name, verdict]);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halley-clients-'));
  file = join(folder, 'client.mjs');
  writeFileSync(file, CLIENT);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('checkClient', () => {
  it('finds that a client which repeats and looks before it sends again survives', async () => {
    expect(await verdicts('impatient', [LOST, DOWN, SILENT])).toEqual([
      ['lost answer', 'survived'],
      ['down', 'survived'],
      ['silent', 'survived'],
    ]);
  });

  it('finds a client that sends again without a look, and one that waits for ever', async () => {
    expect(await verdicts('hasty', [LOST, SILENT], { limitMs: 20_000 })).toEqual([
      ['lost answer', 'sent twice'],
      ['silent', 'hung'],
    ]);
  });

  it('finds a client that notices, with its words, and that the chain has its transaction all the same', async () => {
    const options = { limitMs: 60_000, browser: '', jobs: 1, blockMs: 50, seed: 'clients' };
    const { results } = await checkClient(
      { ...options, client: `node ${file} naive`, situations: [DOWN, LOST] },
      () => undefined,
    );
    expect(results).toMatchObject([
      { verdict: 'failed', detail: 'Error: status 503', isDone: false },
      { verdict: 'failed', isDone: true },
    ]);
  });

  it('finds a client that goes on with what it did not get', async () => {
    expect(await verdicts('blind', [DOWN])).toEqual([['down', 'wrong']]);
  });

  it('tells that a client does not meet the faults', async () => {
    expect(await verdicts('naive', [situation('elsewhere', 'server-error:methods=eth_getLogs')])).toEqual([
      ['elsewhere', 'not met'],
    ]);
  });

  it('finds a transaction that the chain lacks, whatever the client says', async () => {
    expect(await verdicts('boastful', [REFUSED])).toEqual([['refused', 'wrong']]);
  });

  it.each([
    ['process.exit(3)', /fails on a healthy devnet/],
    ['console.log("no object")', /the last line of the client is "no object", expected a JSON object/],
    ['console.log(JSON.stringify({ now: performance.now() }))', /leave out what depends on time/],
    ['setInterval(() => {}, 1000)', /does not end within 600 ms on a healthy devnet/, 600],
  ])('refuses %s', async (text, message, limitMs = 60_000) => {
    const client = join(folder, 'unfit.mjs');
    writeFileSync(client, text);
    const options = { situations: [], limitMs, browser: '', jobs: 1, blockMs: 50, seed: 'clients' };
    await expect(checkClient({ ...options, client }, () => undefined)).rejects.toThrow(message);
  });
});

describe('halley clients', () => {
  it('prints and writes the report, and fails when the client did not notice', async () => {
    const [markdown = '', json = ''] = ['md', 'json'].map((ending) => join(folder, `report.${ending}`));
    const check = ['check', `node ${file} hasty`, '--block-time', '0.05', '--report'];
    const twice = await command(...check, json, '--situation', 'bad-gateway');
    expect(twice).toEqual({ output: 'bad-gateway  survived\n1 survived\n', code: undefined });
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      healthy: '{"balance":"0x5"}',
      situations: [{ name: 'bad-gateway', verdict: 'survived', detail: '', executed: false }],
    });
    const blind = ['check', `node ${file} blind`, '--block-time', '0.05', '--report', markdown];
    const { output, code } = await command(...blind, '--situation', 'unavailable', 'old-node');
    expect(output).toMatch(/^unavailable {2}wrong {7}\{"balance":.*\}\nold-node {5}not met\n1 wrong, 1 not met\n$/);
    expect(code).toBe(1);
    expect(readFileSync(markdown, 'utf8')).toContain('| unavailable | three requests in a row get 503 | wrong |');
  });
});
