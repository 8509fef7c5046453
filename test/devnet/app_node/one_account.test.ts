/** Lets clients of several nodes use one account: an engine brings what the clients of other nodes sent. */
import { bytesToHex, type Hex, keccak256 } from 'viem';
import { afterEach, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/devnet/index.js';
import { dev, GWEI, signExactly } from '../../app/support/wallet.js';
import { until } from '../../interop/peers/cometbft.js';
import { post } from '../../support/ask.js';
import { SimulatedEngine } from './simulated_engine.js';

const CHAIN_ID = 31_337;
const GAS = 21_000n;

let engine: SimulatedEngine | undefined;
afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

/** Starts an application whose log is recorded. */
async function start() {
  const dropped: LogEntry[] = [];
  const log = (entry: LogEntry): void => {
    if (entry.type === 'dropped') dropped.push(entry);
  };
  engine = await SimulatedEngine.start({ seed: 'one account' }, { log, jsonRpc: { address: '127.0.0.1:0' } });
  const url = `${engine.node.urls?.evmHttp}`;
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const { result, error } = await post(url, method, params);
    return error?.message ?? result;
  };
  return { engine, ask, dropped };
}

/** Signs a transfer, whose hash is that of no other one with another account, nonce or price. */
async function transfer(account: number, nonce: number, gwei: bigint) {
  const maxFeePerGas = gwei * GWEI;
  const fees = { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas };
  const to = dev(9).address;
  const raw = await signExactly(dev(account), {
    ...{ type: 'eip1559', chainId: CHAIN_ID, nonce, gas: GAS, to, value: 1n, ...fees },
  });
  return { raw, hex: bytesToHex(raw), hash: keccak256(raw) };
}

const engineHas = async (of: SimulatedEngine, hash: Hex): Promise<boolean> =>
  (await of.devnet.provider.request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null;

it('passes on a transaction without a block when the engine brings the ones before it', async () => {
  const { engine, ask } = await start();
  const [first, second, third, fourth] = await Promise.all([0, 1, 2, 3].map((nonce) => transfer(1, nonce, 10n)));
  if (!first || !second || !third || !fourth) throw new Error('nothing was signed');
  for (const { hex, hash } of [fourth, second]) expect(await ask('eth_sendRawTransaction', hex)).toBe(hash);
  expect(await engine.checkTx(first.raw)).toBe(0);
  await until('the engine has the second', () => engineHas(engine, second.hash));
  expect(await engineHas(engine, fourth.hash)).toBe(false);
  expect(await engine.checkTx(third.raw)).toBe(0);
  await until('the engine has the fourth', () => engineHas(engine, fourth.hash));
});

it('reports a transaction whose nonce another one took, in its mempool or in a block, and looks it up as unknown', async () => {
  const { engine, ask, dropped } = await start();
  const [cheap, dear] = [await transfer(1, 0, 10n), await transfer(1, 0, 20n)];
  const [late, mined] = [await transfer(1, 1, 11n), await transfer(1, 1, 21n)];
  const [gossiped, better] = [await transfer(2, 0, 12n), await transfer(2, 0, 22n)];
  // The blocks of other nodes contain these.
  for (const { hex } of [dear, mined])
    await engine.devnet.provider.request({ method: 'eth_sendRawTransaction', params: [hex] });
  for (const { hex, hash } of [cheap, late]) expect(await ask('eth_sendRawTransaction', hex)).toBe(hash);
  for (const { raw } of [gossiped, better, dear]) expect(await engine.checkTx(raw)).toBe(0);
  const from = dev(1).address.toLowerCase();
  const first = { type: 'dropped', hash: cheap.hash, from, nonce: '0', by: dear.hash };
  expect(dropped).toEqual([first]);
  expect(await ask('eth_getTransactionByHash', cheap.hash)).toBeNull();
  expect(await ask('eth_getTransactionByHash', late.hash)).toMatchObject({ blockHash: null });
  await engine.advance();
  expect(dropped).toEqual([first, { type: 'dropped', hash: late.hash, from, nonce: '1', by: mined.hash }]);
  for (const { hash } of [cheap, late])
    expect([await ask('eth_getTransactionByHash', hash), await ask('eth_getTransactionReceipt', hash)]).toEqual([
      ...[null, null],
    ]);
  expect(await ask('eth_sendRawTransaction', late.hex)).toMatch(/^nonce too low/);
});
