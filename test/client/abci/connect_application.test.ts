/** Tests the engine's side of ABCI's socket protocol against applications on real sockets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AbciRequest } from '../../../src/abci/wire/request.js';
import { connectApplication } from '../../../src/client/abci/connect_application.js';
import type { Schedule } from '../../../src/client/backoff.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { utf8 } from '../../../src/kernel/text.js';
import { serveAbci } from '../../../src/server/abci/serve_abci.js';
import { RecordingApplication } from '../../server/abci/recording_application.js';
import {
  COMMIT_INFO,
  COMMON,
  check,
  cleanUps,
  connected,
  extend,
  finalize,
  initChain,
  prepare,
  process,
  query,
  SNAPSHOT,
  scripted,
  VALIDATOR,
  verify,
} from './engine_kit.js';
import { frame, type Script, ScriptedApplication } from './scripted_application.js';

const limits = { answerBytes: 200, answerTimeMs: 60_000, slowTimeMs: 10_000 };

/** Clock that a test moves. */
class TestClock {
  #timers: { ms: number; action: () => void }[] = [];
  #now = 0;

  readonly schedule: Schedule = (delayMs, action) => {
    const timer = { ms: this.#now + delayMs, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  advance(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers.filter((timer) => timer.ms <= this.#now)) {
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.action();
    }
  }
}

