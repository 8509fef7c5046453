/**
 * Checks that every route of CometBFT RPC answers its example on a live chain through its socket, in every dialect. The
 * list is the generated index itself: a route without a tested answer cannot be added.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMET_DIALECTS } from '../../src/rpc/comet/dialects/index.generated.js';
import type { Route } from '../../src/rpc/comet/route.js';
import { COMET_ROUTES } from '../../src/rpc/comet/routes/index.generated.js';
import { ANSWERS, numbersAsTexts } from './comet_answers.js';
import { type Json, LiveSocket, openTestDevnet, post, type RpcAnswer, type TestDevnet } from './test_devnet.js';

const routes: readonly Route[] = COMET_ROUTES;
const MOUNTS = [
  { mount: '', absentRoutes: [] as readonly string[] },
  ...COMET_DIALECTS.map(({ version, prefix = `/v${version}`, absentRoutes }) => ({ mount: prefix, absentRoutes })),
];
/** Routes that need a connection, and those that need more than the text of their example. */
const OF_SOCKETS = ['subscribe', 'unsubscribe', 'unsubscribe_all'];
const OTHERS = ['broadcast_evidence', 'broadcast_tx_commit'];

let testDevnet: TestDevnet;
beforeAll(async () => {
  testDevnet = await openTestDevnet();
});
afterAll(async () => {
  await testDevnet.close();
  expect(testDevnet.bugs).toEqual([]);
});

/** Runs `work` on the chain and reverts what it did. */
async function undone<T>(work: () => Promise<T>): Promise<T> {
  const before = await testDevnet.devnet.snapshot();
  try {
    return await work();
  } finally {
    await testDevnet.devnet.revert(before);
  }
}

const get = async (path: string): Promise<RpcAnswer> =>
  (await (await fetch(`${testDevnet.devnet.urls.cometRpc}${path}`)).json()) as RpcAnswer;

function expectAnswer(name: string, { result, error }: RpcAnswer): void {
  expect(error).toBeUndefined();
  const answer = ANSWERS[name];
  if (answer === undefined) expect.fail(`ANSWERS has no entry for ${name}`);
  answer(numbersAsTexts(result));
}

it('every route is tested', () => {
  const known = [...Object.keys(ANSWERS), ...OF_SOCKETS, 'broadcast_evidence'];
  expect(routes.map(({ name }) => name)).toEqual(known.sort());
  for (const { name, transport } of routes) expect(transport === 'websocket', name).toBe(OF_SOCKETS.includes(name));
});

describe.each(MOUNTS)('at "$mount"', ({ mount, absentRoutes }) => {
  const asked = routes.filter(({ name }) => ![...OF_SOCKETS, ...OTHERS, ...absentRoutes].includes(name));

  it.each(asked)('$name answers its example: $summary', async ({ name, example }) => {
    await undone(async () => expectAnswer(name, await get(`${mount}${example}`)));
  });

  it('broadcast_tx_commit answers its example after the block is decided', async () => {
    await undone(async () => {
      const answer = get(`${mount}${exampleOf('broadcast_tx_commit')}`);
      while ((await get('/num_unconfirmed_txs')).result.total !== '3');
      await testDevnet.devnet.mine();
      expectAnswer('broadcast_tx_commit', await answer);
    });
  });

  it('broadcast_evidence refuses its incomplete example, and accepts what a validator really signed', async () => {
    await undone(async () => {
      expect((await get(`${mount}${exampleOf('broadcast_evidence')}`)).error?.data).toBe(
        'evidence.ValidateBasic failed: one or both of the votes are empty nil-Vote, nil-Vote',
      );
      const evidence = await testDevnet.doubleVote(2, 3n);
      const { result, error } = await post(`${testDevnet.devnet.urls.cometRpc}${mount}`, 'broadcast_evidence', {
        evidence,
      });
      expect(error).toBeUndefined();
      expect(result.hash ?? result).toMatch(/^[0-9A-Za-z+/=]{44}$|^[0-9A-F]{64}$/);
      await testDevnet.devnet.mine();
      const { block } = (await get('/v0.38/block')).result;
      expect(block.evidence.evidence).toMatchObject([{ value: { vote_a: { validator_address: accused(evidence) } } }]);
    });
  });

  it('the routes of connections subscribe and unsubscribe', async () => {
    await undone(async () => {
      const socket = await LiveSocket.to(`${testDevnet.devnet.urls.cometRpc?.replace('http', 'ws')}${mount}/websocket`);
      const query = "tm.event='NewBlock'";
      expect(exampleOf('subscribe')).toBe(`/subscribe?query="${query}"`);
      expect((await socket.ask('subscribe', { query })).result).toEqual({});
      await testDevnet.devnet.mine();
      await socket.ask('health', {});
      expect(socket.received.splice(0)).toMatchObject([{ result: { query, data: { value: { block: {} } } } }]);
      expect((await socket.ask('unsubscribe', { query })).result).toEqual({});
      await socket.ask('subscribe', { query });
      expect((await socket.ask('unsubscribe_all', {})).result).toEqual({});
      await testDevnet.devnet.mine();
      for (const { name, args } of asked)
        if (args.length === 0 && name !== 'health') expect((await socket.ask(name, {})).error, name).toBeUndefined();
      expect(socket.received).toEqual([]);
      socket.close();
    });
  });
});

const exampleOf = (name: string): string | undefined => routes.find((route) => route.name === name)?.example;
const accused = (evidence: Json): string => evidence.value.vote_a.validator_address;
