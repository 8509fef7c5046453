import { expect, test } from 'vitest';
import { HalleyError } from '../../../../src/kernel/errors.js';
import { Forwarding } from '../../../../src/rpc/evm/forked/forwarding.js';
import { LittleHistory, remoteError } from '../little_history.js';

/** Remote whose answers wait until a test gives them, in the order of the requests. */
class SlowHistory extends LittleHistory {
  readonly waiting: ((result: unknown) => void)[] = [];

  override async request(method: string, params: readonly unknown[]): Promise<unknown> {
    await super.request(method, params);
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const namesOf = ({ asked }: LittleHistory): readonly string[] => asked.map(([method]) => method);

test('bounds what is in flight for one client, and serves the others meanwhile', async () => {
  const history = new SlowHistory();
  const forwarding = new Forwarding();
  const many = Array.from({ length: 20 }, (_, i) => forwarding.request(history, { id: 'many' }, `m${i}`, []));
  const one = forwarding.request(history, { id: 'one' }, 'mine', []);
  await settled();
  expect(namesOf(history)).toEqual([...Array.from({ length: 16 }, (_, i) => `m${i}`), 'mine']);
  history.waiting[16]?.('mine');
  expect(await one).toBe('mine');
  for (let i = 0; history.waiting.length < 21 || i < 21; i++) {
    history.waiting[i]?.(i);
    await settled();
  }
  expect(await Promise.all(many)).toHaveLength(20);
});

test('serves clients round-robin when all places are taken', async () => {
  const history = new SlowHistory();
  const forwarding = new Forwarding();
  const ask = (client: string, method: string) => forwarding.request(history, { id: client }, method, []);
  const all = ['a', 'b', 'c', 'd'].flatMap((client) =>
    Array.from({ length: 18 }, (_, i) => ask(client, `${client}${i}`)),
  );
  all.push(ask('e', 'e0'));
  await settled();
  expect(history.asked).toHaveLength(64);
  history.waiting[0]?.(0);
  history.waiting[1]?.(0);
  await settled();
  expect(namesOf(history).slice(64)).toEqual(['a16', 'e0']);
  for (let i = 2; i < all.length; i++) {
    history.waiting[i]?.(i);
    await settled();
  }
  expect(await Promise.all(all)).toHaveLength(73);
});

test('drops the request of a client that has gone while it waited', async () => {
  const history = new SlowHistory();
  const forwarding = new Forwarding();
  let gone = false;
  const client = { id: 'a', gone: () => gone };
  const requests = Array.from({ length: 17 }, (_, i) => forwarding.request(history, client, `m${i}`, []));
  await settled();
  gone = true;
  history.waiting[0]?.('first');
  await expect(requests[16]).rejects.toMatchObject({ code: 'unavailable', message: 'the client is gone' });
  expect(history.asked).toHaveLength(16);
});

test('gives the place of a failed request to the next one', async () => {
  const history = new LittleHistory();
  history.answers.set('bad', () => {
    throw remoteError(-32000, 'missing trie node');
  });
  const forwarding = new Forwarding();
  const failures = await Promise.allSettled(
    Array.from({ length: 40 }, () => forwarding.request(history, { id: 'a' }, 'bad', [])),
  );
  expect(failures.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'rejected'));
  expect(await forwarding.request(history, { id: 'a' }, 'good', [])).toBe('remote');
});

test('gives other failures as they are', async () => {
  const history = new LittleHistory();
  const failure = new HalleyError('unavailable', 'cannot reach https://remote.example:8545');
  history.answers.set('any', () => {
    throw failure;
  });
  await expect(new Forwarding().request(history, { id: 'a' }, 'any', [])).rejects.toBe(failure);
});
