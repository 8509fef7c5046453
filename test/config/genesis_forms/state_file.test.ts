/** Tests reading Anvil's state files of every version, and precise errors for all others. */
import { describe, expect, it } from 'vitest';
import { encodeHeaderJson } from '../../../src/codec/ethereum/header_json.js';
import {
  type BlockOfFile,
  readEarlierBlocks,
  readEarlierTransactions,
} from '../../../src/config/genesis_forms/history/earlier_blocks.js';
import { readEarlierStates } from '../../../src/config/genesis_forms/history/earlier_states.js';
import type { HistoryBlock } from '../../../src/config/genesis_forms/history/history_document.js';
import { newHistory } from '../../../src/config/genesis_forms/history/history_of.js';
import { JsonNode } from '../../../src/config/genesis_forms/json_node.js';
import { readingStateFile, readStateFile } from '../../../src/config/genesis_forms/state_file.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { to0x } from '../../../src/kernel/hex.js';
import { finish } from '../../../src/kernel/steps.js';
import { refuse } from './refuse.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const read = (document: unknown) => readStateFile(document, refuse);
const account = (more: object = {}) => ({ nonce: 1, balance: '0xff', code: '0x', storage: {}, ...more });
const withAccount = (more: object) => ({ accounts: { [ALICE]: account(more) } });
const header = (more: object = {}) => ({
  number: '0x4',
  timestamp: '0x64',
  gasLimit: '0x64',
  gasUsed: '0x32',
  baseFeePerGas: '0x3e8',
  ...more,
});

it('is refused where an array is nested too deep to be shown', () => {
  const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
  expect(() => read(deep)).toThrow(/^the document is a deeply nested array, expected an object/);
});

