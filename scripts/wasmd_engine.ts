/**
 * Runs CosmWasm's `wasmd` under `createEngine`: its own command line sends, delegates and undelegates, 21 days pass at
 * once, and the chain goes back. It prints what each step takes. Usage: `npx tsx scripts/wasmd_engine.ts PATH_OF_WASMD`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngine } from '../src/devnet/index.js';

const CHAIN_ID = 'any-1';
const UNBONDING_SECONDS = 1_814_400n;
const BLOCKS = 100;

const program = process.argv[2] ?? 'wasmd';
const folder = mkdtempSync(join(tmpdir(), 'halley-wasmd-'));
const home = join(folder, 'home');
const KEYRING = ['--keyring-backend', 'test', '--home', home];

const wasmd = async (...args: readonly string[]): Promise<string> => (await promisify(execFile)(program, args)).stdout;

async function timed<T>(what: string, run: () => Promise<T> | T): Promise<T> {
  const begin = performance.now();
  const result = await run();
  console.log(`${what}: ${(performance.now() - begin).toFixed(0)} ms`);
  return result;
}

async function prepareHome(): Promise<string> {
  await wasmd('init', 'v0', '--chain-id', CHAIN_ID, '--default-denom', 'stake', '--home', home);
  await wasmd('keys', 'add', 'v0', ...KEYRING);
  await wasmd('keys', 'add', 'bob', ...KEYRING);
  await wasmd('genesis', 'add-genesis-account', 'v0', '100000000000stake', ...KEYRING);
  await wasmd('genesis', 'gentx', 'v0', '1000000000stake', '--chain-id', CHAIN_ID, ...KEYRING);
  await wasmd('genesis', 'collect-gentxs', '--home', home);
  return (await wasmd('keys', 'show', 'bob', '-a', ...KEYRING)).trim();
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(home, 'config', name), 'utf8'));

const bob = await prepareHome();
try {
  const engine = await timed('start of the application and block 1', () =>
    createEngine({
      appCommand: `"${program}" start --with-comet=false --transport socket --address {address} --home {home} --minimum-gas-prices 0stake --grpc.enable=false`,
      genesis: readJson('genesis.json'),
      keys: [readJson('priv_validator_key.json')],
      rpc: true,
    }),
  );
  const node = ['--node', `${engine.urls.cometRpc}`.replace('http', 'tcp')];
  const balance = (): Promise<string> => wasmd('query', 'bank', 'balances', bob, '--output', 'json', ...node);
  const send = (what: string, from: string, ...args: readonly string[]) =>
    timed(what, async () => {
      const signed = ['--from', from, '--chain-id', CHAIN_ID, '--gas', '400000', '--yes', '--output', 'json'];
      const { code, raw_log: log } = JSON.parse(await wasmd('tx', ...args, ...signed, ...KEYRING, ...node));
      if (code !== 0) throw new Error(`${what}: code ${code}: ${log}`);
      // The transaction's own block may not be there yet when its response is.
      await engine.mine();
    });
  await send('tx bank send', 'v0', 'bank', 'send', 'v0', bob, '50000stake');
  const validator = (await wasmd('keys', 'show', 'v0', '--bech', 'val', '-a', ...KEYRING)).trim();
  await send('tx staking delegate', 'bob', 'staking', 'delegate', validator, '30000stake');
  await send('tx staking unbond', 'bob', 'staking', 'unbond', validator, '30000stake');
  console.log(`before 21 days: ${(await balance()).replace(/\s+/g, '')}`);
  await timed('21 days', async () => {
    await engine.time.increase(UNBONDING_SECONDS + 1n);
    await engine.mine();
  });
  console.log(`after 21 days: ${(await balance()).replace(/\s+/g, '')}`);
  await timed(`${BLOCKS} blocks`, () => engine.mine({ blocks: BLOCKS }));
  const snapshot = await timed('snapshot', () => engine.snapshot());
  const before = await balance();
  await send('tx bank send', 'v0', 'bank', 'send', 'v0', bob, '7000stake');
  await timed('revert', () => engine.revert(snapshot));
  if ((await balance()) !== before) throw new Error(`after the revert: ${await balance()}, expected ${before}`);
  await timed(`rollback of ${BLOCKS} blocks`, () => engine.rollback(BLOCKS));
  await engine.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
