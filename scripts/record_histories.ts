/**
 * Records what a node of CosmWasm's wasmd does with drawn histories of staking, distribution, gov, authz and feegrant:
 *
 *   npx tsx scripts/record_histories.ts PATH_OF_WASMD COUNT [FIRST]
 *
 * The node runs without an engine. This script is its engine over ABCI, so it chooses times, votes and evidence. Writes
 * `test/vectors/wasmd-histories.jsonl.br`. With FIRST, it keeps the histories before that number as they are.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { Response, type ValidatorUpdate as TheirUpdate } from 'cosmjs-types/tendermint/abci/types';
import { FrameReader } from '../src/abci/wire/frame_reader.js';
import { requestFrame } from '../src/abci/wire/messages.js';
import type { AbciRequest } from '../src/abci/wire/request.js';
import { addressOf } from '../src/consensus/types/validator.js';
import { toUpperHex } from '../src/kernel/hex.js';
import { formatTime, parseTime } from '../src/kernel/time.js';
import {
  blockEvents,
  CHAIN_ID,
  HISTORIES_FILE,
  type History,
  MAX_GAS,
  type RecordedBlock,
  readHistories,
  requestOf,
  shortEvent,
} from '../test/live/wasmd/history.js';
import type { Json } from '../test/live/wasmd/recording.js';
import { freePort } from '../test/support/ports.js';
import { base64, COIN, Draw, GENESIS_TIME, KEYS } from './wasmd/draw_history.js';

const BLOCKS = 30;
/** Number of the first history that mostly draws what succeeds. */
const FIRST_WILLING = 150;
const [program, count = '200', first = '0'] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: npx tsx scripts/record_histories.ts PATH_OF_WASMD COUNT [FIRST]');
  process.exit(2);
}

interface Member {
  readonly address: string;
  readonly key: string;
  readonly power: number;
}

/** Order of a commit's votes: power from the top, then address. */
const ordered = (members: readonly Member[]): readonly Member[] =>
  members.toSorted((a, b) => b.power - a.power || (a.address < b.address ? -1 : 1));

function changed(members: readonly Member[], updates: readonly TheirUpdate[]): readonly Member[] {
  const next = new Map(members.map((each) => [each.key, each]));
  for (const { pubKey: { ed25519 = new Uint8Array() } = {}, power } of updates) {
    const key = toUpperHex(ed25519);
    const pubKey = { type: 'ed25519' as const, bytes: ed25519 };
    if (power === 0n) next.delete(key);
    else next.set(key, { key, address: toUpperHex(addressOf(pubKey)), power: Number(power) });
  }
  return ordered([...next.values()]);
}

