/** Tests how an engine and its application find to the same height, and what happens when a call fails. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type EngineOptions, type HalleyError } from '../../../src/devnet/index.js';
import { utf8 } from '../../../src/kernel/text.js';
import { Ledger } from './ledger.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'halley-engine-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const start = (app: Ledger, options: Partial<EngineOptions> = {}): Promise<Engine> =>
  createEngine({ app, home, seed: 'restart', ...options });

/** Starts an engine that is expected to fail. Resolves to the error. */
const refusal = (app: Ledger, options?: Partial<EngineOptions>): Promise<HalleyError> =>
  start(app, options).then(
    () => expect.fail('the engine has started'),
    (error: HalleyError) => error,
  );

describe('an engine with a home folder', () => {
  it('continues as if it had not been stopped, with faults, pending transactions and clock', async () => {
    const results: string[][] = [];
    for (const stops of [false, true]) {
      const ledger = new Ledger();
      const options = { home: stops ? home : undefined, miningMode: 'manual' };
      let engine = await start(ledger, options);
      await engine.broadcast(utf8('apple=red'));
      await engine.mine();
      await engine.time.increase(100n);
      await engine.network.crashValidator(1);
      await engine.broadcast(utf8('pear=green'));
      if (stops) {
        await engine.close();
        engine = await start(new Ledger(ledger.state), options);
      }
      await engine.mine({ blocks: 2 });
      results.push([engine.appHash, `${engine.height}`, `${engine.network.nodes[1]?.up}`, `${engine.time.now}`]);
      await engine.close();
    }
    expect(results[1]).toEqual(results[0]);
  });

  it('replays the blocks that the application lacks', async () => {
    const first = await start(new Ledger());
    for (const fruit of ['apple', 'pear', 'plum']) await first.broadcast(utf8(`${fruit}=ripe`));
    const { appHash, height } = first;
    await first.close();
    const fresh = new Ledger();
    const engine = await start(fresh);
    expect([engine.appHash, engine.height, fresh.state.values.get('plum')]).toEqual([appHash, height, 'ripe']);
    expect(fresh.calls.filter((call) => call === 'finalizeBlock')).toHaveLength(Number(height));
    await engine.close();
  });

  it('refuses an application with more blocks, and one with other data', async () => {
    const ledger = new Ledger();
    const engine = await start(ledger);
    await engine.broadcast(utf8('apple=red'));
    await engine.close();
    const { height, values } = ledger.state;
    const ahead = await refusal(new Ledger({ height: height + 3n, values }));
    expect([ahead.code, ahead.message.split(':')[0]]).toEqual([
      'conflict',
      'app block height (5) is higher than core (2)',
    ]);
    const other = await refusal(new Ledger({ height, values: new Map([['apple', 'brown']]) }));
    expect(other.message).toMatch(/^the application has app hash [0-9A-F]{64} after block 2, and the block store /);
    const two = [new Ledger(ledger.state), new Ledger({ height: 9n, values })];
    const compared = await start(new Ledger(), { app: two });
    await expect(compared.mine()).rejects.toThrow('app block height (9) of application 1 is higher than core (2)');
    await compared.close();
    const withoutStore = await refusal(new Ledger(ledger.state), { home: undefined });
    expect(withoutStore.message).toContain('app block height (2) is higher than core (0)');
    const genesis = await refusal(new Ledger(ledger.state), { genesis: { chain_id: 'another-1' } });
    expect(genesis.code).toBe('invalid-genesis');
  });

  it.each(['finalizeBlock', 'commit', 'prepareProposal'] as const)(
    'stops with the call and the height when %s fails, and continues after a restart',
    async (call) => {
      const ledger = new Ledger();
      const failures: string[] = [];
      const engine = await start(ledger, { onFatal: ({ code, message }) => failures.push(`${code}: ${message}`) });
      await engine.broadcast(utf8('apple=red'));
      ledger.before[call] = () => Promise.reject(new Error('disk full'));
      const name = `${call[0]?.toUpperCase()}${call.slice(1)}`;
      const expected = `the application failed during ${name} at height 3: disk full`;
      await expect(engine.mine()).rejects.toThrow(expected);
      expect(failures).toEqual([`stopped: ${expected}`]);
      await engine.close();
      const again = await start(new Ledger(ledger.state));
      await again.broadcast(utf8('pear=green'));
      expect(again.height).toBe(call === 'commit' ? 4n : 3n);
      await again.close();
    },
  );

  it('refuses validators beside a state that names others, and a genesis whose keys it lacks', async () => {
    const genTxs = { chain_id: 'sdk-1', app_state: { genutil: { gen_txs: [{ body: {} }] } } };
    const named = await refusal(new Ledger(), { genesis: genTxs, validators: 3 });
    expect([named.code, named.message]).toEqual(['invalid-genesis', expect.stringContaining('--keys')]);
    const pubKey = { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32, 7).toString('base64') };
    const foreign = { chain_id: 'other-1', validators: [{ pub_key: pubKey, power: '10', name: 'one' }] };
    const without = await refusal(new Ledger(), { genesis: foreign, home: undefined });
    expect(without.message).toContain('no key for 1 of 1 validators');
  });

  it('compares the applications of several validators', async () => {
    const ledgers = [new Ledger(), new Ledger(), new Ledger()];
    const failures: string[] = [];
    const engine = await createEngine({
      app: ledgers,
      seed: 'restart',
      onFatal: ({ message }) => failures.push(message),
    });
    await engine.broadcast(utf8('apple=red'));
    expect(ledgers.map(({ state }) => state.values.get('apple'))).toEqual(['red', 'red', 'red']);
    if (ledgers[2] !== undefined) ledgers[2].state = { height: 2n, values: new Map([['apple', 'brown']]) };
    await expect(engine.mine()).rejects.toThrow(/application 0.*application 2/s);
    expect(failures).toHaveLength(1);
    await engine.close();
  });
});

describe('an engine that is closed', () => {
  it.each(['finalizeBlock', 'checkTx'] as const)('does not wait for an application that hangs in %s', async (call) => {
    const ledger = new Ledger();
    const failures: string[] = [];
    const engine = await start(ledger, { onFatal: ({ message }) => failures.push(message) });
    const called = new Promise<void>((resolve) => {
      ledger.before[call] = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const sent = engine.broadcast(utf8('apple=red')).catch(({ message }: HalleyError) => message);
    await called;
    await Promise.all([engine.close(), engine.close()]);
    expect(await sent).toMatch(/^the engine was closed during (FinalizeBlock at height 2|CheckTx)$/);
    expect(failures).toEqual([]);
    const again = await start(new Ledger(ledger.state));
    await again.broadcast(utf8('pear=green'));
    expect(again.height).toBeGreaterThan(1n);
    await again.close();
  });

  it('closes by itself, also without onFatal, when the application fails', async () => {
    const ledger = new Ledger();
    const engine = await start(ledger, { rpc: true });
    const socket = connect(Number(new URL(engine.urls.cometRpc as string).port), '127.0.0.1');
    await once(socket, 'connect');
    ledger.before.commit = () => Promise.reject(new Error('disk full'));
    await expect(engine.mine()).rejects.toMatchObject({ code: 'stopped' });
    await once(socket, 'close');
    await engine.close();
  });
});
