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

  async broadcast(tx: Bytes): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.received.push(tx);
  }

  get names(): readonly string[] {
    return namesOf(this.received);
  }
}

function setUp() {
  const pool = new Mempool();
  const engine = new RecordingEngine();
  return { pool, engine, forwarder: new TxForwarder(pool, engine) };
}

const away = () => new HalleyError('unavailable', 'nothing listens there');

describe('the forwarder of transactions', () => {
  it('passes on what can be executed, and holds a transaction until its nonce is next', async () => {
    const { pool, engine, forwarder } = setUp();
    send(pool, 'second', { nonce: 1n });
    await forwarder.send(hashOf('second'));
    expect(engine.names).toEqual([]);
    send(pool, 'first', { nonce: 0n });
    await forwarder.send(hashOf('first'));
    await forwarder.sweep();
    await forwarder.sweep();
    expect(engine.names).toEqual(['first', 'second']);
  });

  it('rejects while the engine is away, and does not send again what has left the mempool', async () => {
    const { pool, engine, forwarder } = setUp();
    send(pool, 'lost');
    send(pool, 'other', { sender: BOB });
    engine.failure = away();
    await expect(forwarder.send(hashOf('lost'))).rejects.toThrow('nothing listens there');
    await expect(forwarder.send(hashOf('other'))).rejects.toThrow('nothing listens there');
    pool.remove(hashOf('lost'));
    await forwarder.sweep();
    engine.failure = undefined;
    await forwarder.sweep();
    expect(engine.names).toEqual(['other']);
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
      await forwarder.send(hashOf(name));
    }
    await forwarder.sweep();
    engine.received.length = 0;
    forwarder.holdAll();
    await forwarder.sweep();
    expect(engine.names).toEqual(['a', 'b', 'c']);
  });
});