/** Calls the node over its socket. Texts of its answers may have bytes that are not UTF-8. */
class Engine {
  readonly #frames = new FrameReader();
  readonly #answers: Response[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      for (const frame of this.#frames.push(chunk)) this.#answers.push(Response.decode(frame));
    });
  }

  static async connect(port: number): Promise<Engine> {
    for (let tries = 0; tries < 300; tries++) {
      const socket = connect(port, '127.0.0.1');
      const isOpen = await once(socket, 'connect').catch(() => undefined);
      if (isOpen !== undefined) return new Engine(socket);
      await later(100);
    }
    throw new Error('wasmd does not listen');
  }

  async ask(request: AbciRequest): Promise<Response> {
    this.socket.write(Buffer.concat([requestFrame(request), requestFrame({ type: 'flush', value: {} })]));
    while (this.#answers.length < 2) await once(this.socket, 'data');
    const [answer] = this.#answers.splice(0, 2) as [Response];
    if (answer.exception !== undefined) throw new Error(`${request.type}: ${answer.exception.error}`);
    return answer;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Starts the chain on the node, and returns its first validators. */
async function begin(engine: Engine, genesis: Json): Promise<readonly Member[]> {
  const { initChain: started } = await engine.ask({
    type: 'initChain',
    value: {
      time: parseTime(GENESIS_TIME) as bigint,
      chainId: CHAIN_ID,
      consensusParams: {
        block: { maxBytes: 22_020_096n, maxGas: MAX_GAS },
        evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: 172_800n * 10n ** 9n, maxBytes: 1_048_576n },
        validator: { pubKeyTypes: ['ed25519'] },
      },
      validators: KEYS.map(({ pubKey }, i) => ({
        pubKey,
        power: BigInt(genesis.app_state.staking.validators[i].tokens) / COIN,
      })),
      appStateBytes: Buffer.from(JSON.stringify(genesis.app_state)),
      initialHeight: 1n,
    },
  });
  return changed([], started?.validators ?? []);
}

/** Runs the blocks of a history on the node, and returns them. */
async function run(engine: Engine, draw: Draw, genesis: Json): Promise<readonly RecordedBlock[]> {
  let time = parseTime(GENESIS_TIME) as bigint;
  // Sets of validators: of the last block, of this one, and of the next.
  const first = await begin(engine, genesis);
  const sets = [first, first, first];
  const blocks: RecordedBlock[] = [];
  const times = [time];
  let guilty = 0;
  for (let height = 1; height <= BLOCKS; height++) {
    time += draw.pause();
    times.push(time);
    const signers = height === 1 ? [] : (sets[height - 1] as readonly Member[]);
    const votes = signers.map(
      ({ address, power }, i) =>
        [address, power, i === 0 || !draw.chance(address.charCodeAt(3) % 2 ? 0.5 : 0.1)] as const,
    );
    const evidence: RecordedBlock['evidence'][number][] = [];
    if (guilty < 2 && height > 4 && draw.chance(0.03)) {
      guilty++;
      const past = height - 1 - draw.below(3);
      const member = draw.one(sets[past] as readonly Member[]);
      if (member.power < 40) evidence.push([member.address, member.power, past, formatTime(times[past] as bigint)]);
    }
    const drawn = await Promise.all([draw.tx(height)]);
    if (draw.chance(0.2)) {
      const more = await draw.tx(height);
      if (drawn.every(({ by }) => by !== more.by)) drawn.push(more);
    }
    const proposer = draw.one(sets[height] as readonly Member[]).address;
    const proposed = { time: formatTime(time), votes, evidence, proposer };
    const txs = drawn.map(({ bytes }) => ({ bytes: base64(bytes) }));
    const request = requestOf({ ...proposed, txs }, BigInt(height));
    const { finalizeBlock: response } = await engine.ask({ type: 'finalizeBlock', value: request });
    if (response === undefined) throw new Error('another response than that of FinalizeBlock');
    await engine.ask({ type: 'commit', value: {} });
    sets.push(changed(sets.at(-1) as readonly Member[], response.validatorUpdates));
    for (const [i, { by }] of drawn.entries()) {
      const result = response.txResults[i];
      if (result !== undefined) draw.follow(by, result, height);
    }
    draw.followBlock(response.events);
    blocks.push({
      ...proposed,
      txs: response.txResults.map((result, i) => ({
        name: drawn[i]?.name ?? '',
        bytes: txs[i]?.bytes ?? '',
        code: result.code,
        codespace: result.codespace,
        log: result.log,
        data: base64(result.data),
        gas: Number(result.gasUsed),
        events: result.events.map(shortEvent),
      })),
      ...blockEvents(response.events.map(shortEvent)),
      updates: response.validatorUpdates.map(({ pubKey, power }) => [
        toUpperHex(pubKey?.ed25519 ?? new Uint8Array()),
        Number(power),
      ]),
    });
  }
  return blocks;
}

/** Starts a node for a history, runs it, and exports the node's state. */
async function record(index: number): Promise<History> {
  const name = `history ${index}`;
  const home = mkdtempSync(join(tmpdir(), 'wasmd-'));
  try {
    execFileSync(program as string, ['init', 'recorded', '--chain-id', CHAIN_ID, '--home', home], { stdio: 'ignore' });
    const file = join(home, 'config', 'genesis.json');
    const draw = new Draw(name, index >= FIRST_WILLING);
    const genesis = draw.genesis(JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(file, JSON.stringify(genesis));
    const port = await freePort();
    const child = spawn(
      program as string,
      [
        'start',
        '--home',
        home,
        '--with-comet=false',
        '--address',
        `tcp://127.0.0.1:${port}`,
        '--minimum-gas-prices',
        '0stake',
        '--grpc.enable=false',
        '--log_level',
        'error',
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => child.once('close', resolve));
    let blocks: readonly RecordedBlock[];
    try {
      const engine = await Engine.connect(port);
      blocks = await run(engine, draw, genesis);
      engine.close();
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    const out = execFileSync(program as string, ['export', '--home', home], {
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { name, genesis, blocks, exported: JSON.parse(out.toString()).app_state };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

const lines = readHistories()
  .slice(0, Number(first))
  .map((history) => JSON.stringify(history));
for (let i = lines.length; i < Number(count); i++) {
  const history = await record(i);
  const txs = history.blocks.flatMap((block) => block.txs);
  console.log(`${history.name}: ${txs.length} transactions, ${txs.filter(({ code }) => code === 0).length} succeed`);
  lines.push(JSON.stringify(history));
}
const text = `${lines.join('\n')}\n`;
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants;
const compressed = brotliCompressSync(text, {
  params: { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length, [BROTLI_PARAM_QUALITY]: 11 },
});
writeFileSync(HISTORIES_FILE, compressed);
console.log(`${lines.length} histories, ${text.length} bytes, ${compressed.length} compressed`);
