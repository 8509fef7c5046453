/** Forwards transactions of a mempool to an engine that refuses, is away, and comes back. */
import { describe, expect, it } from 'vitest';
import type { EngineRpc } from '../../../src/devnet/app_node/engine_rpc.js';
import { TxForwarder } from '../../../src/devnet/app_node/tx_forwarder.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { Mempool } from '../../../src/mempool/mempool.js';
import { BOB, namesOf, send } from '../../mempool/build.js';

const hashOf = (name: string): Bytes => sha256(utf8(name));

/** Engine that records what it gets, and fails while `failure` is set. */
class RecordingEngine {
  readonly received: Bytes[] = [];
  /** Number of transactions of each request. */
  readonly requests: number[] = [];
  failure: HalleyError | undefined;
  refused: readonly string[] = [];

  async broadcast(txs: readonly Bytes[]): Promise<readonly boolean[]> {
    if (this.failure !== undefined) throw this.failure;
    this.requests.push(txs.length);
    const accepted = txs.map((tx) => !this.refused.includes(namesOf([tx])[0] ?? ''));
    this.received.push(...txs.filter((_, i) => accepted[i]));
    return accepted;
  }

  get names(): readonly string[] {
    return namesOf(this.received);
  }
}

function setUp() {
  const pool = new Mempool();
  const engine = new RecordingEngine();
  const problems: string[] = [];
  const retries: (() => void)[] = [];
  const forwarder = new TxForwarder(
    pool,
    engine as unknown as EngineRpc,
    ({ message }) => problems.push(message),
    (_, action) => {
      retries.push(action);
      return () => retries.splice(retries.indexOf(action), 1);
    },
  );
  /** Runs the retry that is due. Throws when none is. */
  const retry = async (): Promise<void> => {
    const due = retries.pop();
    if (due === undefined) throw new Error('no retry is due');
    due();
    await forwarder.settled();
  };
  return { pool, engine, forwarder, problems, retries, retry };
}

