/**
 * Sends the requests of Otterscan and of graph-node over HTTP, in the forms of their sources, for blocks with every kind
 * of transaction. Otterscan reads answers with ethers' formats; graph-node requires members that alloy's types have.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getAddress, JsonRpcProvider } from 'ethers';
import { getContractAddress, type Hex, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aZoo, impersonateWhale, type Json, randomBlock, type Zoo } from '../devnet/tracing/trace_kit.js';

const ethersOf = createRequire(import.meta.url);
const { formatBlock, formatTransactionReceipt, formatTransactionResponse } = ethersOf(
  join(dirname(ethersOf.resolve('ethers')), 'providers/format.js'),
) as Readonly<Record<'formatBlock' | 'formatTransactionReceipt' | 'formatTransactionResponse', (value: Json) => Json>>;

const ADDRESS = /^0x[0-9a-f]{40}$/;
const HASH = /^0x[0-9a-f]{64}$/;
const DATA = /^0x(?:[0-9a-f]{2})*$/;
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]*)$/;

let zoo: Zoo;
/** ethers' provider, which sends requests of the same moment as a batch, as Otterscan's does. */
let provider: JsonRpcProvider;
let url: string;
/** Blocks with transactions, as `eth_getBlockByNumber` shows them. */
const blocks: Json[] = [];

const ask = (method: string, ...params: readonly unknown[]): Promise<Json> => provider.send(method, [...params]);

/** Posts a body as it is, and returns the answer. */
async function post(body: object): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Sends a transaction of each type, and a creation that fails. */
async function sendTypes({ devnet, address, data, send }: Zoo): Promise<void> {
  const account = privateKeyToAccount(devnet.accounts[7]?.privateKey as Hex);
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 3n };
  const chainId = Number(devnet.evmChainId);
  const base = { chainId, gas: 200_000n };
  const authorization = await privateKeyToAccount(devnet.accounts[8]?.privateKey as Hex).signAuthorization({
    ...{ chainId, contractAddress: address, nonce: 0 },
  });
  const typed = [
    { ...base, gasPrice: 10n ** 11n, to: address, value: 21n },
    {
      ...{ ...base, gasPrice: 10n ** 11n, to: address, data: data('write', 13n, 8n) },
      accessList: [{ address, storageKeys: [toHex(1, { size: 32 })] }],
    },
    { ...base, ...fees, to: address, data: data('divides', 0n) },
    { ...base, ...fees, to: address, data: data('write', 21n, 34n), authorizationList: [authorization] },
    { ...base, ...fees, to: null, data: '0x60016000fd' },
    { ...base, ...fees, to: null, data: '0x5f5ffd' },
  ] as const;
  for (const [nonce, tx] of typed.entries())
    await ask('eth_sendRawTransaction', await account.signTransaction({ ...tx, nonce } as never));
  await send(2, address, data('creates', true), { value: '0x5' });
  await send(2, address, data('creates', false), { value: '0x8' });
  await send(2, address, data('borrows', address, 55n));
  await devnet.mine();
}

beforeAll(async () => {
  zoo = await aZoo({ address: '127.0.0.1:0' });
  url = zoo.devnet.urls.evmHttp as string;
  provider = new JsonRpcProvider(url, undefined, { staticNetwork: true });
  await impersonateWhale(zoo);
  for (const seed of [3, 5, 8]) await randomBlock(zoo, seed);
  await sendTypes(zoo);
  const head = await provider.getBlockNumber();
  for (let number = 1; number <= head; number++) {
    const block = await ask('eth_getBlockByNumber', toHex(number), true);
    if (block.transactions.length > 0) blocks.push(block);
  }
});
afterAll(async () => {
  provider?.destroy();
  await zoo?.close();
});

const transactions = (): readonly Json[] => blocks.flatMap(({ transactions: list }) => list);

