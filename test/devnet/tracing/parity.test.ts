/** Tests the traces of Parity and Otterscan against the traces, receipts and states that other methods give. */
import { type Hex, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aZoo, type Json, randomBlock, type Zoo } from './trace_kit.js';

let zoo: Zoo;
let hashes: readonly Hex[];
let number: Hex;
let ask: Zoo['ask'];

beforeAll(async () => {
  zoo = await aZoo();
  ask = zoo.ask;
  const { address, data, send } = zoo;
  hashes = [
    await send(0, address, data('write', 3n, 5n), { value: '0x7' }),
    await send(1, address, data('creates', true), { value: '0x9' }),
    await send(2, address, data('fails', 11n)),
    await send(0, address, data('borrows', address, 13n)),
  ];
  await zoo.devnet.mine();
  number = await ask('eth_blockNumber');
});
afterAll(() => zoo.close());

const refusal = (method: string, ...params: readonly unknown[]): Promise<string> =>
  ask(method, ...params).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('trace_', () => {
  it('lists the frames of a transaction, and of a block those of all its transactions', async () => {
    const each: Json[] = [];
    for (const hash of hashes) each.push(await ask('trace_transaction', hash));
    expect(await ask('trace_block', number)).toEqual(each.flat());
    const [[written], created, [failed]] = each;
    expect(written).toMatchObject({
      action: { callType: 'call', to: zoo.address, value: '0x7' },
      ...{ blockNumber: Number(number), subtraces: 0, traceAddress: [], transactionHash: hashes[0] },
      ...{ transactionPosition: 0, type: 'call' },
    });
    expect(created.map(({ type, traceAddress }: Json) => [type, traceAddress])).toEqual([
      ['call', []],
      ['create', [0]],
      ['call', [1]],
      ['suicide', [1, 0]],
    ]);
    expect(failed.error).toBe('Reverted');
    expect(await ask('trace_get', hashes[1], ['0x0'])).toEqual(created[1]);
    expect(await ask('trace_get', hashes[1], ['0x9'])).toBeNull();
    expect(await ask('trace_transaction', `0x${'12'.repeat(32)}`)).toBeNull();
  });

  it('finds frames by their addresses, and skips and counts them', async () => {
    const all: Json[] = await ask('trace_block', number);
    const from = (await ask('eth_getTransactionByHash', hashes[1])).from;
    const range = { fromBlock: number, toBlock: number };
    const toZoo = all.filter(({ action }) => action.to === zoo.address);
    expect(await ask('trace_filter', range)).toEqual(all);
    expect(await ask('trace_filter', { ...range, toAddress: [zoo.address] })).toEqual(toZoo);
    expect(await ask('trace_filter', { ...range, toAddress: [zoo.address], after: 1, count: 2 })).toEqual(
      toZoo.slice(1, 3),
    );
    const both = { ...range, fromAddress: [from], toAddress: [zoo.address] };
    expect(await ask('trace_filter', { ...both, mode: 'intersection' })).toEqual(
      toZoo.filter(({ action }) => action.from === from),
    );
    expect(await ask('trace_filter', { ...both, mode: 'union' })).toHaveLength(
      all.filter(({ action }) => action.to === zoo.address || action.from === from).length,
    );
    expect(await ask('trace_filter', { ...range, count: 0 })).toEqual([]);
  });

  it('shows what a transaction changed, as the states before and after it do', async () => {
    const kinds = ['trace', 'vmTrace', 'stateDiff'];
    const replays: Json[] = await ask('trace_replayBlockTransactions', number, kinds);
    expect(replays.map(({ transactionHash }) => transactionHash)).toEqual(hashes);
    expect(await ask('trace_replayTransaction', hashes[0], kinds)).toEqual(replays[0]);
    const { stateDiff, vmTrace, output } = replays[0];
    expect(output).toBe('0x');
    const { balance, storage, code } = stateDiff[zoo.address];
    expect([balance, code]).toEqual([{ '*': { from: '0x0', to: '0x7' } }, '=']);
    expect(Object.values(storage)).toHaveLength(2);
    const stored = vmTrace.ops.filter(({ op }: Json) => op === 'SSTORE').map(({ ex }: Json) => ex.store.val);
    expect(stored).toEqual(['0x5', '0x5']);
    expect(vmTrace.ops[0]).toMatchObject({ ex: { push: ['0x80'], mem: null, store: null }, idx: '0-0', pc: 0 });
    // A failed transaction changes its sender alone.
    const { from } = await ask('eth_getTransactionByHash', hashes[2]);
    expect(Object.keys(replays[2].stateDiff)).toEqual([from]);
    expect(replays[2].output).toMatch(/^0x08c379a0/);
    const subs = replays[1].vmTrace.ops.filter(({ sub }: Json) => sub !== null);
    expect(subs.map(({ op }: Json) => op)).toEqual(['CREATE', 'CALL']);
    expect(subs[0].sub.ops[0].idx).toBe(`${subs[0].idx}-0`);
  });

  it('runs each call on the state that those before it left, and changes nothing', async () => {
    const total = { to: zoo.address, data: zoo.data('total') };
    const before = await ask('eth_call', total, 'latest');
    const write = { from: zoo.devnet.accounts[1]?.address, to: zoo.address, data: zoo.data('write', 8n, 21n) };
    const [, read] = await ask('trace_callMany', [
      [write, ['stateDiff']],
      [total, ['trace']],
    ]);
    expect(BigInt(read.output)).toBe(BigInt(before) + 21n);
    expect(read.trace[0].result.output).toBe(read.output);
    expect((await ask('trace_call', total, ['trace'])).output).toBe(before);
    expect(await ask('eth_call', total, 'latest')).toBe(before);
  });

  it('runs a signed transaction as the call that it is', async () => {
    const account = privateKeyToAccount(zoo.devnet.accounts[3]?.privateKey as Hex);
    const tx = { to: zoo.address, data: zoo.data('write', 2n, 34n), gas: 150_000n, nonce: 0, chainId: 31337 };
    const raw = await account.signTransaction({ ...tx, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n });
    expect(parseTransaction(raw).to).toBe(zoo.address);
    const call = { from: account.address, to: zoo.address, data: tx.data, gas: '0x249f0' };
    const traced = await ask('trace_rawTransaction', raw, ['trace']);
    expect(traced.trace).toEqual((await ask('trace_call', call, ['trace'])).trace);
    expect(await refusal('trace_rawTransaction', raw.slice(0, -2), ['trace'])).toMatch(/^rlp: /);
  });

  it('refuses what it cannot answer, in the words of Erigon', async () => {
    expect(await refusal('trace_replayTransaction', hashes[0], ['vmtrace'])).toBe('unrecognized trace type: vmtrace');
    expect(await refusal('trace_block', '0xffff')).toBe('could not find block 65535');
    expect(await refusal('trace_filter', { fromBlock: '0x3', toBlock: '0x2' })).toBe(
      'invalid parameters: fromBlock cannot be greater than toBlock',
    );
    expect(await refusal('trace_callMany', {})).toContain('expected array of [callparam, tracetypes]');
    expect(await refusal('trace_filter', { mode: 'xor' })).toContain('mode is "xor", expected union or intersection');
  });
});