describe('the forwarder of transactions', () => {
  it('passes on what can be executed, and holds a transaction until its nonce is next', async () => {
    const { pool, engine, forwarder } = setUp();
    send(pool, 'second', { nonce: 1n });
    forwarder.add(hashOf('second'));
    await forwarder.settled();
    expect(engine.names).toEqual([]);
    send(pool, 'first', { nonce: 0n });
    forwarder.add(hashOf('first'));
    await forwarder.settled();
    forwarder.sweep();
    await forwarder.settled();
    expect(engine.names).toEqual(['first', 'second']);
  });

  it('passes on a held transaction when a predecessor of another node makes it executable, and nothing for others', async () => {
    const { pool, engine, forwarder } = setUp();
    const ofPool = (name: string): Bytes => pool.get(hashOf(name))?.admission?.ethereumHash ?? new Uint8Array();
    for (const [name, nonce] of [
      ['b', 1n],
      ['d', 3n],
    ] as const) {
      send(pool, name, { nonce });
      forwarder.add(hashOf(name));
    }
    send(pool, 'a', { nonce: 0n });
    send(pool, 'of bob', { sender: BOB });
    forwarder.onExecutable(ofPool('of bob'));
    forwarder.onExecutable(ofPool('a'));
    await forwarder.settled();
    expect(engine.names).toEqual([]);
    forwarder.onExecutable(ofPool('b'));
    await forwarder.settled();
    expect(engine.names).toEqual(['b']);
    expect(['a', 'b', 'd'].map((name) => forwarder.has(pool.get(hashOf(name))?.key ?? ''))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('knows a transaction that was replaced until the next height, also when it is swept in between', async () => {
    const { pool, engine, forwarder } = setUp();
    const keyOf = (name: string): string => pool.get(hashOf(name))?.key ?? '';
    send(pool, 'waits', { nonce: 1n });
    forwarder.add(hashOf('waits'));
    const key = keyOf('waits');
    send(pool, 'replaces it', { nonce: 1n, maxFeePerGas: 20n });
    for (const step of ['sweep', 'holdAll'] as const) {
      forwarder[step]();
      await forwarder.settled();
      expect(forwarder.has(key)).toBe(true);
    }
    forwarder.onHeight();
    await forwarder.settled();
    expect([forwarder.has(key), forwarder.has(keyOf('replaces it'))]).toEqual([false, true]);
    expect(engine.names).toEqual([]);
  });

  it('reports once that the engine stays away, and passes on by itself what is still in the mempool later', async () => {
    const { pool, engine, forwarder, problems, retries, retry } = setUp();
    send(pool, 'lost');
    send(pool, 'other', { sender: BOB });
    engine.failure = new HalleyError('unavailable', 'nothing listens there');
    for (const name of ['lost', 'other']) forwarder.add(hashOf(name));
    await forwarder.settled();
    for (let i = 0; i < 8; i++) await retry();
    expect(problems).toEqual([]);
    for (let i = 0; i < 8; i++) await retry();
    expect(problems).toEqual(['nothing listens there']);
    pool.remove(hashOf('lost'));
    engine.failure = undefined;
    await retry();
    expect(engine.names).toEqual(['other']);
    expect(retries).toEqual([]);
  });

  it('counts failures from the last answer on: nine, an answer and nine more are no problem', async () => {
    const { pool, engine, forwarder, problems, retry } = setUp();
    const nineFailures = async (name: string, nonce: bigint): Promise<void> => {
      engine.failure = new HalleyError('unavailable', 'nothing listens there');
      send(pool, name, { nonce });
      forwarder.add(hashOf(name));
      await forwarder.settled();
      for (let i = 1; i < 9; i++) await retry();
    };
    await nineFailures('first', 0n);
    engine.failure = undefined;
    await retry();
    expect(engine.names).toEqual(['first']);
    await nineFailures('second', 1n);
    expect(problems).toEqual([]);
    await retry();
    expect(problems).toEqual(['nothing listens there']);
  });

  it('tries nothing again when it is closed', async () => {
    const { pool, engine, forwarder, retries } = setUp();
    send(pool, 'held');
    engine.failure = new HalleyError('unavailable', 'nothing listens there');
    forwarder.add(hashOf('held'));
    await forwarder.settled();
    expect(retries).toHaveLength(1);
    forwarder.close();
    expect(retries).toEqual([]);
    forwarder.sweep();
    await forwarder.settled();
    expect(engine.names).toEqual([]);
  });

  it('tries what the engine refused again at the next sweep, once for each', async () => {
    const { pool, engine, forwarder } = setUp();
    for (const [name, nonce] of [
      ['a', 0n],
      ['b', 1n],
    ] as const) {
      send(pool, name, { nonce });
      engine.refused = ['b'];
      forwarder.add(hashOf(name));
      await forwarder.settled();
    }
    expect(engine.names).toEqual(['a']);
    engine.refused = [];
    forwarder.sweep();
    await forwarder.settled();
    expect(engine.names).toEqual(['a', 'b']);
  });

  it('sends everything again to an engine that has started again, by nonce', async () => {
    const { pool, engine, forwarder } = setUp();
    for (const [name, nonce] of [
      ['b', 1n],
      ['c', 2n],
      ['a', 0n],
      ['gap', 4n],
    ] as const) {
      send(pool, name, { nonce });
      forwarder.add(hashOf(name));
    }
    await forwarder.settled();
    engine.received.length = 0;
    forwarder.holdAll();
    await forwarder.settled();
    expect(engine.names).toEqual(['a', 'b', 'c']);
  });

  it('passes on again, at the next height, what the application refused to the engine', async () => {
    const { pool, engine, forwarder } = setUp();
    send(pool, 'cheap');
    forwarder.add(hashOf('cheap'));
    await forwarder.settled();
    forwarder.hold(hashOf('cheap'));
    forwarder.hold(hashOf('cheap'));
    expect(engine.names).toEqual(['cheap']);
    forwarder.onHeight();
    await forwarder.settled();
    expect(engine.names).toEqual(['cheap', 'cheap']);
  });

  it('passes on again after ten heights what is still pending, because a full engine drops it without a word', async () => {
    const { pool, engine, forwarder } = setUp();
    for (const [name, nonce] of [
      ['committed', 0n],
      ['dropped', 1n],
    ] as const) {
      send(pool, name, { nonce });
      forwarder.add(hashOf(name));
    }
    await forwarder.settled();
    forwarder.sweep();
    await forwarder.settled();
    pool.update([utf8('committed')], [{ code: 0 }]);
    for (let height = 1; height < 10; height++) forwarder.onHeight();
    await forwarder.settled();
    expect(engine.names).toEqual(['committed', 'dropped']);
    forwarder.onHeight();
    await forwarder.settled();
    expect(engine.names).toEqual(['committed', 'dropped', 'dropped']);
  });

  it('divides what it passes on into requests of 100 transactions or 500,000 bytes', async () => {
    const { pool, engine, forwarder } = setUp();
    for (let nonce = 0; nonce < 150; nonce++) send(pool, `small ${nonce}`, { nonce: BigInt(nonce) });
    for (let nonce = 0; nonce < 3; nonce++)
      send(pool, `large ${nonce}`.padEnd(300_000), { sender: BOB, nonce: BigInt(1000 + nonce), accountNonce: 1000n });
    forwarder.holdAll();
    await forwarder.settled();
    expect(engine.requests).toEqual([100, 51, 1, 1]);
  });
});