describe('Otterscan', () => {
  it('recognises the node, in one batch', async () => {
    const [head, header, level, network] = await Promise.all([
      ...[provider.getBlockNumber(), ask('erigon_getHeaderByNumber', 'latest'), ask('ots_getApiLevel')],
      provider.getNetwork(),
    ]);
    expect(level).toBeGreaterThanOrEqual(8);
    expect(formatBlock({ ...header, transactions: [] }).number).toBe(head);
    expect((await ask('erigon_getHeaderByNumber', head)).hash).toBe(header.hash);
    expect(network.chainId).toBe(BigInt(zoo.devnet.evmChainId));
  });

  it('shows blocks, by number and by hash, and the pages of their transactions', async () => {
    for (const { number, hash, transactions: list, miner } of blocks) {
      const details = await ask('ots_getBlockDetails', Number(number));
      expect(await ask('ots_getBlockDetailsByHash', hash)).toEqual(details);
      const { block, issuance, totalFees } = details;
      expect(formatBlock({ ...block, transactions: [] })).toMatchObject({ hash, miner: getAddress(miner) });
      expect([BigInt(issuance.blockReward), BigInt(issuance.uncleReward)]).toEqual([0n, 0n]);
      expect([block.transactionCount, block.stateRoot, block.sha3Uncles]).toEqual([
        ...[list.length, expect.stringMatching(HASH), expect.stringMatching(HASH)],
      ]);
      const shown: Json[] = [];
      let fees: bigint = 0n;
      for (let page = 0; shown.length < list.length; page++) {
        const { fullblock, receipts } = await ask('ots_getBlockTransactions', Number(number), page, 3);
        expect(fullblock.transactionCount).toBe(list.length);
        const read = fullblock.transactions.map((tx: Json) => formatTransactionResponse(tx));
        shown.unshift(...read);
        for (const [i, receipt] of receipts.entries()) {
          const { hash: of, gasUsed, effectiveGasPrice, status } = formatTransactionReceipt({ ...receipt, logs: [] });
          expect([of, status]).toEqual([read[i].hash, expect.any(Number)]);
          expect(read[i].data.length).toBeLessThanOrEqual(10);
          fees += BigInt(gasUsed) * BigInt(effectiveGasPrice);
        }
      }
      expect(shown.map((tx) => tx.hash)).toEqual(list.map((tx: Json) => tx.hash));
      expect(BigInt(totalFees)).toBe(fees);
    }
    expect([
      await ask('ots_getBlockDetails', 10_000),
      await ask('ots_getBlockDetailsByHash', keccak256('0x21')),
    ]).toEqual([null, null]);
    expect((await ask('ots_getBlockDetails', 0)).block.number).toBe('0x0');
  });

  it('shows the frames and the operations of every transaction', async () => {
    const kinds = new Set<string>();
    for (const { hash, from, to } of transactions()) {
      const [frames, operations, error, { vmTrace }] = await Promise.all([
        ...[ask('ots_traceTransaction', hash), ask('ots_getInternalOperations', hash)],
        ...[ask('ots_getTransactionError', hash), ask('trace_replayTransaction', hash, ['vmTrace'])],
      ]);
      for (const frame of frames) {
        // Otterscan reads both addresses of every frame, also of a creation that failed.
        expect(getAddress(frame.from)).toHaveLength(42);
        expect(getAddress(frame.to)).toHaveLength(42);
        expect(frame.value === null || BigInt(frame.value) >= 0n).toBe(true);
        kinds.add(frame.type);
      }
      expect([frames[0].from, frames[0].depth]).toEqual([from, 0]);
      if (to !== null) expect(frames[0].to).toBe(to);
      for (const one of operations) {
        expect([0, 1, 2, 3]).toContain(one.type);
        expect([getAddress(one.from), getAddress(one.to), typeof BigInt(one.value)]).toHaveLength(3);
      }
      expect(error).toMatch(DATA);
      const { status } = await ask('eth_getTransactionReceipt', hash);
      if (status === '0x1') expect(error).toBe('0x');
      expect(vmTrace.code).toMatch(DATA);
      for (const { pc, op } of vmTrace.ops) expect([pc >= 0, typeof op]).toEqual([true, 'string']);
    }
    expect([...kinds].sort()).toEqual(['CALL', 'CREATE', 'DELEGATECALL', 'SELFDESTRUCT']);
  });

  it('shows the address that a failed creation would have given, of a transaction and inside one', async () => {
    const failed: [string, string | undefined][] = [];
    for (const { hash, nonce, from } of transactions()) {
      const frames: Json[] = await ask('ots_traceTransaction', hash);
      const traced: Json[] = await ask('trace_transaction', hash);
      for (const [i, { type, error, traceAddress }] of traced.entries()) {
        if (type !== 'create' || error === undefined) continue;
        const isInner = traceAddress.length > 0;
        const nonces = isInner ? Array.from({ length: 30 }, (_, n) => n) : [nonce];
        const possible = nonces.map((one) =>
          getContractAddress({ from: isInner ? zoo.address : from, nonce: BigInt(one) }),
        );
        expect(possible).toContain(getAddress(frames[i].to));
        failed.push([isInner ? 'inside' : 'transaction', frames[i].to]);
      }
    }
    expect(new Set(failed.map(([place]) => place))).toEqual(new Set(['inside', 'transaction']));
    expect(new Set(failed.map(([, address]) => address)).size).toBe(failed.length);
  });

  it('lists what changed in each state, with one kind of change a member', async () => {
    for (const { hash, from } of transactions()) {
      const { stateDiff } = await ask('trace_replayTransaction', hash, ['stateDiff']);
      expect(Object.keys(stateDiff)).toContain(from);
      for (const account of Object.values<Json>(stateDiff)) {
        const { storage, ...members } = account;
        for (const change of [...Object.values<Json>(members), ...Object.values<Json>(storage)])
          if (change !== '=') expect(['+', '-', '*']).toContain(Object.keys(change).join());
      }
    }
  });

  it('pages through the transactions of an address to its first, and finds one by its nonce', async () => {
    const { address, devnet } = zoo;
    expect([await ask('ots_hasCode', address, 'latest'), await ask('ots_hasCode', address, '0x0')]).toEqual([
      true,
      false,
    ]);
    const pages: Json[] = [];
    for (let before = 0; ; ) {
      const page = await ask('ots_searchTransactionsBefore', address, before, 3);
      for (const tx of page.txs) formatTransactionResponse(tx);
      for (const receipt of page.receipts) {
        expect(formatTransactionReceipt(receipt).status).toBeTypeOf('number');
        expect(Number(receipt.timestamp)).toBeGreaterThan(0);
      }
      expect(page.firstPage).toBe(before === 0);
      pages.push(...page.txs);
      if (page.lastPage) break;
      before = Number(page.txs.at(-1).blockNumber);
    }
    const { creator, hash } = await ask('ots_getContractCreator', address);
    expect([getAddress(creator), pages.at(-1).hash]).toEqual([getAddress(devnet.accounts[0]?.address ?? ''), hash]);
    const after = await ask('ots_searchTransactionsAfter', address, 0, 3);
    expect([after.txs.at(-1).hash, after.lastPage]).toEqual([hash, true]);
    for (const { from, nonce, hash: of } of transactions().slice(0, 9))
      expect(await ask('ots_getTransactionBySenderAndNonce', from, Number(nonce))).toBe(of);
  });
});