describe('a state file', () => {
  it('of Anvil 1.x has accounts, the newest block and the next base fee', () => {
    const file = read({
      block: { number: '0x4', timestamp: '0x64', gas_limit: 30_000_000, basefee: 1000, slot_num: 0 },
      accounts: { [ALICE]: account({ code: '0x60FF', storage: { '0x00': '0x01', '0x2': '0x0' } }) },
      best_block_number: 4,
      blocks: [{ header: header({ number: '0x3' }) }, { header: header({ gasUsed: '0x64' }) }],
      transactions: [{}],
      historical_states: null,
      of_a_newer_version: true,
    });
    expect(file).toMatchObject({
      number: 4n,
      timestamp: 100n,
      gasLimit: 30_000_000n,
      baseFee: 1000n,
      nextBaseFee: 1125n,
    });
    expect(file.blocks).toHaveLength(2);
    expect(file.historicalStates).toEqual([]);
    expect(file.accounts).toEqual([
      {
        address: ALICE,
        nonce: 1n,
        balance: 255n,
        code: '0x60ff',
        storage: [
          [0n, 1n],
          [2n, 0n],
        ],
      },
    ]);
  });

  it('has the later time, the gas limit of the environment, and the fee of the newest block', () => {
    const block = { number: '0x6', timestamp: '0x64', gas_limit: 30_000_000, basefee: 7 };
    const newest = header({ number: '0x6', timestamp: '0x65' });
    const file = { block, accounts: {}, blocks: [{ header: header({ timestamp: '0x66' }) }, { header: newest }] };
    expect(read(file)).toMatchObject({ timestamp: 101n, gasLimit: 30_000_000n, baseFee: 1000n, nextBaseFee: 1000n });
    const later = { ...file, block: { ...block, timestamp: '0x67', gas_limit: 0 } };
    expect(read(later)).toMatchObject({ timestamp: 103n, gasLimit: undefined });
    const twice = [header({ timestamp: '0x70' }), header({ timestamp: '0x71' })].map((one) => ({ header: one }));
    expect(read({ accounts: {}, blocks: twice }).timestamp).toBe(0x70n);
  });

  it('of the first versions has only accounts', () => {
    expect(read({ accounts: {} })).toEqual({
      accounts: [],
      number: 0n,
      timestamp: undefined,
      gasLimit: undefined,
      baseFee: undefined,
      nextBaseFee: undefined,
      blocks: [],
      transactions: [],
      historicalStates: [],
    });
  });

  it('of version 0.2 has numbers as hex text, and its base fee when it has no blocks', () => {
    const block = { number: '0x9', coinbase: ALICE, timestamp: '0x5', gas_limit: '0x1c9c380', basefee: '0x7' };
    const expected = { number: 9n, timestamp: 5n, gasLimit: 30_000_000n, nextBaseFee: 7n };
    expect(read({ block, accounts: {}, best_block_number: '0x9' })).toMatchObject(expected);
    expect(read({ block, accounts: {} })).toMatchObject(expected);
  });

  it('continues at the best block where the block of the environment is another (Arbitrum)', () => {
    expect(read({ block: { number: '0x9' }, best_block_number: 5, accounts: {} }).number).toBe(5n);
  });

  it.each([
    ['null', null, /^accounts is missing, expected an object by address, as in a state file of Anvil$/],
    ['a list', [], /^the document is \[\], expected an object$/],
    ['text', 'state', /^the document is "state", expected an object$/],
    ['a genesis of geth', { config: {}, alloc: {} }, /^accounts is missing/],
    ['a list of accounts', { accounts: [] }, /^accounts is \[\], expected an object$/],
    [
      'another address',
      { accounts: { '0x12': account() } },
      /^accounts\.0x12 is not an address, expected 40 hex digits/,
    ],
    [
      'an address twice',
      { accounts: { [ALICE]: account(), [ALICE.toUpperCase().replace('0X', '0x')]: account() } },
      /is listed twice, expected each address once$/,
    ],
    ['no account', { accounts: { [ALICE]: null } }, new RegExp(`^accounts\\.${ALICE} is missing, expected an object$`)],
    ['no balance', withAccount({ balance: undefined }), /\.balance is missing, expected the value of the account$/],
    [
      'a negative nonce',
      withAccount({ nonce: -1 }),
      /\.nonce is -1, expected a whole number, as 0x hex or in decimal text$/,
    ],
    [
      'a huge nonce',
      withAccount({ nonce: `${2n ** 64n}` }),
      /\.nonce is "18446744073709551616", expected a number below 18446744073709551616$/,
    ],
    ['a huge balance', withAccount({ balance: `0x1${'0'.repeat(64)}` }), /\.balance is .*expected a whole number/],
    ['a balance of 2^256', withAccount({ balance: `${2n ** 256n}` }), /\.balance is .*, expected a number below 1157/],
    ['odd code', withAccount({ code: '0x123' }), /\.code is "0x123", expected 0x and an even number of hex digits$/],
    ['a slot without digits', withAccount({ storage: { '0x': '0x1' } }), /\.storage\.0x is not a slot/],
    ['a slot twice', withAccount({ storage: { '0x1': '0x1', '0x01': '0x2' } }), /\.storage\.0x01 is listed twice/],
    [
      'a number as a slot',
      withAccount({ storage: { '0x1': 1 } }),
      /\.storage\.0x1 is 1, expected the value of the slot/,
    ],
    ['blocks of another kind', { accounts: {}, blocks: {} }, /^blocks is \{\}, expected an array$/],
    ['a block without a number', { accounts: {}, blocks: [{ header: {} }] }, /^blocks\[0\]\.header\.number is missing/],
    [
      'a block too high',
      { accounts: {}, best_block_number: 2 ** 52 },
      /^best_block_number is 4503599627370496, expected/,
    ],
  ])('is refused with %s', (_, document, text) => {
    expect(() => read(document)).toThrow(text);
  });
});

