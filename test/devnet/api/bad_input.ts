/**
 * Sends wrong requests, drawn from a seed, to the sockets of a running devnet. Each gets a well-formed response with a
 * known code. What is refused changes nothing, and the next valid request gets its response.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { Draw, KNOWN, noRequest, spoiltParams } from './bad_requests.js';

/** HALLEY_FUZZ_SEED seeds the requests; a failure names the request. */
const SEED = Number(process.env['HALLEY_FUZZ_SEED'] ?? 11);
/** Most bytes of heap that remain afterwards, including mined blocks. */
const MAX_GROWTH = 150_000_000;

const CODES = new Set([
  ...[-32700, -32600, -32601, -32602, -32000, -32001, -32002, -32003, -32004, -32005, 3],
  // Of eth_simulateV1.
  ...[-38010, -38011, -38012, -38013, -38014, -38015, -38020, -38021, -38025, -38026],
  // Of the wallet: EIP-1193 and EIP-5792.
  ...[4001, 4100, 4200, 4900, 4901, 4902, 5700, 5710, 5720, 5730, 5740, 5750, 5760],
]);
/** Valid requests for many blocks, a password's key or profiles take long, so these methods are drawn less often. */
const SLOW =
  /^((hardhat|anvil|evm)_mine|halley_mine|halley_addValidator|personal_|debug_(cpuProfile|goTrace|mutexProfile|blockProfile|start|stop|write))/;
/**
 * After these methods the chain may make blocks by itself, wait for steps, or have too few validators to decide. Valid
 * requests for them are undone.
 */
const UNDONE =
  /^(evm_setAutomine|(evm|anvil)_setIntervalMining|halley_(setMiningMode|crashValidator|addFault|partition|setLink|setClockSkew))$/;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

let devnet: Devnet;
const bugs: unknown[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The methods that write profiles accept any text as a path, relative to the working folder. */
const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'halley-bad-input-'));

beforeAll(async () => {
  process.chdir(folder);
  devnet = await createDevnet({
    ...{ seed: 'bad input', jsonRpc: { address: true, namespaces: ['all'] } },
    onBug: (where, error) => bugs.push([where, error]),
  });
});