describe('ots_', () => {
  it('pages through the transactions that touched a contract, also from other contracts', async () => {
    const { creator, hash } = await ask('ots_getContractCreator', zoo.address);
    expect([creator, hash]).toEqual([
      zoo.devnet.accounts[0]?.address.toLowerCase(),
      (await ask('ots_searchTransactionsAfter', zoo.address, 0, 1)).txs[0].hash,
    ]);
    const { txs, receipts, firstPage, lastPage } = await ask('ots_searchTransactionsBefore', zoo.address, 0, 25);
    expect(txs.map(({ hash: one }: Json) => one)).toEqual([...[...hashes].reverse(), hash]);
    expect(receipts.map(({ transactionHash }: Json) => transactionHash)).toEqual(txs.map((tx: Json) => tx.hash));
    expect([firstPage, lastPage]).toEqual([true, true]);
    const [born] = (await ask('trace_transaction', hashes[1])).filter(({ type }: Json) => type === 'create');
    const child = await ask('ots_searchTransactionsBefore', born.result.address, 0, 25);
    expect(child.txs.map(({ hash: one }: Json) => one)).toEqual([hashes[1]]);
    // A block that does not exist yet has all others before it.
    expect((await ask('ots_searchTransactionsBefore', zoo.address, 1_000_000, 25)).txs).toEqual(txs);
    expect(await refusal('ots_searchTransactionsBefore', zoo.address, 0, 26)).toBe('max allowed page size: 25');
  });

  it('shows what a transaction did inside', async () => {
    const operations = await ask('ots_getInternalOperations', hashes[1]);
    expect(operations.map(({ type, value }: Json) => [type, value])).toEqual([
      [2, '0x9'],
      [1, '0x9'],
    ]);
    const entries = await ask('ots_traceTransaction', hashes[3]);
    expect(entries.map(({ type, depth }: Json) => [type, depth])).toEqual([
      ['CALL', 0],
      ['DELEGATECALL', 1],
      ['CALL', 2],
    ]);
    expect(await ask('ots_getTransactionError', hashes[2])).toMatch(/^0x08c379a0/);
    expect(await ask('ots_getTransactionError', hashes[0])).toBe('0x');
    const { from, nonce } = await ask('eth_getTransactionByHash', hashes[3]);
    expect(await ask('ots_getTransactionBySenderAndNonce', from, nonce)).toBe(hashes[3]);
    expect(await ask('ots_getTransactionBySenderAndNonce', from, '0xffff')).toBeNull();
  });

  it('shows blocks with their fees, and their transactions by page', async () => {
    const { block, totalFees } = await ask('ots_getBlockDetails', Number(number));
    expect(block.transactionCount).toBe(hashes.length);
    const receipts: Json[] = await ask('eth_getBlockReceipts', number);
    const fees = receipts.reduce((sum, one) => sum + BigInt(one.gasUsed) * BigInt(one.effectiveGasPrice), 0n);
    expect(BigInt(totalFees)).toBe(fees);
    const page = await ask('ots_getBlockTransactions', Number(number), 1, 3);
    expect(page.fullblock.transactions.map(({ hash }: Json) => hash)).toEqual([hashes[0]]);
    expect(page.receipts.map(({ transactionHash }: Json) => transactionHash)).toEqual([hashes[0]]);
  });
});

it('a snapshot, a detour and a revert leave the same traces as no detour', async () => {
  const asked = (): Promise<Json> =>
    Promise.all([
      ask('trace_block', number),
      ask('trace_filter', { fromBlock: '0x1' }),
      ask('ots_searchTransactionsBefore', zoo.address, 0, 3),
    ]);
  const straight = await asked();
  const snapshot = await ask('evm_snapshot');
  await randomBlock(zoo, 5);
  expect(await asked()).not.toEqual(straight);
  await ask('evm_revert', snapshot);
  expect(await asked()).toEqual(straight);
});
