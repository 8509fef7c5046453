/** Tests ABCI's socket protocol over real sockets, with a small application behind it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HalleyError } from '../../../src/kernel/errors.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { type AbciServer, type ServeAbciOptions, serveAbci } from '../../../src/server/abci/serve_abci.js';
import * as engine from './engine_client.js';
import { EngineClient, FLUSH } from './engine_client.js';
import { RecordingApplication } from './recording_application.js';

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'halley-abci-'));
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface Served {
  readonly application: RecordingApplication;
  readonly server: AbciServer;
  readonly fatal: unknown[];
  readonly crashes: unknown[];
  readonly problems: (string | undefined)[];
  /** Resolves when `onFatal` has been called. */
  readonly failed: Promise<void>;
  connect(): Promise<EngineClient>;
}

async function serve(options: Partial<ServeAbciOptions> = {}): Promise<Served> {
  const application = new RecordingApplication();
  const fatal: unknown[] = [];
  const crashes: unknown[] = [];
  const problems: (string | undefined)[] = [];
  let onFailed = (): void => {};
  const failed = new Promise<void>((resolve) => {
    onFailed = resolve;
  });
  const server = await serveAbci({
    address: 'tcp://127.0.0.1:0',
    application,
    onFatal: (error) => {
      fatal.push(error);
      onFailed();
    },
    onCrash: (_, error) => crashes.push(error),
    onDisconnect: (_, problem) => problems.push(problem),
    ...options,
  });
  cleanUps.push(() => server.close());
  const connect = async (): Promise<EngineClient> => {
    const client = await EngineClient.connect(server.address);
    cleanUps.push(() => client.close());
    return client;
  };
  return { application, server, fatal, crashes, problems, failed, connect };
}

const addresses = {
  tcp: () => 'tcp://127.0.0.1:0',
  'host and port': () => '127.0.0.1:0',
  unix: () => `unix://${join(temporaryFolder(), 'abci.sock')}`,
};

describe.each(Object.entries(addresses))('over %s', (_, address) => {
  it('serves four connections from the handshake to a committed block', async () => {
    const { application, connect } = await serve({ address: address() });
    const [consensus, mempool, queries, snapshots] = [
      await connect(),
      await connect(),
      await connect(),
      await connect(),
    ] as const;
    expect(await queries.ask(engine.info())).toMatchObject({ type: 'info', value: { lastBlockHeight: 0n } });
    expect(await consensus.ask(engine.initChain('{"x":[1,"two"]}'))).toMatchObject({ type: 'initChain' });
    expect(application.initChainRequest?.appState).toEqual({ x: [1, 'two'] });
    expect(await mempool.ask(engine.checkTx('a=1'))).toMatchObject({ value: { code: 0 } });
    expect(await mempool.ask(engine.checkTx('?'))).toMatchObject({ value: { code: 7, codespace: 'recording' } });
    expect(await consensus.ask(engine.prepareProposal(1n, 'a=1'))).toMatchObject({ value: { txs: [utf8('a=1')] } });
    expect(await consensus.ask(engine.processProposal(1n, 'a=1'))).toMatchObject({ value: { status: 'accept' } });
    expect(await consensus.ask(engine.processProposal(1n, '?'))).toMatchObject({ value: { status: 'reject' } });
    expect(await consensus.ask(engine.finalizeBlock(1n, 'a=1'))).toMatchObject({ type: 'finalizeBlock' });
    expect(await queries.ask(engine.query('a'))).toMatchObject({ value: { value: utf8('') } });
    expect(await consensus.ask(engine.COMMIT)).toMatchObject({ value: { retainHeight: 0n } });
    expect(await queries.ask(engine.query('a'))).toMatchObject({ value: { value: utf8('1'), height: 1n } });
    expect(await snapshots.ask({ type: 'listSnapshots', value: {} })).toMatchObject({
      value: { snapshots: [{ height: 3n }] },
    });
  });
});