const addresses = {
  tcp: () => 'tcp://127.0.0.1:0',
  unix: () => {
    const folder = mkdtempSync(join(tmpdir(), 'halley-client-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    return `unix://${join(folder, 'app.sock')}`;
  },
};

describe.each(Object.entries(addresses))('over %s', (_, address) => {
  it('drives an application from the handshake to a committed block', async () => {
    const application = new RecordingApplication();
    const server = await serveAbci({ address: address(), application, onFatal: () => {} });
    cleanUps.push(() => server.close());
    const app = await connected(server.address);
    expect(app.address).toBe(server.address);
    expect(await app.info()).toMatchObject({ data: 'recording', version: '1', appVersion: 1n, lastBlockHeight: 0n });
    expect(await initChain(app)).toMatchObject({ validators: [] });
    expect(application.initChainRequest).toMatchObject({
      ...{ chainId: 'any-1', validators: [VALIDATOR], appState: { a: [1, 'two'] } },
      consensusParams: { block: { maxBytes: 1_000n, maxGas: -1n } },
    });
    expect(await check(app, 'a=1')).toMatchObject({ code: 0, gasWanted: 1n });
    expect(await check(app, '?')).toMatchObject({ code: 7, codespace: 'recording' });
    expect(await prepare(app, 1n, 'a=1')).toEqual({ txs: [utf8('a=1')] });
    expect(await process(app, 1n, 'a=1')).toEqual({ accept: true });
    expect(await process(app, 1n, '?')).toEqual({ accept: false });
    expect(await extend(app, 1n, 'a=1')).toEqual({ voteExtension: utf8('1,a=1') });
    expect(await verify(app, 1n, '1,a=1')).toEqual({ accept: true });
    expect(await verify(app, 1n, '2,a=1')).toEqual({ accept: false });
    const { appHash, txResults } = await finalize(app, 1n, 'a=1', 'b=2');
    expect(txResults).toHaveLength(2);
    expect(application.finalizeBlockRequest).toMatchObject({ ...COMMON, height: 1n, decidedLastCommit: COMMIT_INFO });
    expect(await query(app, 'a')).toMatchObject({ value: utf8(''), height: 0n });
    expect(await app.commit()).toEqual({ retainHeight: 0n });
    expect(await query(app, 'a')).toMatchObject({ value: utf8('1'), height: 1n });
    expect(await app.info()).toMatchObject({ lastBlockHeight: 1n, lastBlockAppHash: appHash });
    expect(await app.listSnapshots()).toMatchObject([{ height: 3n }]);
    expect(await app.offerSnapshot({ snapshot: SNAPSHOT, appHash })).toBe('reject-format');
    expect(await app.loadSnapshotChunk({ height: 3n, format: 1, chunk: 4 })).toEqual(utf8('chunk 4'));
    expect(await app.applySnapshotChunk({ index: 1, chunk: utf8('c'), sender: 'peer' })).toEqual({
      ...{ result: 'retry', refetchChunks: [1], rejectSenders: ['peer'] },
    });
  });
});

it('sends each call with a Flush on its own of four connections, and says which engine it is', async () => {
  const infos: AbciRequest[] = [];
  const { app, server } = await scripted((request) => void (request.type === 'info' && infos.push(request)));
  await app.info();
  await initChain(app);
  await check(app, 'a=1');
  await finalize(app, 1n, 'a=1');
  await app.commit();
  await app.listSnapshots();
  expect(server.received.toSorted()).toEqual([
    ['echo', 'flush', 'checkTx', 'flush'],
    ['echo', 'flush', 'info', 'flush'],
    ['echo', 'flush', 'initChain', 'flush', 'finalizeBlock', 'flush', 'commit', 'flush'],
    ['echo', 'flush', 'listSnapshots', 'flush'],
  ]);
  expect(infos).toMatchObject([
    { value: { version: '0.38.25', blockVersion: 11n, p2pVersion: 8n, abciVersion: '2.0.0' } },
  ]);
});

it('sends the transactions of one turn together, and returns the results in their order', async () => {
  const { app, server } = await scripted(() => undefined);
  await initChain(app);
  const txs = Array.from({ length: 500 }, (_, i) => (i % 3 === 0 ? 'a=1' : `?${i}`));
  const results = await Promise.all(txs.map((tx) => check(app, tx)));
  expect(results.map(({ code }) => code)).toEqual(txs.map((tx) => (tx === 'a=1' ? 0 : 7)));
  const mempool = server.received.find((types) => types.includes('checkTx'));
  expect(mempool?.filter((type) => type === 'flush')).toHaveLength(2);
});

it('checks no transaction while Commit runs, and commits after those that are being checked', async () => {
  const { app, server } = await scripted(() => undefined);
  await initChain(app);
  await finalize(app, 1n, 'a=1');
  let release = (): void => {};
  const begun = new Promise<void>((started) => {
    server.application.before.commit = () => {
      started();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
  });
  const before = check(app, 'b=2');
  const commit = app.commit();
  const after = check(app, 'c=3');
  await Promise.all([before, begun]);
  await query(app, 'a');
  expect(server.application.calls.filter((call) => call === 'checkTx')).toHaveLength(1);
  release();
  await Promise.all([commit, after]);
  expect(server.application.calls.slice(-3)).toEqual(['commit', 'query', 'checkTx']);
});

it('reports an answer that comes twice, at the call or at the next one', async () => {
  const twice: Script = async (request, answer) => {
    if (request.type !== 'finalizeBlock') return undefined;
    const bytes = frame(await answer());
    return [bytes, bytes];
  };
  const { app, failures } = await scripted(twice);
  await initChain(app);
  await finalize(app, 1n, 'a=1');
  await expect(app.commit()).rejects.toMatchObject({
    message: 'the application sent a second answer to FinalizeBlock during FinalizeBlock at height 1',
  });
  expect(failures).toHaveLength(1);
});

it('reports an answer to nothing', async () => {
  const { app, failures } = await scripted(async (request, answer) =>
    request.type === 'flush'
      ? [frame(await answer()), frame({ type: 'commit', value: { retainHeight: 5n } })]
      : undefined,
  );
  await app.info();
  while (failures.length === 0) await query(app, 'a').catch(() => {});
  expect(failures).toMatchObject([
    { message: 'the application sent an answer to Commit instead of none after Info', code: 'remote-error' },
  ]);
});

it('reports the end of an application between two calls', async () => {
  let onFailure = (_: HalleyError): void => {};
  const failure = new Promise<HalleyError>((resolve) => {
    onFailure = resolve;
  });
  const { app, server } = await scripted(() => undefined, { onFailure: (error) => onFailure(error) });
  await initChain(app);
  await finalize(app, 1n, 'a=1');
  await app.commit();
  server.crash();
  expect(await failure).toMatchObject({
    code: 'unavailable',
    message: 'the application closed the connection after Commit at height 1',
    facts: { call: 'Commit', height: 1n },
  });
});

it('lets a CheckTx without an answer fail, and blocks go on', async () => {
  const clock = new TestClock();
  const slow: string[] = [];
  let answerNow: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  let release = (): void => {};
  const { app, failures } = await scripted(
    async ({ type }, answer) => {
      if (type !== 'checkTx' || answerNow === undefined) return undefined;
      answerNow();
      answerNow = undefined;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return [frame(await answer())];
    },
    { limits, schedule: clock.schedule, onSlow: (line) => slow.push(line) },
  );
  await initChain(app);
  const first = check(app, 'a=1');
  const outcome = expect(first).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the application has sent no answer for 10 s during CheckTx',
  });
  await asked;
  await finalize(app, 1n, 'b=2');
  const committed = app.commit();
  clock.advance(10_000);
  await outcome;
  await committed;
  expect(slow).toEqual(['the application has sent no answer for 10 s during CheckTx']);
  await expect(check(app, 'c=3')).rejects.toMatchObject({ code: 'unavailable' });
  clock.advance(1_000_000);
  release();
  await vi.waitFor(async () => expect(await check(app, 'd=4')).toMatchObject({ code: 0 }), { timeout: 60_000 });
  expect(failures).toEqual([]);
});

it('reports a call that takes long, and gives up after the limit', async () => {
  const clock = new TestClock();
  const slow: string[] = [];
  let release: (() => void) | undefined;
  const { app, failures } = await scripted(
    async (request) => {
      if (request.type !== 'finalizeBlock') return undefined;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return ['nothing'];
    },
    { limits, schedule: clock.schedule, onSlow: (line) => slow.push(line) },
  );
  await initChain(app);
  const call = finalize(app, 1n, 'a=1');
  clock.advance(9_999);
  expect(slow).toEqual([]);
  clock.advance(1);
  expect(slow).toEqual(['the application has sent no answer for 10 s during FinalizeBlock at height 1']);
  expect(await query(app, 'a')).toMatchObject({ code: 0 });
  clock.advance(50_000);
  await expect(call).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the application sent no answer for 60 s during FinalizeBlock at height 1',
  });
  expect(failures).toHaveLength(1);
  release?.();
});