describe('the text of a long state file', () => {
  const addressOf = (i: number): string => `0x${i.toString(16).padStart(40, '0')}`;
  const accounts = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [addressOf(i), account({ nonce: i })]));
  const text = JSON.stringify({ accounts, best_block_number: 7, blocks: [], transactions: [] });
  const readText = (json: string) => finish(readingStateFile(json, refuse));

  it('is read in short steps, with the outcome of the document', () => {
    const steps = readingStateFile(text, refuse);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(step.value).toEqual(read({ accounts, best_block_number: 7, blocks: [], transactions: [] }));
    expect(count).toBeGreaterThan(3);
  });

  it('is refused with the path of an invalid member, and for two spellings of an address', () => {
    const last = addressOf(2_999);
    const upper = last.toUpperCase().replace('0X', '0x');
    expect(() => readText(text.replace('"nonce":2999', '"nonce":-1'))).toThrow(
      `accounts.${last}.nonce is -1, expected`,
    );
    expect(() => readText(text.replace(`"${addressOf(5)}"`, `"${upper}"`))).toThrow(
      `accounts.${last} is listed twice, expected each address once`,
    );
    expect(() => readText(text.slice(0, -9))).toThrow(/neither gzip nor JSON/);
  });

  it('counts a key that comes again once, the last time', () => {
    const twice = text.replace(`"${addressOf(5)}"`, `"${addressOf(4)}"`);
    const { accounts: found } = readText(twice);
    expect(found).toHaveLength(2_999);
    expect(found.find(({ address }) => address === addressOf(4))?.nonce).toBe(5n);
    const short = `{"accounts":{"${ALICE}":${JSON.stringify(account())}},${text.slice(1)}`;
    expect(readText(short).accounts).toHaveLength(3_000);
    const shortLast = `${text.slice(0, -1)},"accounts":{"${ALICE}":${JSON.stringify(account())}}}`;
    expect(readText(shortLast).accounts.map(({ address }) => address)).toEqual([ALICE]);
  });

  it('forgets accounts and their spellings when a long list comes again', () => {
    const last = addressOf(2_999);
    const list = JSON.stringify(accounts);
    const spelled = list
      .replace(`"${last}"`, `"${last.toUpperCase().replace('0X', '0x')}"`)
      .replace(`"${addressOf(7)}"`, `"${ALICE}"`);
    const repeated = list.replace(`"${addressOf(5)}"`, `"${last}"`);
    const found = readText(`{"accounts":${spelled},"accounts":${repeated}}`).accounts.map(({ address }) => address);
    expect([found.length, found.includes(ALICE), found.includes(last)]).toEqual([2_999, false, true]);
  });
});

describe('earlier states', () => {
  const BOB = `0x${'b'.repeat(40)}`;
  const blocks = [7, 8, 9].map((number) => ({ number, fileHash: `0x${number}` })) as unknown as BlockOfFile[];
  const pause = async (): Promise<void> => undefined;
  const state = (hash: string, accounts: object, storage: object = {}) =>
    new JsonNode([hash, { accounts, storage }], '', refuse);
  const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

  it('have what differs from the one before: what is new, what changed and what is gone', async () => {
    const account1 = { nonce: 1, balance: '0x5' };
    const states = await readEarlierStates(
      [
        state('0x8', { [ALICE]: { ...account1, nonce: 2 } }, { [ALICE]: { '0x2': '0x7' } }),
        state('0x7', { [ALICE]: account1, [BOB]: account1 }, { [ALICE]: { '0x1': '0x6', '0x2': '0x7' } }),
        state('0x9', { [ALICE]: { ...account1, nonce: 2 } }),
        state('0xa', { [BOB]: account1 }),
      ],
      blocks,
      pause,
    );
    const none = states[0]?.accounts[ALICE]?.[2];
    expect(states.map(({ number, accounts, storage }) => ({ number, accounts, storage }))).toEqual([
      {
        number: 7,
        accounts: { [ALICE]: ['0x1', '0x5', none], [BOB]: ['0x1', '0x5', none] },
        storage: { [ALICE]: { [word(1)]: word(6), [word(2)]: word(7) } },
      },
      {
        number: 8,
        accounts: { [ALICE]: ['0x2', '0x5', none], [BOB]: null },
        storage: { [ALICE]: { [word(1)]: word(0) } },
      },
      { number: 9, accounts: {}, storage: { [ALICE]: { [word(2)]: word(0) } } },
    ]);
  });

  it('belong to transactions in the order of blocks and indexes, of the blocks of the chain alone', async () => {
    const hash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
    const chain = blocks.map((block) => ({ ...block, fileHash: hash(block.number) }));
    const transaction = (number: number, index: number, block = number) => {
      const info = { transaction_hash: hash(100 * number + index), transaction_index: index, gas_used: 1, from: ALICE };
      return new JsonNode({ info, receipt: { logs: [] }, block_number: number, block_hash: hash(block) }, '', refuse);
    };
    const nodes = [transaction(8, 2), transaction(8, 1), transaction(9, 0), transaction(7, 3), transaction(7, 0, 5)];
    const found = await readEarlierTransactions(nodes, chain, pause);
    expect(found.map(({ block_number, info }) => [block_number, info['transaction_index']])).toEqual([
      [7, 3],
      [8, 1],
      [8, 2],
      [9, 0],
    ]);
  });
});