it('answers all other calls', async () => {
  const { connect } = await serve();
  const client = await connect();
  const snapshot = { height: 3n, format: 2, chunks: 1, hash: utf8('h'), metadata: utf8('m') };
  const chunk = { index: 1, chunk: utf8('c'), sender: 'peer' };
  client.send(
    engine.echo('hello'),
    { type: 'offerSnapshot', value: { snapshot, appHash: utf8('a') } },
    { type: 'loadSnapshotChunk', value: { height: 3n, format: 1, chunk: 4 } },
    { type: 'applySnapshotChunk', value: chunk },
    FLUSH,
  );
  expect(await client.take(5)).toEqual([
    engine.echo('hello'),
    { type: 'offerSnapshot', value: { result: 'reject-format' } },
    { type: 'loadSnapshotChunk', value: { chunk: utf8('chunk 4') } },
    { type: 'applySnapshotChunk', value: { result: 'retry', refetchChunks: [1], rejectSenders: ['peer'] } },
    FLUSH,
  ]);
});

describe('vote extensions', () => {
  it('are made and verified by the application', async () => {
    const { connect } = await serve();
    const client = await connect();
    await client.ask(engine.initChain());
    client.send(engine.extendVote(1n, 'a=1'), engine.verifyVoteExtension(1n, '1,a=1'));
    client.send(engine.verifyVoteExtension(1n, '2'), engine.extendVote(2n));
    expect(await client.take(4)).toMatchObject([
      { type: 'extendVote', value: { voteExtension: utf8('1,a=1') } },
      { type: 'verifyVoteExtension', value: { status: 'accept' } },
      { type: 'verifyVoteExtension', value: { status: 'reject' } },
      { type: 'exception' },
    ]);
  });
});

describe('calls', () => {
  it('wait for each other across connections, in the order in which they came', async () => {
    const { application, connect } = await serve();
    const [consensus, mempool] = [await connect(), await connect()] as const;
    await consensus.ask(engine.initChain());
    let release = (): void => {};
    application.before.finalizeBlock = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const begun = new Promise<void>((resolve) => {
      const { before } = application;
      const wait = before.finalizeBlock;
      before.finalizeBlock = () => {
        resolve();
        return wait?.();
      };
    });
    consensus.send(engine.finalizeBlock(1n), engine.COMMIT);
    await begun;
    mempool.send(engine.checkTx('a=1'), engine.echo('after'));
    const queries = await connect();
    // A query is answered while FinalizeBlock runs, and CheckTx has not begun.
    expect(await queries.ask(engine.query('a'))).toMatchObject({ type: 'query' });
    expect(await queries.ask(engine.echo('now'))).toEqual(engine.echo('now'));
    expect(application.calls).not.toContain('checkTx');
    release();
    expect((await consensus.take(2)).map(({ type }) => type)).toEqual(['finalizeBlock', 'commit']);
    expect((await mempool.take(2)).map(({ type }) => type)).toEqual(['checkTx', 'echo']);
    expect(application.mostRunning).toBe(1);
  });

  it('are answered in order when thousands are sent at once', async () => {
    const { connect, application } = await serve();
    const client = await connect();
    await client.ask(engine.initChain());
    const count = 3000;
    const requests = Array.from({ length: count }, (_, i) =>
      i % 3 === 0 ? engine.checkTx('a=1') : engine.echo(`${i}`),
    );
    client.send(...requests, FLUSH);
    const responses = await client.take(count + 1);
    expect(responses.map((response) => (response.type === 'echo' ? response.value.message : response.type))).toEqual([
      ...requests.map((request) => (request.type === 'echo' ? request.value.message : request.type)),
      'flush',
    ]);
    expect(application.mostRunning).toBe(1);
  });
});

