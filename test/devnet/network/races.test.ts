/** Sends random calls of the network control over two sockets at once. Every call ends, and the chain decides afterwards. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Devnet } from '../../../src/devnet/index.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { ask, mineUntilEqual, start } from './network_kit.js';

const CALLS = 150;
const SIZE = 4;
/** Codes of refusals. An internal error has the code -32603. */
const REFUSALS = [-32602, -32000];

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

type Call = readonly [method: string, ...params: unknown[]];

/** Draws a call. About one in five has an index or a number that does not exist. No validator becomes byzantine. */
function aCall(random: RandomStream, hasSteps: boolean): Call {
  const index = () => random.below(SIZE + 1);
  const calls: (() => Call)[] = [
    () => ['halley_addFault', { type: 'delay', ms: random.below(200), from: [index()] }],
    () => ['halley_addFault', { type: 'loss', percent: random.below(20) }],
    () => ['halley_addFault', { type: 'skew', node: index(), ms: random.below(100) }],
    () => ['halley_removeFault', 1 + random.below(20)],
    () => ['evm_snapshot'],
    () => ['evm_revert', `0x${random.below(8).toString(16)}`],
    () => ['evm_mine'],
    () => ['evm_mine'],
    () => ['halley_crashValidator', index()],
    () => ['halley_restartValidator', index()],
    () => ['halley_partition', [[index(), index()], [index()]]],
    () => ['halley_heal'],
    () => ['halley_setLink', index(), index(), { up: random.below(2) === 0, ms: random.below(50) }],
    () => ['halley_step', 'event', 1 + random.below(30)],
  ];
  return calls[random.below(hasSteps ? calls.length : calls.length - 1)]?.() as Call;
}

/** Sends all calls at once over a socket of its own, and resolves to the answers in the order of the calls. */
async function sendAll(devnet: Devnet, calls: readonly Call[]): Promise<readonly Answer[]> {
  const socket = new WebSocket(devnet.urls.evmWs as string);
  onTestFinished(() => socket.terminate());
  const answers: Answer[] = [];
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the node closed the socket')));
    socket.on('open', () => {
      for (const [id, [method, ...params]] of calls.entries())
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
    socket.on('message', (text) => {
      answers.push(JSON.parse(String(text)));
      if (answers.length === calls.length) resolve(answers.sort((a, b) => a.id - b.id));
    });
  });
}

async function endAll(devnet: Devnet): Promise<void> {
  await ask(devnet, 'halley_heal');
  for (const { id } of await ask(devnet, 'halley_faults')) await ask(devnet, 'halley_removeFault', id);
  for (const { index, up } of (await ask(devnet, 'halley_network')).nodes)
    if (!up) await ask(devnet, 'halley_restartValidator', index);
}

/** Compares both views without the positions of nodes, which change while the network runs. */
async function expectSameViews(devnet: Devnet): Promise<void> {
  const { network } = devnet;
  const faults = await ask(devnet, 'halley_faults');
  expect(faults).toEqual(
    network.faults.map(({ id, fault, since }) => ({
      id: `0x${id.toString(16)}`,
      fault,
      since: { height: `0x${since.height.toString(16)}`, time: expect.any(String) },
    })),
  );
  const { nodes, cutLinks } = await ask(devnet, 'halley_network');
  expect(cutLinks).toEqual(network.cutLinks);
  expect(nodes).toMatchObject(
    network.nodes.map(({ index, up, peers }) => ({ index, up, peers: peers.map((peer) => peer.index) })),
  );
}

describe.each(['automine', 'interval:0.02s', 'step'])('in mining mode %s', (miningMode) => {
  it.each(['first', 'second'])('random calls of two clients at once end (%s draw)', async (draw) => {
    const devnet = await start({ miningMode });
    const random = new RandomStream(seedStream(`${process.env['HALLEY_SEED'] ?? 'menu'} ${draw}`, 'races'));
    const clients = [0, 1].map(() => Array.from({ length: CALLS }, () => aCall(random, miningMode === 'step')));
    const answers = await Promise.all(clients.map((calls) => sendAll(devnet, calls)));
    for (const [client, calls] of clients.entries())
      for (const [id, call] of calls.entries()) {
        const answer = answers[client]?.[id];
        expect(answer?.id).toBe(id);
        const { error } = answer as Answer;
        if (error === undefined) expect(answer, JSON.stringify(call)).toHaveProperty('result');
        else {
          expect(REFUSALS, `${JSON.stringify(call)}: ${JSON.stringify(error)}`).toContain(error.code);
          expect(error.message).not.toBe('');
        }
      }
    await expectSameViews(devnet);
    await endAll(devnet);
    await expectSameViews(devnet);
    expect(devnet.network.faults).toEqual([]);
    const { height } = devnet;
    await devnet.mine();
    expect(devnet.height).toBeGreaterThan(height);
    await mineUntilEqual(devnet, 60);
  });
});