describe('graph-node', () => {
  const byHash = (hash: string): object => ({ blockHash: hash });
  const isCall = ({ error, action, type, result }: Json): boolean =>
    type === 'call' && error === undefined && action.input.length >= 10 && result !== null;

  it('identifies the chain, and follows its head to blocks with their receipts', async () => {
    expect(await ask('net_version')).toMatch(/^\d+$/);
    const genesis = await ask('eth_getBlockByNumber', '0x0', false);
    expect([genesis.number, genesis.hash]).toEqual(['0x0', expect.stringMatching(HASH)]);
    const { hash: latest, number } = await ask('eth_getBlockByNumber', 'latest', false);
    expect(await ask('eth_getBlockByNumber', number, false)).toMatchObject({ hash: latest });
    for (const { hash, parentHash, number: height } of blocks) {
      const block = await ask('eth_getBlockByHash', hash, true);
      const parent = await ask('eth_getBlockByNumber', toHex(Number(height) - 1), false);
      expect([block.hash, parent.hash]).toEqual([hash, parentHash]);
      const receipts = await ask('eth_getBlockReceipts', byHash(hash));
      expect(receipts.map((one: Json) => one.transactionHash)).toEqual(block.transactions.map((tx: Json) => tx.hash));
      for (const receipt of receipts) {
        expect(receipt).toMatchObject({
          ...{ blockHash: hash, blockNumber: height, from: expect.stringMatching(ADDRESS) },
          ...{ type: expect.stringMatching(QUANTITY), status: expect.stringMatching(QUANTITY) },
          ...{ effectiveGasPrice: expect.stringMatching(QUANTITY), logsBloom: expect.stringMatching(DATA) },
        });
        for (const log of receipt.logs) expect([log.blockHash, log.removed]).toEqual([hash, false]);
      }
      // An older version of graph-node fetches the receipts one by one, in a batch.
      const single = block.transactions.map((tx: Json) => ask('eth_getTransactionReceipt', tx.hash));
      expect(await Promise.all(single)).toEqual(receipts);
    }
  });

  it('gets many blocks by their hashes in a batch, in the order of the answers', async () => {
    const requests = blocks.map(({ hash }, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_getBlockByHash', params: [hash, true] },
    }));
    const answers: Json[] = await post(requests);
    expect(answers.map(({ id, result }) => [id, result.hash])).toEqual(blocks.map(({ hash }, id) => [id, hash]));
  });

  it('finds the calls of a range of blocks by their addresses, those of the blocks one by one', async () => {
    const [from, to] = [blocks[0].number, blocks.at(-1).number];
    const single: Json[] = [];
    for (const { number, hash } of blocks) {
      const traces: Json[] = await ask('trace_filter', {
        fromBlock: number,
        toBlock: number,
        after: null,
        count: null,
      });
      for (const trace of traces) {
        expect(trace).toMatchObject({
          ...{ blockHash: hash, blockNumber: Number(number), transactionHash: expect.stringMatching(HASH) },
          ...{ transactionPosition: expect.any(Number), subtraces: expect.any(Number) },
        });
        expect(['call', 'create', 'suicide']).toContain(trace.type);
        if (trace.type === 'create' && trace.result !== null) expect(trace.result.address).toMatch(ADDRESS);
        if (!isCall(trace)) continue;
        const { action, result } = trace;
        expect([action.from, action.to].every((one) => ADDRESS.test(one))).toBe(true);
        expect([action.value, action.gas, result.gasUsed].every((one) => QUANTITY.test(one))).toBe(true);
        expect([action.input, result.output].every((one) => DATA.test(one))).toBe(true);
        expect(['call', 'callcode', 'delegatecall', 'staticcall']).toContain(action.callType);
      }
      single.push(...traces);
    }
    const filter = { fromBlock: from, toBlock: to, fromAddress: [], toAddress: [zoo.address], mode: 'union' };
    const found: Json[] = await ask('trace_filter', filter);
    expect(found).toEqual(
      single.filter(({ action, result }) => (action.to ?? result?.address ?? action.refundAddress) === zoo.address),
    );
    expect(found.filter(isCall).length).toBeGreaterThan(10);
    // A call handler runs only for calls of transactions that succeeded.
    const succeeded = new Set<string>();
    for (const { hash } of transactions())
      if ((await ask('eth_getTransactionReceipt', hash)).status === '0x1') succeeded.add(hash);
    for (const { transactionHash, error, traceAddress } of found)
      if (traceAddress.length === 0) expect(error === undefined).toBe(succeeded.has(transactionHash));
  });

  it('finds logs by signature and contract, as the receipts have them', async () => {
    const logs: Json[] = [];
    for (const { hash } of blocks)
      for (const receipt of await ask('eth_getBlockReceipts', byHash(hash))) logs.push(...receipt.logs);
    const topic = keccak256(toHex('Said(uint256,string)'));
    const filter = {
      fromBlock: blocks[0].number,
      toBlock: blocks.at(-1).number,
      address: [zoo.address],
      topics: [[topic]],
    };
    const found = await ask('eth_getLogs', filter);
    expect(found).toEqual(logs.filter(({ address, topics }) => address === zoo.address && topics[0] === topic));
    expect(found.length).toBeGreaterThan(5);
  });

  it('reads contracts at the hash of a block, with both names of the input, and knows a revert by its text', async () => {
    const { address, data } = zoo;
    const total = data('total');
    const call = (input: Hex, hash: string): Promise<Json> =>
      ask('eth_call', { to: address, input, data: input, gas: toHex(50_000_000) }, byHash(hash));
    const states = new Set<string>();
    for (const { hash } of blocks) {
      states.add(await call(total, hash));
      expect(await ask('eth_getCode', address, byHash(hash))).toMatch(/^0x60/);
      expect(await ask('eth_getBalance', address, byHash(hash))).toMatch(QUANTITY);
    }
    expect(states.size).toBeGreaterThan(1);
    // graph-node compares texts: these fail in the same way each time, and an unknown block is asked for again.
    const refused = async (input: Hex, block: unknown): Promise<string> =>
      (await post({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: address, input }, block] })).error
        .message;
    expect(await refused(data('fails', 8n), 'latest')).toContain('revert');
    expect(await refused(data('burns'), 'latest')).toContain('out of gas');
    expect(await refused(total, byHash(keccak256('0x55')))).toContain('not found');
  });
});