describe('a call out of order', () => {
  const text = (response: { readonly type: string; readonly value: unknown }) =>
    response.type === 'exception' ? (response.value as { error: string }).error : response.type;

  it.each([
    ['FinalizeBlock before InitChain', [], engine.finalizeBlock(1n), 'InitChain has not been called'],
    ['PrepareProposal before InitChain', [], engine.prepareProposal(1n), 'InitChain has not been called'],
    ['Commit without FinalizeBlock', [engine.initChain()], engine.COMMIT, 'FinalizeBlock has not been called'],
    ['a block of a later height', [engine.initChain()], engine.finalizeBlock(2n), 'next height is 1'],
    [
      'InitChain after a block',
      [engine.initChain(), engine.finalizeBlock(1n), engine.COMMIT],
      engine.initChain(),
      'has committed height 1',
    ],
  ] as const)('is refused and not fatal: %s', async (_, before, request, expected) => {
    const { connect, fatal } = await serve();
    const client = await connect();
    for (const earlier of before) await client.ask(earlier);
    expect(text(await client.ask(request))).toContain(expected);
    await client.closed();
    expect(fatal).toEqual([]);
    const next = await connect();
    expect(await next.ask(engine.echo('alive'))).toEqual(engine.echo('alive'));
  });

  it('refuses a transaction before InitChain with a code', async () => {
    const { connect } = await serve();
    const client = await connect();
    const response = await client.ask(engine.checkTx('a=1'));
    expect(response).toMatchObject({ value: { code: 1, codespace: 'halley' } });
  });

  it('may be a block that an engine repeats after a restart', async () => {
    const { application, connect } = await serve();
    const client = await connect();
    await client.ask(engine.initChain('{}', 5n));
    await client.ask(engine.finalizeBlock(5n, 'a=1'));
    await client.close();
    const restarted = await connect();
    await restarted.ask(engine.info());
    expect(await restarted.ask(engine.finalizeBlock(5n, 'a=2'))).toMatchObject({ type: 'finalizeBlock' });
    expect(await restarted.ask(engine.COMMIT)).toMatchObject({ type: 'commit' });
    expect(application.state.values.get('a')).toBe('2');
  });
});

describe('a second engine', () => {
  const SECOND = 'another engine drives this application: end that engine first, or run an application for each engine';

  it.each([
    ['InitChain', engine.initChain()],
    ['PrepareProposal', engine.prepareProposal(1n)],
    ['FinalizeBlock', engine.finalizeBlock(1n, 'a=2')],
    ['Commit', engine.COMMIT],
  ])('may not call %s while the first one is connected, whose block is committed', async (_, request) => {
    const { application, connect, fatal } = await serve();
    const [first, second] = [await connect(), await connect()] as const;
    await first.ask(engine.initChain());
    await first.ask(engine.finalizeBlock(1n, 'a=1'));
    expect(await second.ask(engine.info())).toMatchObject({ type: 'info' });
    expect(await second.ask(request)).toEqual({ type: 'exception', value: { error: SECOND } });
    await second.closed();
    expect(await first.ask(engine.COMMIT)).toMatchObject({ type: 'commit' });
    expect(application.state.values.get('a')).toBe('1');
    expect(fatal).toEqual([]);
  });

  it('drives the application when the first one has gone, and must repeat its block', async () => {
    const { application, connect, fatal } = await serve();
    const [first, second] = [await connect(), await connect()] as const;
    await first.ask(engine.initChain());
    await first.ask(engine.finalizeBlock(1n, 'a=1'));
    await first.close();
    expect(await second.ask(engine.COMMIT)).toMatchObject({
      value: { error: expect.stringContaining('FinalizeBlock has not been called before it') },
    });
    const third = await connect();
    await third.ask(engine.finalizeBlock(1n, 'a=2'));
    expect(await third.ask(engine.COMMIT)).toMatchObject({ type: 'commit' });
    expect(application.state.values.get('a')).toBe('2');
    expect(fatal).toEqual([]);
  });

  it('of another version does not end the application of the first one', async () => {
    const { connect, fatal } = await serve();
    const [first, second] = [await connect(), await connect()] as const;
    await first.ask(engine.initChain());
    expect(await second.ask(engine.info('2.1.0', '1.0.1'))).toMatchObject({
      value: { error: expect.stringContaining('run CometBFT 0.38, 0.39 or 0.40') },
    });
    await second.closed();
    expect(await first.ask(engine.finalizeBlock(1n))).toMatchObject({ type: 'finalizeBlock' });
    expect(fatal).toEqual([]);
  });
});

