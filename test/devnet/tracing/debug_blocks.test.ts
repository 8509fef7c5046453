/** Tests what debug methods show of whole blocks, and of the state within them and at their end. */
import { RLP } from '@ethereumjs/rlp';
import { type Hex, hexToBytes, keccak256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aZoo, impersonateWhale, type Json, randomBlock, type Zoo } from './trace_kit.js';

const UNKNOWN = `0x${'de'.repeat(32)}`;
const ZERO = '0x00';
const slotOf = (key: number, table: number): Hex =>
  keccak256(`0x${key.toString(16).padStart(64, '0')}${table.toString(16).padStart(64, '0')}`);
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;

let zoo: Zoo;
beforeAll(async () => {
  zoo = await aZoo();
  await impersonateWhale(zoo);
});
afterAll(() => zoo.close());

const block = (which = 'latest'): Promise<Json> => zoo.ask('eth_getBlockByNumber', which, false);

describe('debug_traceBlock', () => {
  it.each([
    ['struct logs', {}],
    ['callTracer', { tracer: 'callTracer', tracerConfig: { withLog: true } }],
  ])('returns for every transaction the result of debug_traceTransaction: %s', async (_, config) => {
    for (const seed of [31, 32]) {
      const hashes = await randomBlock(zoo, seed);
      const { number, hash, transactions } = await block();
      expect(new Set(transactions)).toEqual(new Set(hashes));
      const entries = await zoo.ask('debug_traceBlockByNumber', number, config);
      expect(entries.map(({ txHash }: Json) => txHash)).toEqual(transactions);
      for (const { txHash, result } of entries)
        expect(result).toEqual(await zoo.ask('debug_traceTransaction', txHash, config));
      expect(await zoo.ask('debug_traceBlockByHash', hash, config)).toEqual(entries);
      const rlp = await zoo.ask('debug_getBlockRlp', Number(number));
      expect(await zoo.ask('debug_traceBlock', rlp, config)).toEqual(entries);
    }
  });

  it.each([
    ['callTracer', { tracer: 'callTracer', tracerConfig: { withLog: true } }],
    ['flatCallTracer', { tracer: 'flatCallTracer' }],
    ['noopTracer', { tracer: 'noopTracer' }],
    ['trace_', undefined],
  ])('shows transfers, which need no run, among others: %s', async (_, config) => {
    const { address, data, send, ask } = zoo;
    const stops = `0x${'5a'.repeat(20)}` as const;
    await ask('hardhat_setCode', stops, '0x00');
    const transfer = (n: number, to: Hex, more = {}): Promise<Hex> =>
      send(n % 3, to, '0x', { value: toHex(1000 + n), gas: toHex(40_000 + n), ...more });
    await transfer(1, `0x${'a1'.repeat(20)}`);
    await send(0, address, data('weighs', `0x${'a1'.repeat(20)}`), { gasPrice: toHex(10n ** 10n) });
    await transfer(2, stops);
    await transfer(3, address, { gas: '0x11170' });
    await transfer(4, `0x${'a4'.repeat(20)}`, { accessList: [{ address, storageKeys: [word(7)] }] });
    await transfer(5, '0x0000000000000000000000000000000000000002', { gas: '0x11170' });
    await transfer(6, `0x${'a6'.repeat(20)}`, { data: '0x01', gas: '0x11170' });
    await send(1, address, data('fails', 11n));
    await transfer(7, `0x${'a1'.repeat(20)}`, { gas: '0x5208', value: '0x0' });
    await zoo.sendCosmos();
    await zoo.devnet.mine();
    const { number, transactions } = await block();
    expect(transactions).toHaveLength(9);
    const one = (hash: Hex): Promise<Json> =>
      config === undefined ? ask('trace_transaction', hash) : ask('debug_traceTransaction', hash, config);
    const each: Json[] = [];
    for (const hash of transactions) each.push(await one(hash));
    if (config === undefined) expect(await ask('trace_block', number)).toEqual(each.flat());
    else {
      const entries = await ask('debug_traceBlockByNumber', number, config);
      expect(entries).toEqual(transactions.map((txHash: Hex, i: number) => ({ txHash, result: each[i] })));
    }
    const [from, to] = [zoo.devnet.accounts[1]?.address.toLowerCase(), `0x${'a1'.repeat(20)}`];
    const found = { fromBlock: number, toBlock: number, fromAddress: [from], toAddress: [to], mode: 'intersection' };
    expect((await ask('trace_filter', found)).map(({ action }: Json) => action.value)).toEqual(['0x3e9', '0x0']);
  });

  it('returns an empty list for an empty block, and refuses the genesis and unknown blocks', async () => {
    await zoo.devnet.mine();
    expect(await zoo.ask('debug_traceBlockByNumber', 'latest')).toEqual([]);
    await expect(zoo.ask('debug_traceBlockByNumber', '0x0')).rejects.toThrow(/^genesis is not traceable$/);
    await expect(zoo.ask('debug_traceBlockByNumber', '0xffff')).rejects.toThrow(/^block #65535 not found$/);
    await expect(zoo.ask('debug_traceBlockByHash', UNKNOWN)).rejects.toThrow(`block not found for hash ${UNKNOWN}`);
    await expect(zoo.ask('debug_traceBlockByHash', '0xab')).rejects.toThrow('hex string has length 2, want 64');
  });

  it.each([
    ['0xdeadbeef', 'could not decode block: rlp: value size exceeds available input length'],
    ['0x', 'could not decode block: EOF'],
    ['0x01', 'could not decode block: rlp: expected input list for types.extblock'],
    ['0xc0', 'could not decode block: rlp: too few elements for types.extblock'],
    [
      '0xc180',
      'could not decode block: rlp: expected input list for types.Header, decoding into (types.extblock).Header',
    ],
    ['0x1', 'hex string of odd length'],
  ])('refuses %s, which is no block', async (rlp, text) => {
    await expect(zoo.ask('debug_traceBlock', rlp)).rejects.toThrow(text);
  });

  it('reports which run took too long, and continues with the next on the state that it left', async () => {
    await zoo.send(0, zoo.address, zoo.data('burns'), { gas: '0x7a1200' });
    await zoo.send(1, zoo.devnet.accounts[2]?.address as Hex, '0x', { value: '0x5' });
    await zoo.devnet.mine();
    const { number, transactions } = await block();
    const config = { tracer: 'callTracer', timeout: '1ms' };
    const entries = await zoo.ask('debug_traceBlockByNumber', number, config);
    const failed = entries.find(({ error }: Json) => error);
    expect(failed).toEqual({ txHash: expect.any(String), error: 'execution timeout' });
    const [whole] = entries.filter(({ result }: Json) => result);
    expect(whole.result).toMatchObject({ type: 'CALL', value: '0x5' });
    expect(entries.map(({ txHash }: Json) => txHash)).toEqual(transactions);
    const stepsOf = (await zoo.ask('debug_traceBlockByNumber', number, { timeout: '1ms' })).map(
      ({ error }: Json) => error,
    );
    expect(stepsOf).toContain('execution timeout');
  });
});

describe('state within a block', () => {
  it('has a root after each transaction, with any transactions after it', async () => {
    const snapshot = await zoo.ask('evm_snapshot');
    const write = (value: bigint) => zoo.send(0, zoo.address, zoo.data('write', 1n, value));
    await write(5n);
    await write(6n);
    await write(7n);
    await zoo.devnet.mine();
    const { hash, transactions } = await block();
    const roots = await zoo.ask('debug_intermediateRoots', hash);
    expect(roots).toHaveLength(transactions.length);
    expect(new Set(roots).size).toBe(3);
    await zoo.ask('evm_revert', snapshot);
    await write(5n);
    await write(6n);
    await zoo.devnet.mine();
    expect(await zoo.ask('debug_intermediateRoots', (await block()).hash, {})).toEqual(roots.slice(0, 2));
    await expect(zoo.ask('debug_intermediateRoots', UNKNOWN)).rejects.toThrow('block not found for hash');
    const genesis = (await block('0x0')).hash;
    await expect(zoo.ask('debug_intermediateRoots', genesis)).rejects.toThrow('genesis is not traceable');
  });

  it('shows storage before each transaction, page by page', async () => {
    for (const at of [101n, 102n, 103n]) await zoo.send(0, zoo.address, zoo.data('write', at, at));
    await zoo.devnet.mine();
    const { hash, number, transactions } = await block();
    const keys = [101, 102, 103].map((at) => slotOf(at, 0));
    const range = (index: number, start = ZERO, count = 1_000) =>
      zoo.ask('debug_storageRangeAt', hash, index, zoo.address, start, count);
    for (let index = 0; index < transactions.length; index++) {
      const { storage, nextKey } = await range(index);
      expect(nextKey).toBeNull();
      const held = keys.map((key) => storage[keccak256(key)]);
      expect(held).toEqual(keys.map((key, i) => (i < index ? { key, value: word(101 + i) } : undefined)));
    }
    const whole = (await range(2)).storage;
    const paged: Json = {};
    for (let start: string | null = ZERO; start !== null; ) {
      const page: Json = await range(2, start, 2);
      expect(Object.keys(page.storage).length).toBeLessThanOrEqual(2);
      Object.assign(paged, page.storage);
      start = page.nextKey;
    }
    expect(paged).toEqual(whole);
    expect(Object.keys(whole)).toEqual(Object.keys(whole).sort());
    for (const [hashed, { key, value }] of Object.entries<Json>(whole)) {
      expect(hashed).toBe(keccak256(key));
      expect(value).not.toBe(word(0));
    }
    expect(await zoo.ask('debug_storageRangeAt', number, 0, zoo.devnet.accounts[1]?.address, ZERO, 5)).toEqual({
      storage: {},
      nextKey: null,
    });
  });

  it('begins a page at a start of fewer than 32 bytes, the first ones of a hashed slot', async () => {
    for (const at of [201n, 202n, 203n, 204n]) await zoo.send(0, zoo.address, zoo.data('write', at, at));
    await zoo.devnet.mine();
    await zoo.devnet.mine();
    const range = (start: string) => zoo.ask('debug_storageRangeAt', 'latest', 0, zoo.address, start, 1_000);
    const hashes = Object.keys((await range(ZERO)).storage);
    expect(hashes.length).toBeGreaterThan(4);
    for (const hash of hashes) {
      for (const length of [4, 6, 10]) {
        const start = hash.slice(0, length);
        const expected = hashes.filter((one) => one >= start.padEnd(66, '0'));
        expect(Object.keys((await range(start)).storage)).toEqual(expected);
      }
    }
    expect(Object.keys((await range('0x')).storage)).toEqual(hashes);
  });

  it('shows the state of an empty block as that before its first transaction', async () => {
    await zoo.devnet.mine();
    const { storage } = await zoo.ask('debug_storageRangeAt', 'latest', 0, zoo.address, ZERO, 1_000);
    const total = await zoo.ask('eth_getStorageAt', zoo.address, '0x1', 'latest');
    expect(storage[keccak256(word(1))]).toEqual({ key: word(1), value: total });
  });

  it.each([
    [[UNKNOWN, 0, 'ADDRESS', ZERO, 1], /block not found for hash/],
    [['0x0', 0, 'ADDRESS', ZERO, 1], /^no transaction in genesis$/],
    [['latest', 1, 'ADDRESS', ZERO, 1], /^transaction index 1 out of range: block \d+ has 0 transactions$/],
    [['latest', -1, 'ADDRESS', ZERO, 1], /^transaction index -1 out of range/],
    [['latest', '0x0', 'ADDRESS', ZERO, 1], /cannot unmarshal string into Go value of type int/],
    [['latest', 0.5, 'ADDRESS', ZERO, 1], /cannot unmarshal number 0.5 into Go value of type int/],
    [['latest', 0, 'ADDRESS', `0x${'00'.repeat(33)}`, 1], /the hashed key has 33 bytes, expected at most 32/],
    [['latest', 0, 'ADDRESS', ZERO], /missing value for required argument 4/],
  ])('refuses the range %j', async (params, text) => {
    const named = params.map((param) => (param === 'ADDRESS' ? zoo.address : param));
    await expect(zoo.ask('debug_storageRangeAt', ...named)).rejects.toThrow(text);
  });

  it('runs a call before a transaction of the block', async () => {
    const [before] = [BigInt(await zoo.ask('eth_call', { to: zoo.address, data: zoo.data('total') }))];
    for (const value of [1n, 10n, 100n]) await zoo.send(0, zoo.address, zoo.data('write', 9n, value));
    await zoo.devnet.mine();
    const call = { to: zoo.address, data: zoo.data('total') };
    const totals: bigint[] = [];
    for (const txIndex of ['0x0', '0x1', '0x2'])
      totals.push(BigInt((await zoo.ask('debug_traceCall', call, 'latest', { txIndex, limit: 1 })).returnValue));
    totals.push(BigInt((await zoo.ask('debug_traceCall', call, 'latest', { limit: 1 })).returnValue));
    expect(totals.map((total) => total - before)).toEqual([0n, 1n, 11n, 111n]);
    const outside = zoo.ask('debug_traceCall', call, 'latest', { txIndex: '0x3' });
    await expect(outside).rejects.toThrow(/^transaction index 3 out of range: block \d+ has 3 transactions$/);
    await expect(zoo.ask('debug_traceCall', call, 'pending', { txIndex: '0x0' })).rejects.toThrow(/out of range/);
  });
});

describe('debug_accountRange', () => {
  const range = (...params: readonly unknown[]): Promise<Json> => zoo.ask('debug_accountRange', ...params);

  it('lists every account in the order of its hash, in the shape of a dump', async () => {
    await zoo.devnet.mine();
    const { root, accounts, next } = await range('latest', '0x', 0, false, false, false);
    expect(next).toBeUndefined();
    expect(`0x${root}`).toBe((await block()).stateRoot);
    const keys = Object.values<Json>(accounts).map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    for (const account of Object.values<Json>(accounts)) {
      const { address, balance, nonce, root: storageRoot, codeHash, key } = account;
      const proof = await zoo.ask('eth_getProof', address, [], 'latest');
      expect(key).toBe(keccak256(address));
      expect([toHex(BigInt(balance)), toHex(nonce), storageRoot, codeHash]).toEqual([
        proof.balance,
        proof.nonce,
        proof.storageHash,
        proof.codeHash,
      ]);
    }
    const [name, contract] = Object.entries<Json>(accounts).find(([at]) => at.toLowerCase() === zoo.address) as [
      string,
      Json,
    ];
    expect(name).not.toBe(zoo.address);
    expect(contract.code).toBe(await zoo.ask('eth_getCode', zoo.address, 'latest'));
    const { storage } = await zoo.ask('debug_storageRangeAt', 'latest', 0, zoo.address, ZERO, 1_000);
    expect(Object.keys(contract.storage)).toHaveLength(Object.keys(storage).length);
    for (const { key, value } of Object.values<Json>(storage))
      expect(BigInt(`0x${contract.storage[key]}`)).toBe(BigInt(value));
  });

  it('leaves out what its flags exclude, and returns pages', async () => {
    const whole = await range('latest', '0x', 256, true, true, false);
    for (const account of Object.values<Json>(whole.accounts)) {
      expect(account).not.toHaveProperty('code');
      expect(account).not.toHaveProperty('storage');
    }
    const paged: Json = {};
    for (let start: string | undefined = '0x'; start !== undefined; ) {
      const page: Json = await range('latest', start, 7, true, true, true);
      expect(Object.keys(page.accounts).length).toBeLessThanOrEqual(7);
      Object.assign(paged, page.accounts);
      start = page.next;
    }
    expect(paged).toEqual(whole.accounts);
    await expect(range('0xffff', '0x', 1, true, true, true)).rejects.toThrow('block #65535 not found');
    await expect(range('latest', '0x', 1, true, true)).rejects.toThrow('missing value for required argument 5');
  });
});

describe('a block as bytes and as text', () => {
  it('is encoded as eth_getBlockByNumber shows it', async () => {
    await randomBlock(zoo, 99);
    const shown = await zoo.ask('eth_getBlockByNumber', 'latest', true);
    const rlp: Hex = await zoo.ask('debug_getBlockRlp', Number(shown.number));
    const [header, transactions, uncles, withdrawals] = RLP.decode(hexToBytes(rlp)) as unknown as Uint8Array[][];
    expect(hexToBytes(rlp)).toHaveLength(Number(shown.size));
    expect(await zoo.ask('debug_getHeaderRlp', Number(shown.number))).toBe(toHex(RLP.encode(header as Uint8Array[])));
    expect([uncles, withdrawals]).toEqual([[], []]);
    const members = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'];
    expect(header?.slice(0, 7).map((item) => toHex(item))).toEqual(members.map((name) => shown[name]));
    const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'];
    expect(header?.slice(7, 12).map((item) => BigInt(item.length === 0 ? 0 : toHex(item)))).toEqual(
      numbers.map((name) => BigInt(shown[name])),
    );
    expect(header?.slice(12, 15).map((item) => toHex(item))).toEqual([shown.extraData, shown.mixHash, shown.nonce]);
    expect(header).toHaveLength(21);
    const hashes = transactions?.map((tx) => keccak256(tx instanceof Uint8Array ? tx : RLP.encode(tx as never)));
    expect(hashes).toEqual(shown.transactions.map(({ hash }: Json) => hash));
  });

  it('is printed for people', async () => {
    const { number, stateRoot, transactions } = await block();
    const text: string = await zoo.ask('debug_printBlock', Number(number));
    expect(text).toMatch(/^\(\*types\.Block\)\(\{\n header: \(\*types\.Header\)\(\{\n {2}ParentHash: 0x/);
    for (const part of [`Root: ${stateRoot}`, `Number: ${BigInt(number)}`, ...transactions])
      expect(text).toContain(part);
  });

  it.each(['debug_getHeaderRlp', 'debug_getBlockRlp', 'debug_printBlock'])(
    'is read by number alone: %s',
    async (method) => {
      await expect(zoo.ask(method, '0x1')).rejects.toThrow('cannot unmarshal string into Go value of type uint64');
      await expect(zoo.ask(method, -1)).rejects.toThrow('cannot unmarshal number -1 into Go value of type uint64');
      await expect(zoo.ask(method, 65_535)).rejects.toThrow('block #65535 not found');
      expect(typeof (await zoo.ask(method, 0))).toBe('string');
    },
  );
});
