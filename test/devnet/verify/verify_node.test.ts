/**
 * Tests `verifyNode` against the CometBFT RPC of a devnet: an unchanged chain is verified, and each altered answer is
 * found at its height.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, type VerifyNodeOptions, verifyNode } from '../../../src/devnet/index.js';
import { type Alter, type AlteringProxy, alteringProxy, type Json } from '../../support/altering_proxy.js';
import { writeEventfulChain } from '../home/eventful_home.js';

const TIP = 9n;

let home: string;
let devnet: Devnet;
let proxy: AlteringProxy;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'halley-verify-node-'));
  await writeEventfulChain(home);
  devnet = await createDevnet({ home, rpc: true, miningMode: 'manual' });
  proxy = await alteringProxy(devnet.urls.cometRpc as string);
});

afterAll(async () => {
  await proxy.close();
  await devnet.close();
  rmSync(home, { recursive: true, force: true });
});

afterEach(() => {
  proxy.alter = (_, __, result) => result;
});

describe('an unchanged chain', () => {
  it('is verified up to its newest height', async () => {
    const heights: bigint[] = [];
    const report = await verifyNode(devnet.urls.cometRpc as string, { onHeight: (height) => heights.push(height) });
    expect(report).toEqual({ chainId: 'halley_31337-1', height: TIP, blocks: 9, txs: 9, problems: [] });
    expect(heights).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]);
  });

  it('is verified up to a height, and by the reference', async () => {
    const report = await verifyNode(proxy.url, { to: 4n, reference: true });
    expect(report).toMatchObject({ height: 4n, blocks: 4, problems: [] });
    expect(report.reference).toMatchObject({ differing: 0 });
    expect(report.reference?.agreed).toBeGreaterThan(0);
  });
});

/** Alters one member of the result of a method at one height. */
function at(method: string, height: number, path: string, alter: (value: Json) => Json): Alter {
  return (called, params, result) => {
    if (called !== method || params.height !== `${height}`) return;
    const names = path.split('.');
    const last = names.pop() as string;
    const owner = names.reduce((value, name) => value[name], result);
    owner[last] = alter(owner[last]);
  };
}

/** Changes the last digit of a hex text. */
const flipped = (hex: string): string => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;

async function differenceOf(alter: Alter, options: VerifyNodeOptions = {}) {
  proxy.alter = alter;
  const { problems, height } = await verifyNode(proxy.url, options);
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  expect(problem?.code).toBe('node-differs');
  expect(problem?.facts['height']).toBe(height + 1n);
  return problem?.message ?? '';
}

const HASH = '[0-9A-F]{64}';

describe('an altered answer', () => {
  it.each([
    [
      'a hash of the state',
      at('block', 5, 'block.header.app_hash', flipped),
      `^height 5: app_hash of the header is ${HASH}, expected ${HASH}$`,
    ],
    [
      'a hash of results',
      at('block', 3, 'block.header.last_results_hash', flipped),
      `^height 3: last_results_hash of the header is ${HASH}, expected ${HASH}$`,
    ],
    [
      'a hash of the next validators',
      at('block', 6, 'block.header.next_validators_hash', flipped),
      `^height 6: next_validators_hash of the header is ${HASH}, expected ${HASH}$`,
    ],
    [
      'the transactions',
      at('block', 3, 'block.data.txs', (txs) => txs.slice(1)),
      '^height 3: the block is not valid \\(dataHash is not that of the transactions\\), expected a valid one$',
    ],
    [
      'the gas of a transaction',
      at('block_results', 3, 'txs_results.1.gas_used', (gas) => `${BigInt(gas) + 1n}`),
      `^height 3: gas_used of transaction 1 \\(${HASH}\\) is \\d+, expected \\d+$`,
    ],
    [
      'the code of a transaction',
      at('block_results', 3, 'txs_results.0.code', () => 5),
      `^height 3: code of transaction 0 \\(${HASH}\\) is 5, expected 0$`,
    ],
    [
      'the number of results',
      at('block_results', 3, 'txs_results', (results) => results.slice(1)),
      '^height 3: txs_results is 2 results, expected 3 results$',
    ],
    [
      'a validator update',
      at('block_results', 4, 'validator_updates', () => null),
      '^height 4: validator update 0 is missing, expected [0-9A-F]{40} with power \\d+$',
    ],
    [
      'the app hash of the newest results',
      at('block_results', 9, 'app_hash', () => Buffer.alloc(32, 1).toString('base64')),
      `^height 9: app_hash of block_results is (01){32}, expected ${HASH}$`,
    ],
    [
      'a validator of the set',
      at('validators', 1, 'validators.2.voting_power', () => '77'),
      '^height 1: validator 2 is [0-9A-F]{40} with power 77, expected [0-9A-F]{40} with power 10$',
    ],
    [
      'a signature of the newest commit',
      at('commit', 9, 'signed_header.commit.signatures.0.signature', () => Buffer.alloc(64, 1).toString('base64')),
      '^height 9: the commit is not valid \\(commit slot 0: signature of [0-9A-F]{40} is wrong\\), expected one that proves the block$',
    ],
    [
      'the id of a block',
      at('block', 4, 'block_id.parts.hash', flipped),
      `^height 4: block_id of the block is ${HASH}:1:${HASH}, expected ${HASH}:1:${HASH}$`,
    ],
  ])('is found: %s', async (_, alter, expected) => {
    expect(await differenceOf(alter)).toMatch(new RegExp(expected));
  });
});

