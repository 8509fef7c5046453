/**
 * Sends the same drawn transactions to Halley and to Anvil, and compares the answers of `trace_` and `ots_`. Each
 * difference has its reason here; hashes of blocks differ on the two chains.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Difference, differences } from './anvil/compare.js';
import { anvilIsAbsent, type Json } from './anvil/node.js';
import { COINBASE, startTwoNodes, type TwoNodes } from './anvil/two_nodes.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let nodes: TwoNodes;
let mined: readonly { readonly hash: string; readonly number: string }[];

beforeAll(async () => {
  if (anvilIsAbsent) return;
  nodes = await startTwoNodes(40);
  await nodes.send(60);
  mined = nodes.sent.flatMap(({ ours, theirs, number }) =>
    'hash' in ours && 'hash' in theirs ? [{ hash: ours.hash, number }] : [],
  );
});
afterAll(() => nodes?.close());

const isPrecompile = (address: string | undefined): boolean => /^0x0{38}(0[1-9a-f]|1[01])$/.test(address ?? '');

/**
 * Normalizes a list of frames.
 * - Anvil shows precompiles that CALLCODE and DELEGATECALL call, so frames of a transaction with one are not compared.
 * - Anvil names some errors as its EVM does, where Parity has no text or another one.
 */
const frames = (list: Json[]): Json =>
  list.some(({ action }) => isPrecompile(action.to))
    ? 'with a precompile'
    : list.map(({ blockHash: _, error, ...rest }) => ({ ...rest, failed: error !== undefined }));

async function compared(
  method: string,
  params: (one: { readonly hash: string; readonly number: string }) => readonly unknown[],
  view: (answer: Json) => Json,
): Promise<readonly (Difference & { readonly hash: string })[]> {
  const all: (Difference & { readonly hash: string })[] = [];
  for (const one of mined) {
    const [ours, theirs] = (await nodes.both(method, ...params(one))).map(view);
    if (theirs === 'with a precompile') continue;
    all.push(...differences(ours, theirs).map((difference) => ({ ...difference, hash: one.hash })));
  }
  return all;
}

it.skipIf(anvilIsAbsent)('frames of transactions and blocks are those of Anvil', async () => {
  expect(mined.length).toBeGreaterThan(40);
  expect(await compared('trace_transaction', ({ hash }) => [hash], frames)).toEqual([]);
  expect(await compared('trace_block', ({ number }) => [number], frames)).toEqual([]);
});

/**
 * Normalizes changes of the state.
 * - On Anvil the coinbase earns the tips.
 * - Anvil does not show the code that an authorization of EIP-7702 sets.
 * - Anvil shows an account that gets its first coins as changed from zero; Erigon and Halley show it as new.
 */
const diff = ([{ stateDiff }]: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(stateDiff)
      .filter(([address]) => address !== COINBASE)
      .map(([address, { balance, code, nonce, storage }]) => {
        const known = code['*']?.to.startsWith('0xef0100') ? '=' : code;
        const isNew = code['+'] === '0x' && nonce['+'] === '0x0';
        if (!isNew) return [address, { balance, code: known, nonce, storage }];
        return [address, { balance: { '*': { from: '0x0', to: balance['+'] } }, code: '=', nonce: '=', storage }];
      }),
  );

it.skipIf(anvilIsAbsent)('changes of the state are those of Anvil', async () => {
  expect(await compared('trace_replayBlockTransactions', ({ number }) => [number, ['stateDiff']], diff)).toEqual([]);
});

/**
 * Normalizes operations. Anvil has the gas before an operation as `used`, the memory before it as `mem`, no `idx`, no code of
 * frames, and no `store` where the value stays. Its creations and calls of precompiles push, cost and nest otherwise.
 */
const operations = ([{ vmTrace }]: Json): Json => vmTrace.ops.map(({ pc, op }: Json) => ({ pc, op }));

it.skipIf(anvilIsAbsent)('operations are those of Anvil', async () => {
  const found = await compared('trace_replayBlockTransactions', ({ number }) => [number, ['vmTrace']], operations);
  expect(found.filter(({ path }) => path !== '.length' && !path.endsWith('.op'))).toEqual([]);
});

it.skipIf(anvilIsAbsent)('Otterscan gets the same fees, pages and errors', async () => {
  const fees = ({ block, totalFees, issuance }: Json): Json => [block.transactionCount, totalFees, issuance];
  expect(await compared('ots_getBlockDetails', ({ number }) => [number], fees)).toEqual([]);
  expect(
    await compared(
      'ots_getTransactionError',
      ({ hash }) => [hash],
      (data) => data,
    ),
  ).toEqual([]);
  const { caller, maker } = nodes.contracts;
  for (const contract of [caller, maker]) {
    const [ours, theirs] = await nodes.both('ots_getContractCreator', contract);
    expect(ours).toEqual(theirs);
    const [mine, other] = await nodes.both('ots_searchTransactionsBefore', contract, 0, 5);
    const hashes = ({ txs }: Json): Json => txs.map(({ hash }: Json) => hash);
    expect(hashes(mine).slice(0, 5)).toEqual(hashes(other).slice(0, 5));
  }
});
