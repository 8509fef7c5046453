/** Tests the opening of forks, and reads of state and history through them. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { beginFork } from '../../../src/devnet/fork/begin_fork.js';
import { lasts, mayLast } from '../../../src/devnet/fork/lasting_answers.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { answers } from '../../client/remote_kit.js';
import {
  account,
  addressText,
  answerOf,
  chainNode,
  filesOf,
  hashOf,
  NEWEST,
  open,
  slot,
  temporaryFolder,
  word,
} from './fork_kit.js';

const OPENING = ['eth_chainId', 'eth_blockNumber', 'eth_getBlockByNumber'];
const ACCOUNT = ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'];
const SLOT = 'eth_getStorageAt';
const GUARD = 'eth_getBlockByNumber';

async function failureOf(answer: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await answer.then(
    () => new Error('no failure'),
    (one: unknown) => one,
  );
  if (!(error instanceof HalleyError)) throw error;
  expect(inspect([error.message, error.facts, error.cause], { depth: 9 })).not.toContain('SECRET');
  return { code: error.code, message: error.message.replace(/127\.0\.0\.1:\d+/, 'host') };
}

describe('a fork', () => {
  it('begins after the newest block, for which one request is sent', async () => {
    const { url, chain, methods, port } = await chainNode();
    const { point, label, transactions } = await open({ url, noStorageCaching: true });
    expect(point).toEqual({
      chainId: 5n,
      number: NEWEST,
      hash: fromHex(hashOf(chain, NEWEST)),
      parentHash: fromHex(hashOf(chain, NEWEST - 1n)),
      miner: fromHex(addressText(9)),
      timestamp: 1_700_001_000n,
      baseFeePerGas: 7n,
      gasLimit: 30_000_000n,
      gasUsed: 21_000n,
      mixHash: fromHex(word(77)),
      excessBlobGas: undefined,
      blobGasUsed: undefined,
    });
    expect([label, transactions]).toEqual([`http://127.0.0.1:${port}`, []]);
    expect(methods()).toEqual([['eth_chainId', 'eth_getBlockByNumber']]);
  });

  it('is refused at a block whose time no later block could have', async () => {
    const { url, chain } = await chainNode((asked) =>
      answers(asked, (request) => {
        const answer = answerOf(chain, request);
        return request.method === 'eth_getBlockByNumber'
          ? { ...Object(answer), timestamp: `0x${'f'.repeat(16)}` }
          : answer;
      }),
    );
    expect(await failureOf(open({ url, noStorageCaching: true }))).toEqual({
      code: 'remote-error',
      message:
        'http://host answered with a block whose timestamp is 18446744073709551615, expected Unix seconds below 9183110399',
    });
  });

  it('is refused at a block that used more gas than a number of 64 bits counts', async () => {
    const { url, chain } = await chainNode((asked) =>
      answers(asked, (request) => {
        const answer = answerOf(chain, request);
        return request.method === 'eth_getBlockByNumber'
          ? { ...Object(answer), gasUsed: `0x1${'0'.repeat(16)}` }
          : answer;
      }),
    );
    expect(await failureOf(open({ url, noStorageCaching: true }))).toEqual({
      code: 'remote-error',
      message: 'http://host answered with a block whose gasUsed is 18446744073709551616, expected a number below 2^64',
    });
  });

  it.each([
    ['a number', (url: string) => ({ url, blockNumber: 16n }), 16n],
    ['the end of the URL', (url: string) => ({ url: `${url}@17` }), 17n],
    ['a number that counts back', (url: string) => ({ url, blockNumber: -2n }), NEWEST - 2n],
    ['@latest', (url: string) => ({ url: `${url}@latest` }), NEWEST],
  ])('begins after the block that %s names', async (_, options, number) => {
    const { url } = await chainNode();
    expect((await open({ ...options(url), noStorageCaching: true })).point.number).toBe(number);
  });

  it('begins before the block of a transaction, and lists the transactions up to it', async () => {
    const { url } = await chainNode();
    const { point, transactions } = await open({ url, transactionHash: word(200), noStorageCaching: true });
    expect([point.number, transactions]).toEqual([
      15n,
      [
        { hash: word(100), input: '0x' },
        { hash: word(200), input: '0x' },
      ],
    ]);
  });

  it.each([
    [{ blockNumber: 1001n }, 'height-too-high', 'cannot fork at block 1001: the newest block of http://host is 1000'],
    [
      { blockNumber: -1001n },
      'invalid-argument',
      'cannot count back 1001 blocks from block 1000, the newest of http://host',
    ],
    [{ transactionHash: word(5) }, 'not-found', `http://host has no transaction ${word(5)} in a block after its first`],
  ])('is refused for a block that is not there (%#)', async (options, code, message) => {
    const { url } = await chainNode();
    expect(await failureOf(open({ url, ...options, noStorageCaching: true }))).toEqual({ code, message });
  });

  it('is refused by a node that answers with another block', async () => {
    const { url } = await chainNode(({ requests }) => ({
      body: JSON.stringify(
        requests.map(({ id, method }) => ({ id, result: method === GUARD ? { number: '0x5' } : '0x10' })),
      ),
    }));
    expect(await failureOf(open({ url, blockNumber: 6n, noStorageCaching: true }))).toEqual({
      code: 'remote-error',
      message: 'http://host answered with a block whose hash is missing or malformed',
    });
  });
});

describe('accounts that are read soon', () => {
  const accounts = [3, 4, 3].map((value) => fromHex(addressText(value)));
  const keys = [account(3), account(4)];

  it('come with a numbered block in one request, and are not asked for again', async () => {
    const { url, methods } = await chainNode();
    const options = { url, blockNumber: 16n, cachePath: await temporaryFolder() };
    const fork = await open(options, { accounts });
    expect(methods()).toEqual([[...OPENING, ...ACCOUNT, ...ACCOUNT, GUARD]]);
    expect((await fork.source.fetch(keys)).map(({ type }) => type)).toEqual(['account', 'account']);
    expect(methods()).toEqual([]);
    await open(options, { accounts });
    expect(methods()).toEqual([OPENING]);
    await open(options, { accounts: [...accounts, fromHex(addressText(5))] });
    expect(methods()).toEqual([[...OPENING, ...ACCOUNT, GUARD]]);
  });

  it('come after the newest block, whose number is not known before', async () => {
    const { url, methods } = await chainNode();
    const options = { url, cachePath: await temporaryFolder() };
    await open(options, { accounts });
    expect(methods()).toEqual([
      ['eth_chainId', GUARD],
      [...ACCOUNT, ...ACCOUNT, GUARD],
    ]);
    await open(options, { accounts });
    expect(methods()).toEqual([['eth_chainId', GUARD]]);
  });

  it('are asked for again when the chain reorganises while they are fetched', async () => {
    let asked = 0;
    const { url, chain, methods } = await chainNode(({ requests }) => ({
      body: JSON.stringify(
        requests.map((request) => {
          const isOther = request.method === GUARD && ++asked === 2;
          return { id: request.id, result: answerOf(isOther ? { ...chain, branch: 2 } : chain, request) };
        }),
      ),
    }));
    const { point } = await open({ url, blockNumber: 16n, noStorageCaching: true }, { accounts });
    expect(to0x(point.hash)).toBe(hashOf(chain, 16n));
    expect(methods()).toEqual([
      [...OPENING, ...ACCOUNT, ...ACCOUNT, GUARD],
      [...ACCOUNT, ...ACCOUNT],
    ]);
  });

  it('are asked for while a block that was asked for before is under way', async () => {
    const { url, methods } = await chainNode();
    const options = { url, blockNumber: 16n, noStorageCaching: true };
    const begun = beginFork(options);
    await begun.chosen;
    expect(methods()).toEqual([OPENING]);
    expect((await open(options, { accounts, begun })).point.number).toBe(16n);
    expect(methods()).toEqual([[...ACCOUNT, ...ACCOUNT, GUARD]]);
  });

  it('are read from the cache while the node is away, or else the fork is refused', async () => {
    let isAway = false;
    const { url } = await chainNode(() => (isAway ? { status: 403, body: 'gone' } : undefined));
    const options = { url, blockNumber: 16n, cachePath: await temporaryFolder() };
    await open(options, { accounts });
    isAway = true;
    expect((await open(options, { accounts })).point.number).toBe(16n);
    const more = [fromHex(addressText(5))];
    expect((await failureOf(open(options, { accounts: more }))).code).toBe('unavailable');
  });
});

describe('the state of a fork', () => {
  it('is read at the block of the fork, all keys in one request', async () => {
    const { url, methods, asked } = await chainNode();
    const { source } = await open({ url, blockNumber: 16n, noStorageCaching: true });
    expect(await source.fetch([account(3), slot(3, 5), account(4)])).toEqual([
      { ...account(3), account: { nonce: 1n, balance: 3n, code: fromHex('0x6001') } },
      { ...slot(3, 5), value: fromHex(word(15)) },
      { ...account(4), account: { nonce: 1n, balance: 4n, code: fromHex('0x6001') } },
    ]);
    expect(methods()).toEqual([OPENING, [...ACCOUNT, SLOT, ...ACCOUNT]]);
    expect(asked[1]?.requests[3]?.params).toEqual([addressText(3), word(5), '0x10']);
  });

  it('includes the hashes of earlier blocks, which are kept too', async () => {
    const { url, chain, methods } = await chainNode();
    const options = { url, blockNumber: 16n, cachePath: await temporaryFolder() };
    const key = { type: 'blockHash', number: 5n } as const;
    const expected = [{ ...key, hash: fromHex(hashOf(chain, 5n)) }];
    expect(await (await open(options)).source.fetch([key])).toEqual(expected);
    methods();
    expect(await (await open(options)).source.fetch([key])).toEqual(expected);
    expect(methods()).toEqual([OPENING]);
  });

  it('is unavailable without a valid answer', async () => {
    const { url } = await chainNode(({ requests }, index) => {
      if (index === 0) return undefined;
      return { body: JSON.stringify(requests.map(({ id }) => ({ id, result: 'nonsense\u001b' }))) };
    });
    const { source } = await open({ url, blockNumber: 16n, noStorageCaching: true });
    expect(await failureOf(source.fetch([slot(1, 1), slot(1, 2)]))).toEqual({
      code: 'unavailable',
      message: 'http://host answered eth_getStorageAt with "nonsense\\u001b", which is not a hex value',
    });
  });

  it.each([
    ['eth_getTransactionCount', `0x1${'0'.repeat(16)}`, /"0x10{16}", expected a number below 2\^64$/],
    ['eth_getCode', `0x${'5b'.repeat(1024 * 1024 + 1)}`, /"0x(5b)+….*, expected at most 1048576 bytes$/],
  ])('is unavailable where the value of %s has no place in an account', async (method, value, message) => {
    const { url, chain } = await chainNode((asked, index) =>
      index === 0
        ? undefined
        : answers(asked, (request) => (request.method === method ? value : answerOf(chain, request))),
    );
    const { source } = await open({ url, blockNumber: 16n, noStorageCaching: true });
    expect(await failureOf(source.fetch([account(1)]))).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(message),
    });
  });

  it('that the node has deleted is unavailable, with its own words and advice', async () => {
    const error = { code: -32000, message: 'missing trie node 0xab' };
    const { url } = await chainNode(({ requests }, index) =>
      index === 0 ? undefined : { body: JSON.stringify(requests.map(({ id }) => ({ id, error }))) },
    );
    const { source } = await open({ url, blockNumber: 16n, noStorageCaching: true });
    expect((await failureOf(source.fetch([account(1)]))).message).toMatch(
      /^http:\/\/host answered eth_getBalance with an error: missing trie node 0xab; the node may have deleted .* archive node/,
    );
  });

  it('at a recent block is unavailable after a reorganisation', async () => {
    const { url, chain, methods } = await chainNode();
    const { source } = await open({ url, noStorageCaching: true });
    await source.fetch([slot(1, 1)]);
    expect(methods()).toEqual([
      ['eth_chainId', GUARD],
      [SLOT, GUARD],
    ]);
    const before = hashOf(chain, NEWEST);
    chain.branch = 2;
    expect(await failureOf(source.fetch([slot(1, 2)]))).toEqual({
      code: 'unavailable',
      message: `http://host has the hash ${hashOf(chain, NEWEST)} for block 1000, and the fork began after ${before}: the chain has reorganised; start the fork again`,
    });
  });

  it('comes from another URL after a check of its chain and its block', async () => {
    const fork = await open({ url: (await chainNode()).url, blockNumber: 16n, noStorageCaching: true });
    const other = await chainNode();
    fork.setUrl(other.url);
    await fork.source.fetch([slot(1, 1)]);
    await fork.source.fetch([slot(1, 2)]);
    expect(other.methods()).toEqual([[SLOT, GUARD, 'eth_chainId'], [SLOT]]);
    const foreign = await chainNode();
    foreign.chain.chainId = 6n;
    fork.setUrl(foreign.url);
    expect(await failureOf(fork.source.fetch([slot(1, 3)]))).toEqual({
      code: 'unavailable',
      message: 'http://host is a node of the chain 6, and the fork is of 5',
    });
  });
});

describe('a block of the forked chain', () => {
  it.each([
    [NEWEST - 64n, [SLOT]],
    [NEWEST - 63n, [SLOT, GUARD]],
  ])('is checked with each read while it may still be replaced: %i', async (blockNumber, methods) => {
    const node = await chainNode();
    const { source } = await open({ url: node.url, blockNumber, noStorageCaching: true });
    node.methods();
    await source.fetch([slot(1, 1)]);
    expect(node.methods()).toEqual([methods]);
  });
});

describe('the history of a fork', () => {
  it('lasts up to the block of the fork, and no further', () => {
    const logs = (toBlock: string) => mayLast('eth_getLogs', [{ fromBlock: '0x3', toBlock }], 16n);
    expect([logs('0x10'), logs('0x11')]).toEqual([true, false]);
    const balance = (number: string) => mayLast('eth_getBalance', [addressText(1), number], 16n);
    expect([balance('0x10'), balance('0x11')]).toEqual([true, false]);
    const receipt = (blockNumber: string) => lasts('eth_getTransactionReceipt', { blockNumber }, 16n);
    expect([receipt('0x10'), receipt('0x11')]).toEqual([true, false]);
  });

  it('is asked once where it stays as it is', async () => {
    const { url, methods } = await chainNode();
    const fork = await open({ url, blockNumber: 16n, noStorageCaching: true });
    methods();
    const ask = () => fork.request('eth_getBlockByNumber', ['0x10', false]);
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([one, await ask()]).toEqual([other, one]);
    expect(methods()).toEqual([['eth_getBlockByNumber']]);
  });

  it.each<[string, unknown[]]>([
    ['eth_getBlockByNumber', ['0x11', false]],
    ['eth_getBlockByNumber', ['latest', false]],
    ['eth_getTransactionByHash', [word(7)]],
    ['eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x11' }]],
    ['eth_gasPrice', []],
  ])('is asked again where it may change: %s %j', async (method, params) => {
    const { url, methods } = await chainNode();
    const fork = await open({ url, blockNumber: 16n, noStorageCaching: true });
    methods();
    expect(await fork.request(method, params)).toEqual(await fork.request(method, params));
    expect(methods()).toEqual([[method], [method]]);
  });

  it.each<[string, unknown[], unknown, string]>([
    ['eth_getBlockByHash', [word(1)], { hash: word(2), number: '0x1' }, `hash ${word(2)}`],
    ['eth_getBlockByNumber', ['0x1', true], { hash: word(2), number: '0x2' }, 'number 0x2'],
    ['eth_getTransactionReceipt', [word(1)], { transactionHash: word(3) }, `transactionHash ${word(3)}`],
  ])('refuses an answer about something else to %s', async (method, params, result, given) => {
    const { url } = await chainNode(({ requests: [request] }, index) =>
      index === 0 ? undefined : { body: JSON.stringify({ id: request?.id, result }) },
    );
    const fork = await open({ url, blockNumber: 16n, noStorageCaching: true });
    expect(await failureOf(fork.request(method, params))).toEqual({
      code: 'remote-error',
      message: `http://host answered ${method} of ${params[0]} with the ${given}`,
    });
  });
});

describe('a second fork of the same block', () => {
  it('asks for the block alone', async () => {
    const { url, methods } = await chainNode();
    const cachePath = await temporaryFolder();
    const keys = [account(3), slot(3, 5), slot(3, 6)];
    const first = await open({ url, blockNumber: 16n, cachePath });
    const state = await first.source.fetch(keys);
    const block = await first.request('eth_getBlockByNumber', ['0x5', true]);
    methods();
    const second = await open({ url, blockNumber: 16n, cachePath });
    const again = await second.source.fetch(keys);
    expect(again).toEqual(expect.arrayContaining([...state]));
    expect(await second.request('eth_getBlockByNumber', ['0x5', true])).toEqual(block);
    expect(methods()).toEqual([OPENING]);
  });

  it.each([true, false])('begins while the node is away, as far as the cache has values (home: %s)', async (isHome) => {
    let isAway = false;
    const { url, methods } = await chainNode(() => (isAway ? { status: 403, body: 'gone' } : undefined));
    const options = { url, blockNumber: 16n, cachePath: await temporaryFolder() };
    const first = await open(options);
    const state = await first.source.fetch([account(3)]);
    isAway = true;
    methods();
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    const second = await open(options, isHome ? { known: first.point, warn } : { warn });
    expect(second.point).toEqual(first.point);
    expect(await second.source.fetch([account(3)])).toEqual(state);
    expect(methods()).toEqual(isHome ? [] : [OPENING]);
    expect(warnings).toEqual(
      isHome ? [] : [expect.stringMatching(/403 and "gone".*: the fork uses what earlier runs/)],
    );
    expect(await failureOf(second.source.fetch([account(4)]))).toMatchObject({ code: 'unavailable' });
    isAway = false;
    methods();
    await second.source.fetch([account(4)]);
    expect(methods()).toEqual([[...ACCOUNT, GUARD, 'eth_chainId']]);
    isAway = true;
    const elsewhere = { ...options, blockNumber: 17n };
    expect(await failureOf(open(elsewhere))).toMatchObject({ code: 'unavailable' });
  });

  it('has other files after a reorganisation', async () => {
    const { url, chain, methods } = await chainNode();
    const cachePath = await temporaryFolder();
    await (await open({ url, blockNumber: 16n, cachePath })).source.fetch([account(3)]);
    chain.branch = 2;
    methods();
    const second = await open({ url, blockNumber: 16n, cachePath });
    expect(to0x(second.point.hash)).toBe(hashOf(chain, 16n));
    await second.source.fetch([account(3)]);
    expect(methods()).toEqual([OPENING, ACCOUNT]);
  });

  it('fetches the slots that were read of a contract together with it, also at another block', async () => {
    const { url, methods } = await chainNode();
    const cachePath = await temporaryFolder();
    const { source } = await open({ url, blockNumber: 16n, cachePath });
    await source.fetch([account(3)]);
    await source.fetch([slot(3, 5), slot(3, 6)]);
    methods();
    const later = await open({ url, blockNumber: 17n, cachePath });
    expect(await later.source.fetch([account(3)])).toEqual([
      expect.objectContaining({ type: 'account' }),
      { ...slot(3, 5), value: fromHex(word(15)) },
      { ...slot(3, 6), value: fromHex(word(18)) },
    ]);
    expect(methods()).toEqual([OPENING, [...ACCOUNT, SLOT, SLOT]]);
  });

  it('finds no secret of the URL in any file', async () => {
    const { url } = await chainNode();
    const cachePath = await temporaryFolder();
    const fork = await open({ url, blockNumber: 16n, cachePath, headers: { 'x-key': 'SECRETheader' } });
    await fork.source.fetch([account(3), slot(3, 1)]);
    await fork.request('eth_getBlockByNumber', ['0x5', true]);
    const files = await filesOf(cachePath);
    expect(files.size).toBe(4);
    for (const [name, text] of files) expect(name + text).not.toMatch(/SECRET|v2/);
  });
});