describe('an error of the application', () => {
  it.each([
    ['initChain', [], engine.initChain()],
    ['prepareProposal', [engine.initChain()], engine.prepareProposal(1n)],
    ['processProposal', [engine.initChain()], engine.processProposal(1n)],
    ['finalizeBlock', [engine.initChain()], engine.finalizeBlock(1n)],
    ['commit', [engine.initChain(), engine.finalizeBlock(1n)], engine.COMMIT],
    ['info', [], engine.info()],
  ] as const)('in %s is sent to the engine, and is fatal once', async (call, before, request) => {
    const { application, connect, fatal, failed } = await serve();
    const [client, other] = [await connect(), await connect()] as const;
    for (const earlier of before) await client.ask(earlier);
    const error = new HalleyError('store-failed', 'the disk is full');
    application.before[call] = () => {
      throw error;
    };
    expect(await client.ask(request)).toEqual({ type: 'exception', value: { error: 'the disk is full' } });
    await client.closed();
    await failed;
    expect(await other.ask(engine.echo('x'))).toEqual({ type: 'exception', value: { error: 'the disk is full' } });
    expect(fatal).toEqual([error]);
  });

  it('in CheckTx or Query is answered with a code', async () => {
    const { application, connect, fatal, crashes } = await serve();
    const client = await connect();
    await client.ask(engine.initChain());
    const mistake = new HalleyError('invalid-argument', 'the path is wrong');
    const bug = new Error('a bug');
    application.before.query = () => {
      throw mistake;
    };
    application.before.checkTx = () => {
      throw bug;
    };
    expect(await client.ask(engine.query('a'))).toMatchObject({ value: { code: 1, log: 'the path is wrong' } });
    expect(await client.ask(engine.checkTx('a=1'))).toMatchObject({ value: { code: 1, log: 'internal error' } });
    expect(crashes).toEqual([bug]);
    expect(fatal).toEqual([]);
  });

  it('in ListSnapshots or LoadSnapshotChunk means that there is none', async () => {
    const { application, connect, fatal, crashes } = await serve();
    const client = await connect();
    const bug = new Error('a bug');
    const fail = (): never => {
      throw bug;
    };
    Object.assign(application.before, { listSnapshots: fail, loadSnapshotChunk: fail });
    client.send(
      { type: 'listSnapshots', value: {} },
      { type: 'loadSnapshotChunk', value: { height: 1n, format: 1, chunk: 0 } },
    );
    expect(await client.take(2)).toMatchObject([{ value: { snapshots: [] } }, { value: { chunk: utf8('') } }]);
    expect(crashes).toEqual([bug, bug]);
    expect(fatal).toEqual([]);
  });

  it('ends with one line when app_state is not JSON', async () => {
    const { connect, fatal, failed } = await serve();
    const client = await connect();
    const response = await client.ask(engine.initChain('{"a":'));
    expect(response).toMatchObject({ value: { error: expect.stringContaining('app_state of the genesis document') } });
    await client.close();
    await failed;
    expect(fatal).toMatchObject([{ code: 'invalid-genesis' }]);
  });
});

describe('the version of the engine', () => {
  it.each([
    ['0.37.18', '1.0.0'],
    ['1.0.1', '2.1.0'],
    ['0.34.40', ''],
  ])('%s is refused', async (version, abciVersion) => {
    const { connect, fatal, failed } = await serve();
    const client = await connect();
    const response = await client.ask(engine.info(abciVersion, version));
    expect(response.type).toBe('exception');
    await client.close();
    await failed;
    const { message } = fatal[0] as Error;
    expect(message).toContain(`"${version}"`);
    expect(message).toContain('expected ABCI 2.0: run CometBFT 0.38, 0.39 or 0.40');
    expect(message).not.toContain('\n');
  });

  it('is not checked for a tool that asks without one', async () => {
    const { connect } = await serve();
    const client = await connect();
    const value = { version: '0.38.25', blockVersion: 0n, p2pVersion: 0n, abciVersion: '' };
    expect(await client.ask({ type: 'info', value })).toMatchObject({ type: 'info', value: { data: 'recording' } });
  });
});

