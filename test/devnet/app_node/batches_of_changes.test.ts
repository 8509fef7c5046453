/** Sends dev changes to an application in one batch over HTTP, and decides its blocks one by one. */
import { expect, it } from 'vitest';
import { developmentAuthority } from '../../../src/config/development_authority.js';
import { SimulatedEngine } from './simulated_engine.js';

const SEED = 'batches of changes';

const addressOf = (index: number): string => `0x${(0xd000 + index).toString(16).padStart(40, '0')}`;

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

type Call = readonly [method: string, ...params: unknown[]];

/** Starts an application that has the key of the dev authority. */
async function anEngine() {
  const engine = await SimulatedEngine.start(
    { seed: SEED },
    {
      devAuthority: developmentAuthority(SEED),
      jsonRpc: {
        address: '127.0.0.1:0',
        namespaces: ['all'],
      },
    },
  );
  const post = async (calls: readonly Call[]): Promise<readonly Answer[]> => {
    const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${engine.node.urls?.evmHttp}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as readonly Answer[];
  };
  /** Waits until the node shows a balance, which it does before a block contains the change. */
  const shows = async (address: string, balance: string): Promise<void> => {
    for (;;) {
      const [answer] = await post([['eth_getBalance', address, 'latest']]);
      if (answer?.result === balance) return;
    }
  };
  return { engine, post, shows, [Symbol.asyncDispose]: () => engine.close() };
}

/** Returns the result of each answer, or the message of its error. */
const outcomes = (answers: readonly Answer[]): readonly unknown[] =>
  answers.map(({ result, error }) => error?.message ?? result);

it('makes the changes of a batch in one block, in their order', async () => {
  await using node = await anEngine();
  const [a, b] = [addressOf(0), addressOf(1)];
  const answered = node.post([
    ['hardhat_setBalance', a, '0x5'],
    ['hardhat_setNonce', b, '0x7'],
    ['hardhat_setNonce', b, '0x6'],
    ['anvil_addBalance', a, '0x2'],
    ['hardhat_setBalance', 'no address', '0x1'],
    ['anvil_impersonateAccount', a],
    ['anvil_addBalance', a, '0x2'],
    ['anvil_setBalance', b, '0x1'],
  ]);
  await node.shows(b, '0x1');
  expect(await node.engine.propose()).toHaveLength(5);
  const answers = await answered;
  expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(outcomes(answers)).toEqual([
    ...[true, true, 'New nonce (6) must not be smaller than the existing nonce (7)', null],
    ...[expect.stringContaining('invalid argument 0'), null, null, null],
  ]);
  const read = await node.post([
    ['eth_getBalance', a, 'latest'],
    ['eth_getTransactionCount', b, 'latest'],
  ]);
  expect(outcomes(read)).toEqual(['0x9', '0x7']);
});

it('makes a hundred changes of a batch in one block, and those behind them in the next', async () => {
  await using node = await anEngine();
  const answered = node.post(
    Array.from({ length: 120 }, (_, i): Call => ['hardhat_setBalance', addressOf(i), `0x${(i + 1).toString(16)}`]),
  );
  await node.shows(addressOf(99), '0x64');
  expect(await node.engine.propose()).toHaveLength(100);
  await node.shows(addressOf(119), '0x78');
  expect(await node.engine.propose()).toHaveLength(20);
  expect(new Set(outcomes(await answered))).toEqual(new Set([true]));
});

it('begins what follows on a read after the read, which follows on the block of the changes', async () => {
  await using node = await anEngine();
  const [a, b] = [addressOf(0), addressOf(1)];
  const answered = node.post([
    ['hardhat_setBalance', a, '0x1'],
    ['eth_blockNumber'],
    ['hardhat_setBalance', b, '0x2'],
    ['eth_blockNumber'],
  ]);
  await node.shows(a, '0x1');
  expect(await node.engine.propose()).toHaveLength(1);
  await node.shows(b, '0x2');
  expect(await node.engine.propose()).toHaveLength(1);
  expect(outcomes(await answered)).toEqual([true, '0x3', true, '0x4']);
});