describe('an address', () => {
  it('of gRPC is refused with what to do', async () => {
    await expect(connectApplication('grpc://127.0.0.1:7')).rejects.toMatchObject({
      code: 'invalid-config',
      message:
        '--app is grpc://127.0.0.1:7: ABCI over gRPC is not supported; start the application with --transport socket and give its tcp:// or unix:// address',
    });
  });

  it('at which nothing listens is refused after the time to connect', async () => {
    const { app, server } = await scripted(() => undefined);
    await app.close();
    await server.close();
    await expect(connectApplication(app.address, { connectTimeMs: 120 })).rejects.toMatchObject({
      code: 'unavailable',
      message: `no application answers at ${app.address}: nothing listens (connect ECONNREFUSED ${app.address.slice(6)}); start one that speaks ABCI 2.0 at this address, or change --app`,
    });
  });

  it('at which the application does not answer Echo is refused', async () => {
    const server = new ScriptedApplication(() => ['nothing']);
    cleanUps.push(() => server.close());
    const address = await server.listen();
    await expect(connectApplication(address, { connectTimeMs: 120 })).rejects.toMatchObject({
      message: `no application answers at ${address}: it did not answer Echo; start one that speaks ABCI 2.0 at this address, or change --app`,
    });
  });

  it('may begin to listen later', async () => {
    const server = new ScriptedApplication();
    const path = addresses.unix().slice(7);
    const connecting = connected(`unix://${path}`);
    await server.listen(path);
    cleanUps.push(() => server.close());
    expect(await (await connecting).info()).toMatchObject({ data: 'recording' });
  });

  it('needs a port', async () => {
    await expect(connectApplication('tcp://here')).rejects.toMatchObject({ code: 'invalid-config' });
  });
});

it('fails calls that are not answered when it is closed, and reports no failure', async () => {
  const { app, failures } = await scripted((request) => (request.type === 'finalizeBlock' ? ['nothing'] : undefined));
  await initChain(app);
  const call = finalize(app, 1n, 'a=1');
  const refused = expect(call).rejects.toMatchObject({
    code: 'unavailable',
    message: `the connection to the application at ${app.address} is closed`,
  });
  await app.close();
  await refused;
  expect(failures).toEqual([]);
});
