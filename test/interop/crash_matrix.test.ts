/**
 * Ends CometBFT's kvstore before or after each call that the engine makes, and starts both again: nothing that was
 * decided is lost, and the blocks are those of a run without a crash. A relay between the two kills the process.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FrameReader } from '../../src/abci/wire/frame_reader.js';
import { decodeRequest, decodeResponse, requestFrame, responseFrame } from '../../src/abci/wire/messages.js';
import { createEngine, type Engine } from '../../src/devnet/index.js';
import { fromUtf8, utf8 } from '../../src/kernel/text.js';
import { temporaryFolder } from './peers/cometbft.js';

const isAbsent = spawnSync('abci-cli', ['version']).error !== undefined && process.env['CI'] !== 'true';
if (isAbsent) console.warn('abci-cli is not installed: its tests are skipped');

type Side = 'before' | 'after';
interface Crash {
  readonly call: string;
  readonly side: Side;
}

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Kvstore that keeps its data in the folder, behind a relay. */
class Kvstore {
  crash: Crash | undefined;
  readonly #sockets = new Set<Socket>();
  #process: ChildProcess | undefined;
  #relay: Server | undefined;
  #isKilled = false;

  constructor(private readonly folder: string) {}

  /** Starts the program, and a relay in front of it. Resolves to the relay's address. */
  async start(): Promise<string> {
    const own = join(this.folder, 'kvstore.sock');
    const relayed = join(this.folder, 'relay.sock');
    for (const path of [own, relayed]) rmSync(path, { force: true });
    const args = ['kvstore', '--address', `unix://${own}`, '--persist', join(this.folder, 'data')];
    this.#process = spawn('abci-cli', args, { stdio: 'ignore' });
    this.#isKilled = false;
    this.#relay = createServer((engine) => this.#serve(engine, own));
    this.#relay.listen(relayed);
    await once(this.#relay, 'listening');
    return `unix://${relayed}`;
  }

  /** Kills the program, whose connections end. */
  kill(): void {
    this.crash = undefined;
    this.#isKilled = true;
    this.#process?.kill('SIGKILL');
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const process = this.#process;
    const relay = this.#relay;
    this.kill();
    if (process?.exitCode === null && process.signalCode === null) await once(process, 'exit');
    if (relay?.listening) await new Promise((resolve) => relay.close(resolve));
  }

  #serve(engine: Socket, path: string): void {
    const app = connectWhenThere(path, this.#sockets, () => this.#isKilled);
    this.#sockets.add(engine);
    const [requests, responses] = [new FrameReader(), new FrameReader()];
    const kills = (type: string, side: Side): boolean => {
      if (this.crash?.call !== type || this.crash.side !== side) return false;
      this.kill();
      return true;
    };
    engine.on('error', () => {}).once('close', () => this.#sockets.delete(engine));
    engine.on('data', (chunk: Buffer) => {
      for (const frame of requests.push(chunk)) {
        const request = decodeRequest(frame);
        if (kills(request.type, 'before')) return;
        void app.then((socket) => socket.write(requestFrame(request)));
      }
    });
    void app.then((socket) =>
      socket.on('data', (chunk: Buffer) => {
        for (const frame of responses.push(chunk)) {
          const response = decodeResponse(frame);
          if (kills(response.type, 'after')) return;
          engine.write(responseFrame(response));
        }
      }),
    );
  }
}

/** Connects as soon as the program listens, or gives up when it is killed. */
async function connectWhenThere(path: string, sockets: Set<Socket>, isLate: () => boolean): Promise<Socket> {
  for (;;) {
    const socket = connect(path);
    sockets.add(socket);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    if (isOpen || isLate()) return socket;
    sockets.delete(socket);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const TX = 'apple=red';

interface Outcome {
  readonly appHash: string;
  readonly height: bigint;
  readonly value: string;
}

async function engineOn(address: string, home: string): Promise<Engine> {
  const engine = await createEngine({
    ...{ app: address, home, seed: 'crash matrix', timestamp: 1_735_689_600n },
    ...{ clock: 'virtual', miningMode: 'manual' },
  });
  cleanUps.push(() => engine.close());
  return engine;
}

/** Runs the story: a transaction, its block, a query. A call that fails ends it with the error's text. */
async function run(engine: Engine): Promise<Outcome> {
  if (engine.height < 2n) {
    // After a crash the mempool may have it already.
    await engine.broadcast(utf8(TX)).catch((error: Error) => {
      if (!error.message.includes('already exists in cache')) throw error;
    });
    await engine.mine();
  }
  if (engine.height < 3n) await engine.mine();
  const { value } = await engine.query('/store', utf8('apple'));
  return { appHash: engine.appHash, height: engine.height, value: fromUtf8(value) };
}

const CALLS = [
  'info',
  'initChain',
  'checkTx',
  'prepareProposal',
  'processProposal',
  'finalizeBlock',
  'commit',
  'query',
];

describe.skipIf(isAbsent)('the engine and a kvstore that ends', () => {
  let expected: Outcome;

  async function aKvstore(): Promise<{ kvstore: Kvstore; home: string }> {
    const folder = temporaryFolder();
    const kvstore = new Kvstore(folder.path);
    cleanUps.push(
      () => folder.remove(),
      () => kvstore.close(),
    );
    return { kvstore, home: join(folder.path, 'engine') };
  }

  beforeAll(async () => {
    const { kvstore, home } = await aKvstore();
    expected = await run(await engineOn(await kvstore.start(), home));
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    expect(expected).toMatchObject({ height: 3n, value: 'red' });
  });

  it.each(CALLS.flatMap((call) => (['before', 'after'] as const).map((side) => [side, call] as const)))(
    '%s %s continue after a restart as if it had not ended',
    async (side, call) => {
      const { kvstore, home } = await aKvstore();
      const address = await kvstore.start();
      const isAtStart = call === 'info' || call === 'initChain';
      if (isAtStart) kvstore.crash = { call, side };
      let decided = 0n;
      const error = await engineOn(address, home)
        .then(async (engine) => {
          kvstore.crash = { call, side };
          try {
            await run(engine);
          } finally {
            decided = engine.height;
          }
        })
        .then(
          () => expect.fail('the call has not failed'),
          ({ message }: Error) => message,
        );
      expect(error).toMatch(new RegExp(`^the application closed the connection (during|after) ${call}`, 'i'));
      await kvstore.close();
      for (const cleanUp of cleanUps.splice(2).reverse()) await cleanUp();
      const again = await engineOn(await kvstore.start(), home);
      expect(again.height).toBeGreaterThanOrEqual(decided);
      expect(await run(again)).toEqual(expected);
    },
  );
});
