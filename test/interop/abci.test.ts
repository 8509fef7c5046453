/** Runs a real CometBFT node on an application that is served over ABCI's socket protocol. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine as simulate } from '../../src/devnet/index.js';
import { type AbciServer, serveAbci } from '../../src/server/abci/serve_abci.js';
import { RecordingApplication } from '../server/abci/recording_application.js';
import { freePort } from '../support/ports.js';
import { type CometNode, cometbftIsAbsent, createValidator, until } from './peers/cometbft.js';

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Served {
  readonly server: AbciServer;
  readonly fatal: unknown[];
  readonly problems: (string | undefined)[];
}

async function serve(application: RecordingApplication, address: string): Promise<Served> {
  const fatal: unknown[] = [];
  const problems: (string | undefined)[] = [];
  const server = await serveAbci({
    ...{ address, application },
    onFatal: (error) => fatal.push(error),
    onDisconnect: (_, problem) => problems.push(problem),
  });
  cleanUps.push(() => server.close());
  return { server, fatal, problems };
}

interface Engine {
  start(address: string): Promise<CometNode>;
}

async function createEngine(): Promise<Engine> {
  const validator = await createValidator({ chainId: 'abci-1', appState: { keys: ['one', 2] } });
  cleanUps.push(() => validator.remove());
  return {
    async start(address) {
      const node = await validator.start(address);
      cleanUps.push(() => node.stop());
      return node;
    },
  };
}

async function ask<T = unknown>(url: string, path: string): Promise<T> {
  const { result, error } = (await (await fetch(`${url}/${path}`)).json()) as { result: T; error: unknown };
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}

interface Status {
  readonly sync_info: { readonly latest_block_height: string };
}

const heightOf = async (url: string): Promise<bigint> =>
  BigInt((await ask<Status>(url, 'status')).sync_info.latest_block_height);

interface TxResult {
  readonly check_tx: { readonly code: number };
  readonly tx_result: { readonly code: number };
  readonly height: string;
}

const broadcast = (url: string, tx: string): Promise<TxResult> =>
  ask(url, `broadcast_tx_commit?tx=${encodeURIComponent(`"${tx}"`)}`);

async function storedValue(url: string, key: string): Promise<string> {
  const path = `abci_query?path="/key"&data=0x${Buffer.from(key).toString('hex')}`;
  const { response } = await ask<{ readonly response: { readonly value: string | null } }>(url, path);
  return Buffer.from(response.value ?? '', 'base64').toString();
}

const unixAddress = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-abci-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return `unix://${join(folder, 'app.sock')}`;
};

const addresses = {
  tcp: async () => `tcp://127.0.0.1:${await freePort()}`,
  'a unix socket': async () => unixAddress(),
};

describe.skipIf(cometbftIsAbsent)('CometBFT on a served application', () => {
  it.each(Object.entries(addresses))(
    'makes blocks, includes transactions and answers queries over %s',
    async (_, address) => {
      const application = new RecordingApplication();
      const { server, fatal } = await serve(application, await address());
      const node = await (await createEngine()).start(server.address);
      expect(server.connections()).toBe(4);
      const { response } = await ask<{ readonly response: { readonly data: string } }>(node.url, 'abci_info');
      expect(response.data).toBe('recording');
      expect(application.initChainRequest).toMatchObject({
        chainId: 'abci-1',
        initialHeight: 1n,
        appState: { keys: ['one', 2] },
        consensusParams: { block: { maxBytes: 22_020_096n }, validator: { pubKeyTypes: ['ed25519'] } },
        validators: [{ pubKey: { type: 'ed25519' }, power: 10n }],
      });
      expect(await broadcast(node.url, 'a=1')).toMatchObject({ check_tx: { code: 0 }, tx_result: { code: 0 } });
      expect(await storedValue(node.url, 'a')).toBe('1');
      const { check_tx } = await broadcast(node.url, 'wrong').catch(() => ({ check_tx: { code: 7 } }));
      expect(check_tx.code).toBe(7);
      const all = Array.from(
        { length: 200 },
        (__, i) => `${'abcdefghij'[i % 10]}${'abcdefghijklmnopqrst'[Math.floor(i / 10)]}=${i}`,
      );
      await Promise.all(all.map((tx) => ask(node.url, `broadcast_tx_sync?tx=${encodeURIComponent(`"${tx}"`)}`)));
      await until('all are included', () => application.state.values.size === 201);
      expect(application.mostRunning).toBe(1);
      expect(application.finalizeBlockRequest?.decidedLastCommit.votes).toMatchObject([
        { validator: { power: 10n }, blockIdFlag: 2 },
      ]);
      expect(fatal).toEqual([]);
    },
  );

  it('continues after it is killed, while the application stays', async () => {
    const application = new RecordingApplication();
    const { server, fatal } = await serve(application, unixAddress());
    const engine = await createEngine();
    const first = await engine.start(server.address);
    const { height } = await broadcast(first.url, 'a=1');
    await first.stop();
    await until('the connections are closed', () => server.connections() === 0);
    const second = await engine.start(server.address);
    expect((await broadcast(second.url, 'b=2')).height).not.toBe(height);
    expect(await storedValue(second.url, 'a')).toBe('1');
    expect(application.calls.filter((name) => name === 'initChain')).toHaveLength(1);
    expect(fatal).toEqual([]);
  });

  it('replays the blocks that an application has lost', async () => {
    const application = new RecordingApplication();
    const address = unixAddress();
    const before = await serve(application, address);
    const engine = await createEngine();
    const first = await engine.start(address);
    await broadcast(first.url, 'a=1');
    const earlier = application.state;
    await broadcast(first.url, 'b=2');
    await first.stop();
    await before.server.close();
    const restarted = new RecordingApplication(earlier);
    const { fatal } = await serve(restarted, address);
    const second = await engine.start(address);
    expect(await storedValue(second.url, 'b')).toBe('2');
    expect(restarted.calls).not.toContain('initChain');
    await second.stop();
    const empty = new RecordingApplication();
    const third = await serve(empty, unixAddress());
    const again = await engine.start(third.server.address);
    expect([await storedValue(again.url, 'a'), await storedValue(again.url, 'b')]).toEqual(['1', '2']);
    expect(empty.calls).toContain('initChain');
    expect(await heightOf(again.url)).toBeGreaterThanOrEqual(empty.state.height);
    expect([...fatal, ...third.fatal]).toEqual([]);
  });

  it('has the app hashes of our engine on the same application, and each continues on the data of the other', async () => {
    const [ofNode, ofEngine] = [new RecordingApplication(), new RecordingApplication()];
    const [first, second] = [await serve(ofNode, unixAddress()), await serve(ofEngine, unixAddress())];
    const validator = await createEngine();
    const node = await validator.start(first.server.address);
    // Block 1 must exist, because the engine makes its own one at once.
    await until('block 1 exists', () => ofNode.state.height >= 1n);
    const txs = new Map<bigint, string>();
    for (const tx of ['a=1', 'b=2', 'c=3']) txs.set(BigInt((await broadcast(node.url, tx)).height), tx);
    const [genesis, key] = ['genesis', 'priv_validator_key'].map((name) =>
      JSON.parse(readFileSync(join(node.home, 'config', `${name}.json`), 'utf8')),
    );
    await node.stop();
    await first.server.close();
    const { height } = ofNode.state;
    const home = mkdtempSync(join(tmpdir(), 'halley-exchange-'));
    cleanUps.push(() => rmSync(home, { recursive: true, force: true }));
    const start = async (address: string) => {
      const engine = await simulate({ app: address, genesis, keys: [key], home, miningMode: 'manual' });
      cleanUps.push(() => engine.close());
      return engine;
    };
    const engine = await start(second.server.address);
    for (let next = 2n; next <= height; next++) {
      const tx = txs.get(next);
      if (tx !== undefined) await engine.broadcast(Buffer.from(tx));
      await engine.mine();
    }
    expect(engine.height).toBe(height);
    expect(engine.appHash).toBe(
      Buffer.from((await ofNode.info()).lastBlockAppHash)
        .toString('hex')
        .toUpperCase(),
    );
    expect(ofEngine.state).toEqual(ofNode.state);
    await engine.close();
    await until('the connections are closed', () => second.server.connections() === 0);
    const third = await serve(ofNode, unixAddress());
    const again = await start(third.server.address);
    await again.broadcast(Buffer.from('d=4'));
    await again.mine();
    expect([ofNode.state.height, ofNode.state.values.get('d')]).toEqual([height + 1n, '4']);
    const other = await validator.start(second.server.address);
    expect((await broadcast(other.url, 'e=5')).tx_result.code).toBe(0);
    expect(['a', 'b', 'c', 'e'].map((name) => ofEngine.state.values.get(name))).toEqual(['1', '2', '3', '5']);
    expect(ofEngine.calls.filter((name) => name === 'initChain')).toHaveLength(1);
    expect([...first.fatal, ...second.fatal, ...third.fatal]).toEqual([]);
  });

  it('ends when the application fails, and has logged its text', async () => {
    const application = new RecordingApplication();
    const { server, fatal } = await serve(application, unixAddress());
    const node = await (await createEngine()).start(server.address);
    await broadcast(node.url, 'a=1');
    const error = new Error('the disk is full');
    application.before.finalizeBlock = () => {
      throw error;
    };
    await ask(node.url, `broadcast_tx_sync?tx=${encodeURIComponent('"b=2"')}`);
    await until('the application has ended', () => fatal.length > 0);
    expect(fatal).toEqual([error]);
    await until('the engine has closed its connections', () => server.connections() === 0);
    expect(node.log()).toContain('the disk is full');
  });
});