afterAll(async () => {
  agent.destroy();
  await devnet.close();
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

async function post(
  body: Uint8Array | string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = request(devnet.urls.evmHttp as string, { method: 'POST', agent, headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode, text };
}

/** Restores the mining mode and the network. */
async function undo(): Promise<void> {
  const { network } = devnet;
  await devnet.setMiningMode('automine');
  for (const { id } of network.faults) await network.removeFault(id);
  await network.heal();
  for (const { index, up } of network.nodes) if (!up) await network.restartValidator(index);
}

interface Answer {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Returns what is wrong with a response; undefined when nothing is. */
function complaintOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'no object';
  const { jsonrpc, result, error, ...rest } = answer as Answer;
  if (jsonrpc !== '2.0' || !('id' in rest)) return 'no JSON-RPC answer';
  if (error === undefined) return 'result' in (answer as object) ? undefined : 'neither result nor error';
  // The steps that a trace has sent before it fails cannot be withdrawn.
  if (result !== undefined && !(result instanceof Object && 'structLogs' in result)) return 'result and error';
  if (!CODES.has(error.code)) return `unknown code ${error.code}: ${error.message}`;
  if (typeof error.message !== 'string' || error.message === '') return 'no message';
  return error.message.includes('crashed') ? error.message : undefined;
}

/** Returns the responses in one text: none for a notification. */
function answersIn(text: string): readonly Answer[] {
  if (text === '') return [];
  const parsed: unknown = JSON.parse(text);
  return (Array.isArray(parsed) ? parsed : [parsed]) as readonly Answer[];
}

const ACCOUNT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const PROBES = [
  ['eth_getBlockByNumber', ['latest', false]],
  ['eth_getBalance', [ACCOUNT, 'latest']],
  ['eth_getTransactionCount', [ACCOUNT, 'pending']],
  ['txpool_status', []],
  ['eth_chainId', []],
] as const;

/** Returns what a client can see of the chain's state, without a socket. */
async function seen(): Promise<string> {
  const answers = await Promise.all(PROBES.map(([method, params]) => devnet.provider.request({ method, params })));
  return JSON.stringify(answers, (key, value) => (key === 'logsBloom' ? undefined : value));
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? String(value);

/** Adds the test with this number of requests. */
export const testBadInput = (requests: number): void =>
  it(`answers ${requests} wrong requests, changes nothing for refused ones, and keeps running`, {
    timeout: 300_000,
  }, async () => {
    const draw = new Draw(SEED);
    const complaints: string[] = [];
    const refusals = new Map<number, number>();
    const note = (what: string, body: unknown): void => {
      if (complaints.length < 20) complaints.push(`${what}: ${shown(body)}`);
    };
    const check = (answers: readonly Answer[], body: unknown): void => {
      for (const answer of answers) {
        const complaint = complaintOf(answer);
        if (complaint !== undefined) note(complaint, body);
        if (answer.error !== undefined) refusals.set(answer.error.code, (refusals.get(answer.error.code) ?? 0) + 1);
      }
    };
    const names = KNOWN.filter(({ name }) => !SLOW.test(name));
    const slow = KNOWN.filter(({ name }) => SLOW.test(name));
    const next = () => (slow.length > 0 && draw.below(200) === 0 ? draw.of(slow) : draw.of(names));
    const socket = new WebSocket(devnet.urls.evmWs as string);
    await once(socket, 'open');
    const overSocket: string[] = [];
    socket.on('message', (data) => overSocket.push(String(data)));

    const received = async (text: string): Promise<void> => {
      while (!overSocket.some((message) => message.includes(text))) await once(socket, 'message');
    };

    let before = await seen();
    let grown = 0;
    let begun = 0;
    for (let i = 0; i < requests; i++) {
      if (i === Math.floor(requests / 10)) begun = heap();
      const kind = draw.below(20);
      if (kind < 14) {
        const known = next();
        const body = { jsonrpc: '2.0', id: i, method: known.name, params: spoiltParams(draw, known) };
        const { status, text } = await post(JSON.stringify(body));
        if (status !== 200) note(`HTTP ${status} ${text}`, body);
        const answers = answersIn(text);
        check(answers, body);
        if (answers.length !== 1) note(`${answers.length} answers`, body);
        if (UNDONE.test(known.name) && answers[0]?.error === undefined) await undo();
        const after = await seen();
        if (answers[0]?.error !== undefined && after !== before) note('refused, but', [body, before, after]);
        before = after;
      } else if (kind < 16) {
        const known = next();
        socket.send(JSON.stringify({ id: i, method: known.name, params: spoiltParams(draw, known) }));
        await received(`"id":${i},`);
      } else if (kind < 17) {
        const frame = noRequest(draw);
        socket.send(frame, { binary: draw.below(2) === 0 });
        socket.send(`{"id":"after ${i}","method":"eth_chainId"}`);
        await received(`"id":"after ${i}","result":"0x`);
      } else if (kind < 19) {
        const body = noRequest(draw);
        const { status, text } = await post(body);
        if (status !== 200) note(`HTTP ${status} ${text}`, Buffer.from(body).toString());
        check(answersIn(text), Buffer.from(body).toString());
      } else {
        const batch = Array.from({ length: 1 + draw.below(5) }, (_, id) => {
          const known = draw.of(names);
          return draw.below(6) === 0
            ? draw.of<unknown>([1, null, [], {}, 'x'])
            : { jsonrpc: '2.0', id, method: known.name, params: spoiltParams(draw, known) };
        });
        const { text } = await post(JSON.stringify(batch));
        const answers = answersIn(text);
        check(answers, batch);
        if (answers.length !== batch.length) note(`${answers.length} answers`, batch);
      }
      if (kind >= 14) {
        await undo();
        before = await seen();
      }
      if (i % 500 === 0) {
        check(answersIn((await post(`[${overSocket.length}]`)).text), 'probe');
        for (const text of overSocket.splice(0)) {
          const answers = answersIn(text).filter(
            (answer) => (answer as { method?: unknown }).method !== 'eth_subscription',
          );
          check(answers, text);
        }
      }
      if (complaints.length >= 20) break;
    }
    grown = heap() - begun;
    expect(complaints).toEqual([]);
    expect(bugs).toEqual([]);
    // Both transports still respond.
    expect((await post('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')).text).toContain('"result":"0x');
    socket.send('{"id":"last","method":"eth_blockNumber"}');
    await received('"id":"last","result":"0x');
    socket.terminate();
    // Most requests had wrong parameters, and each kind of refusal occurred.
    for (const code of [-32700, -32600, -32602, -32000])
      expect(refusals.get(code) ?? 0).toBeGreaterThan(requests / 200);
    expect(grown).toBeLessThan(MAX_GROWTH);
  });