const methodIs =
  (method: string, answer: (result: Json) => Json): Alter =>
  (called, _, result) =>
    called === method ? answer(result) : result;

describe('a node that cannot be verified', () => {
  it.each([
    [
      'retains too few blocks',
      methodIs('status', (result) => ({
        ...result,
        sync_info: { ...result.sync_info, earliest_block_height: '4' },
      })),
      {},
      'height-pruned',
      'has blocks from height 4 only, and execution begins at height 1: use a node that retains all blocks',
    ],
    [
      'has no block',
      methodIs('status', (result) => ({ ...result, sync_info: { ...result.sync_info, latest_block_height: '0' } })),
      {},
      'not-found',
      'has no block yet',
    ],
    [
      'is asked for too much',
      methodIs('', () => undefined),
      { to: 12n },
      'height-too-high',
      'has height 9, expected 12',
    ],
    [
      'is asked for too little',
      methodIs('', () => undefined),
      { to: 0n },
      'invalid-argument',
      'the last height is 0, expected at least 1, the first',
    ],
    [
      'has another chain',
      methodIs('status', (result) => ({ ...result, node_info: { ...result.node_info, network: 'other-1' } })),
      {},
      'remote-error',
      'has a genesis document of the chain "halley_31337-1", and status of "other-1"',
    ],
    ['is no node', methodIs('status', () => 'hello'), {}, 'remote-error', 'this is not a CometBFT RPC'],
    [
      'has another application',
      methodIs('genesis_chunked', () => ({
        total: '1',
        data: Buffer.from('{"chain_id":"halley_31337-1"}').toString('base64'),
      })),
      {},
      'invalid-genesis',
      'is not one of this application: app_state is missing: expected an object with the modules auth',
    ],
    [
      'has a genesis document that is no JSON',
      methodIs('genesis_chunked', () => ({ total: '1', data: Buffer.from('{"chain').toString('base64') })),
      {},
      'remote-error',
      'answered genesis_chunked with something else',
    ],
    [
      'sends a block of another height',
      (method: string, params: Json, result: Json) =>
        method === 'block' && params.height === '3' ? { ...result, block: { ...result.block, header: {} } } : result,
      {},
      'remote-error',
      'answered block with something else: the block is of height 0 of the chain "", expected 3 of "halley_31337-1"; verified up to height 2',
    ],
    [
      'has no such block',
      methodIs('block', (result) => ({ ...result, block: null })),
      {},
      'remote-error',
      'answered block with something else: there is no block of height 1',
    ],
    [
      'sends garbage',
      methodIs('commit', () => ({ signed_header: { commit: { height: 3 } } })),
      {},
      'remote-error',
      'answered commit with something else: of height 1, invalid 64-bit integer encoding "3", expected string',
    ],
  ] as const)('is refused with one line when it %s', async (_, alter, options, code, text) => {
    proxy.alter = alter;
    await expect(verifyNode(proxy.url, options)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
    await expect(verifyNode(proxy.url, options)).rejects.toMatchObject({ message: expect.not.stringContaining('\n') });
  });

  it('is refused when nothing listens, and when the URL is none', async () => {
    await expect(verifyNode('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(verifyNode('ftp://there')).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

describe('a node that is away for a moment', () => {
  it('is asked again', async () => {
    let failures = 3;
    proxy.alter = (method, _, result) => {
      if (method === 'block' && failures-- > 0) throw new Response('try later', { status: 503 });
      return result;
    };
    expect((await verifyNode(proxy.url)).problems).toEqual([]);
    expect(failures).toBeLessThan(0);
  });
});