describe('earlier blocks', () => {
  const zeros = (bytes: number): string => `0x${'0'.repeat(2 * bytes)}`;
  const EMPTY = {
    ...Object.fromEntries(
      ['sha3Uncles', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'mixHash'].map((name) => [name, zeros(32)]),
    ),
    ...{ miner: zeros(20), logsBloom: zeros(256), nonce: zeros(8), extraData: '0x' },
    ...{ difficulty: '0x0', gasLimit: '0x64', gasUsed: '0x0' },
  };
  const pause = async (): Promise<void> => undefined;

  /** Makes a block of a file; the time tells blocks of one number apart. */
  function block(number: number, time: number, parentHash = zeros(32)) {
    const full = { ...EMPTY, parentHash, number: `0x${number.toString(16)}`, timestamp: `0x${time.toString(16)}` };
    const node = new JsonNode({ header: full, transactions: [] }, '', refuse);
    return { node, hash: to0x(keccak256(encodeHeaderJson(full))) };
  }
  const chosen = async (last: bigint, ...blocks: readonly { readonly node: JsonNode }[]) =>
    (
      await readEarlierBlocks(
        blocks.map(({ node }) => node),
        last,
        pause,
      )
    ).map(({ number, block: { header } }) => [number, Number(header['timestamp'])]);

  it('are those that the newest block leads to, and the later one of a file where none is named', async () => {
    const [six, otherSix] = [block(6, 60), block(6, 61)];
    const [seven, otherSeven] = [block(7, 70, six.hash), block(7, 71, otherSix.hash)];
    const eight = block(8, 80, seven.hash);
    const file = [otherSix, eight, six, seven, otherSeven, otherSix];
    expect(await chosen(8n, ...file)).toEqual([
      [6, 60],
      [7, 70],
      [8, 80],
    ]);
    expect(await chosen(7n, ...file)).toEqual([
      [6, 61],
      [7, 71],
    ]);
    const [four, otherFour] = [block(4, 40), block(4, 41)];
    expect(await chosen(6n, four, otherFour, six)).toEqual([
      [4, 41],
      [6, 60],
    ]);
    expect(await chosen(9n, ...file)).toEqual([]);
  });
});

describe('the hashes below the last of earlier blocks', () => {
  const blockAt = (number: number) =>
    ({ hash: `0xb${number}`, header: { number, timestamp: number + 5, parentHash: '0xp' } }) as unknown as HistoryBlock;
  const hashesOf = (numbers: readonly number[]) =>
    newHistory({ blocks: numbers.map(blockAt), transactions: [], states: [] }).genesis['block_hashes'];

  it('are 255, newest first', () => {
    const hashes = hashesOf(Array.from({ length: 300 }, (_, i) => i)) as string[];
    expect([hashes.length, hashes[0], hashes.at(-1)]).toEqual([255, '0xb298', '0xb44']);
  });

  it('end before a block that the file lacks', () => {
    expect(hashesOf([3, 5, 6, 7])).toEqual(['0xb6', '0xb5']);
  });
});