describe('bytes that are not ABCI', () => {
  it.each([
    ['garbage', Uint8Array.of(3, 0x08, 0x01, 0x07), 'invalid ABCI request of 3 bytes'],
    ['an unknown request', Uint8Array.of(2, 0x22, 0), 'no member that is known'],
    ['a truncated message', Uint8Array.of(4, 0x0a, 5, 0x0a, 3), 'invalid ABCI request of 4 bytes'],
    [
      'an HTTP request',
      utf8('GET / HTTP/1.1\r\nhost: localhost\r\nuser-agent: something long\r\n\r\n'.repeat(3)),
      'ABCI',
    ],
    ['a message that is too long', Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x7f), 'claims 34359738367 bytes'],
    ['a length that is too long', Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80), 'varint of more than 5 bytes'],
  ] as const)('get an exception and the end of the connection: %s', async (_, bytes, expected) => {
    const { connect, fatal, problems, application } = await serve();
    const client = await connect();
    client.send(engine.echo('before'));
    client.socket.write(bytes);
    const [before, refusal] = await client.take(2);
    expect(before).toEqual(engine.echo('before'));
    expect(refusal).toMatchObject({ type: 'exception', value: { error: expect.stringContaining(expected) } });
    await client.closed();
    const next = await connect();
    expect(await next.ask(engine.echo('alive'))).toEqual(engine.echo('alive'));
    expect(problems).toEqual([expect.stringContaining(expected)]);
    expect(fatal).toEqual([]);
    expect(application.calls).toEqual([]);
  });

  it('may be the first part of a message', async () => {
    const { connect, problems, server } = await serve();
    const client = await connect();
    await client.ask(engine.echo('before'));
    client.socket.end(Uint8Array.of(200, 1, 0x0a));
    await client.closed();
    const next = await connect();
    await next.ask(engine.echo('x'));
    expect(problems).toEqual(['the connection ended in the middle of a message']);
    expect(server.connections()).toBe(1);
  });
});

it('drops the calls of a connection that has gone, and answers others', async () => {
  const { application, connect } = await serve();
  const [client, other] = [await connect(), await connect()] as const;
  await client.ask(engine.initChain());
  let release = (): void => {};
  const begun = new Promise<void>((resolve) => {
    application.before.checkTx = () => {
      resolve();
      return new Promise<void>((done) => {
        release = done;
      });
    };
  });
  client.send(engine.checkTx('a=1'), engine.checkTx('a=2'), engine.checkTx('a=3'));
  await begun;
  await client.close();
  // The server has seen the end when it answers a connection that came after it.
  await (await connect()).ask(engine.echo('x'));
  application.before.checkTx = () => {};
  other.send(engine.checkTx('b=1'));
  release();
  expect(await other.take(1)).toMatchObject([{ value: { code: 0 } }]);
  expect(application.calls.filter((name) => name === 'checkTx')).toHaveLength(2);
});

it('reads no more than it can answer from a client that floods and does not read', async () => {
  const { application, connect } = await serve();
  const client = await connect();
  let asked = 0;
  application.before.query = () => {
    asked += 1;
  };
  client.socket.pause();
  const big = engine.query('k'.repeat(100_000));
  const count = 500;
  client.send(...Array.from({ length: count }, () => big));
  const other = await connect();
  let before = -1;
  // The number of answers stops to grow, because nobody reads them: sockets hold a few MiB, 50 MB are asked for.
  for (let echoes = 0; echoes < 20 || asked !== before; echoes++) {
    before = asked;
    await other.ask(engine.echo('again'));
  }
  expect(asked).toBeLessThan(count);
  client.socket.resume();
  expect(await client.take(count)).toHaveLength(count);
  expect(asked).toBe(count);
});

describe('an address', () => {
  it('in use is refused as by other servers', async () => {
    const { server } = await serve();
    const second = serveAbci({ address: server.address, application: new RecordingApplication(), onFatal: () => {} });
    await expect(second).rejects.toMatchObject({ code: 'address-in-use', message: expect.stringContaining('--abci') });
  });

  it('without a port is refused', async () => {
    const wrong = serveAbci({ address: 'tcp://here', application: new RecordingApplication(), onFatal: () => {} });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-config' });
  });

  it('may be a socket file that a killed process left, but no other file', async () => {
    const path = join(temporaryFolder(), 'abci.sock');
    const live = createServer();
    await new Promise<void>((resolve) => live.listen(path, resolve));
    await expect(serve({ address: `unix://${path}` })).rejects.toMatchObject({ code: 'address-in-use' });
    await new Promise((resolve) => live.close(resolve));
    writeFileSync(path, 'text');
    await expect(serve({ address: `unix://${path}` })).rejects.toMatchObject({
      code: 'address-in-use',
      message: `unix://${path} is in use: a file or a folder that is not a socket has this path; choose another one with --abci`,
    });
    expect(existsSync(path)).toBe(true);
    await expect(serve({ address: `unix://${path}s/abci.sock` })).rejects.toMatchObject({
      code: 'invalid-config',
      message: `cannot listen on unix://${path}s/abci.sock: its folder does not exist; change the address with --abci`,
    });
    rmSync(path);
    const { server } = await serve({ address: `unix://${path}` });
    expect(server.address).toBe(`unix://${path}`);
    await server.close();
  });
});

