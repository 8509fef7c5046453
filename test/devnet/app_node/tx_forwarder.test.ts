/** Forwards transactions of a mempool to an engine that refuses, is away, and comes back. */
import { describe, expect, it } from 'vitest';
import { TxForwarder } from '../../../src/devnet/app_node/tx_forwarder.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { Mempool } from '../../../src/mempool/mempool.js';
import { BOB, namesOf, send } from '../../mempool/build.js';

const hashOf = (name: string): Bytes => sha256(utf8(name));

/** Is an engine that records what it gets, and fails while `failure` is set. */
class RecordingEngine {
  readonly received: Bytes[] = [];
  failure: HalleyError | undefined;
  refused: readonly string[] = [];

  async broadcast(txs: readonly Bytes[]): Promise<readonly boolean[]> {
    if (this.failure !== undefined) throw this.failure;
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
  const forwarder = new TxForwarder(pool, engine, ({ message }) => problems.push(message));
  return { pool, engine, forwarder, problems };
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

  it('reports that the engine is away, and later passes on what is still in the mempool', async () => {
    const { pool, engine, forwarder, problems } = setUp();
    send(pool, 'lost');
    send(pool, 'other', { sender: BOB });
    engine.failure = new HalleyError('unavailable', 'nothing listens there');
    for (const name of ['lost', 'other']) forwarder.add(hashOf(name));
    await forwarder.settled();
    expect(problems).toEqual(['nothing listens there']);
    pool.remove(hashOf('lost'));
    engine.failure = undefined;
    forwarder.sweep();
    await forwarder.settled();
    expect(engine.names).toEqual(['other']);
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
});