it('closes its connections, and waits for the call that runs', async () => {
  const { application, connect, server } = await serve();
  const client = await connect();
  await client.ask(engine.initChain());
  let release = (): void => {};
  const begun = new Promise<void>((resolve) => {
    application.before.finalizeBlock = () => {
      resolve();
      return new Promise<void>((done) => {
        release = done;
      });
    };
  });
  client.send(engine.finalizeBlock(1n));
  await begun;
  let isClosed = false;
  const closing = server.close().then(() => {
    isClosed = true;
  });
  await client.closed();
  expect(isClosed).toBe(false);
  release();
  await closing;
  expect(fromUtf8(application.finalizeBlockRequest?.hash ?? utf8('?'))).toBe('');
});

describe('the order of calls', () => {
  it('has one Commit for each block', async () => {
    const { connect, fatal } = await serve();
    const client = await connect();
    for (const request of [engine.initChain(), engine.finalizeBlock(1n, 'a=1'), engine.COMMIT])
      await client.ask(request);
    expect(await client.ask(engine.COMMIT)).toMatchObject({
      type: 'exception',
      value: { error: expect.stringContaining('FinalizeBlock has not been called before it') },
    });
    expect(fatal).toEqual([]);
  });

  it.each([
    [0n, 1n],
    [7n, 7n],
  ])('begins after an initial height of %s with height %s', async (initial, first) => {
    const { connect } = await serve();
    const client = await connect();
    await client.ask(engine.initChain('{}', initial));
    expect(await client.ask(engine.finalizeBlock(first, 'a=1'))).toMatchObject({ type: 'finalizeBlock' });
  });
});

it('answers as many requests of a connection at once as its limit, and then the others', async () => {
  const { application, connect } = await serve({ limits: { requestsInFlight: 3 } });
  const [client, other] = [await connect(), await connect()] as const;
  const release: (() => void)[] = [];
  application.before.query = () => new Promise<void>((resolve) => release.push(resolve));
  client.send(...['a', 'b', 'c', 'd', 'e'].map(engine.query));
  while (release.length < 3) await other.ask(engine.echo('turn'));
  for (let turn = 0; turn < 5; turn++) await other.ask(engine.echo('turn'));
  expect(release).toHaveLength(3);
  application.before.query = () => {};
  for (const go of release) go();
  expect((await client.take(5)).map(({ value }) => fromUtf8((value as { key: Uint8Array }).key))).toEqual([
    ...['a', 'b', 'c', 'd', 'e'],
  ]);
});

it('reports each connection with the number of those that are open, and refuses more than its limit', async () => {
  const reported: string[] = [];
  const { connect, server } = await serve({
    limits: { connections: 2 },
    onConnect: ({ connections }) => reported.push(`opened, of ${connections}`),
    onDisconnect: ({ connections }) => reported.push(`closed, of ${connections}`),
  });
  const [first, second] = [await connect(), await connect()] as const;
  for (const client of [first, second]) await client.ask(engine.echo('x'));
  const third = await connect();
  await third.closed();
  await second.close();
  while (server.connections() > 1) await first.ask(engine.echo('turn'));
  expect(reported).toEqual(['opened, of 1', 'opened, of 2', 'closed, of 2']);
});

it('leaves no timer when an engine has read its exception and closed', async () => {
  const WAIT_MS = 3_599_000;
  const [made, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  cleanUps.push(
    () => made.mockRestore(),
    () => cleared.mockRestore(),
  );
  const { application, connect, failed } = await serve({ limits: { exceptionTimeMs: WAIT_MS } });
  application.before.info = () => {
    throw new HalleyError('store-failed', 'the disk is full');
  };
  const client = await connect();
  await client.ask(engine.info());
  await client.closed();
  await failed;
  const timers = made.mock.calls.flatMap(([, ms], i) => (ms === WAIT_MS ? [made.mock.results[i]?.value] : []));
  // One is for the connection, and one for the report of the failure.
  expect(timers).toHaveLength(2);
  for (const timer of timers) expect(cleared).toHaveBeenCalledWith(timer);
});
