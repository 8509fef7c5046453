/** Tests that the page folds the events of a network to the states that its engines have. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { History } from '../../../src/dashboard/model/history.js';
import { readTrace } from '../../../src/dashboard/model/trace/read_trace.js';
import type { Devnet } from '../../../src/devnet/index.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { toHex } from '../../../src/kernel/hex.js';
import { expectSame, type TracedDevnet, tracedDevnet } from './model_kit.js';

/** Allows for many networks, of which every instant is compared. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const NODES = 4;
/**
 * Index of a validator that is byzantine in some runs, and forgets its lock without an event, so its own state is not
 * compared.
 */
const BYZANTINE = 3;

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => (devnet: Devnet) => devnet.step('event', count)),
  },
  fc.integer({ min: 1, max: 2 }).map((count) => (devnet: Devnet) => devnet.step('round', count)),
  fc
    .constantFrom(
      [
        [0, 1],
        [2, 3],
      ],
      [[0, 1, 2], [3]],
      [[0], [1, 2, 3]],
    )
    .map((groups) => (devnet: Devnet) => devnet.network.partition(groups)),
  fc.constant((devnet: Devnet) => devnet.network.heal()),
  fc.nat(NODES - 1).map((node) => (devnet: Devnet) => devnet.network.crashValidator(node)),
  fc.nat(NODES - 1).map((node) => (devnet: Devnet) => devnet.network.restartValidator(node)),
  fc.constant((devnet: Devnet) => devnet.network.addFault({ type: 'equivocate', node: BYZANTINE })),
  fc.constant((devnet: Devnet) => devnet.network.addFault({ type: 'drop', vote: 'prevote', from: [0] })),
);

/** An action that the state of the network rules out is left out: a crash of a validator that is down. */
function onlyRefused(error: unknown): void {
  if (!(error instanceof HalleyError && error.code === 'conflict')) throw error;
}

async function historyOf(traced: TracedDevnet, interval: number): Promise<History> {
  const history = new History({ interval });
  await readTrace(traced.text(), { onMessage: (message) => history.take(message) });
  return history;
}

const indexIn =
  ({ runtime }: TracedDevnet) =>
  (address: string): number =>
    runtime.chain.keys.findIndex((key) => toHex(key.address) === address);

describe('the page', () => {
  it('has the states of the engines, whatever happens to the network', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), fc.nat(1000), async (actions, seed) => {
        await using traced = await tracedDevnet(`fold ${seed}`, NODES);
        // Every node has signed since the trace began, so the page knows what each would keep in a crash.
        await traced.devnet.step('height', 2);
        for (const act of actions) {
          await act(traced.devnet).catch(onlyRefused);
          await traced.devnet.step('event', 10);
        }
        const history = await historyOf(traced, 50);
        const { simNetwork } = traced.runtime.chain;
        for (let index = 0; index < NODES; index++) {
          const node = history.live?.nodes[index];
          if (node === undefined) throw new Error(`no node ${index}`);
          expect(node.up).toBe(simNetwork.node(index).up);
          if (simNetwork.byzantine.includes(index)) continue;
          expectSame(node, simNetwork.node(index).engine, indexIn(traced), simNetwork.byzantine);
        }
      }),
    );
  });

  it('finds the state of any past instant', async () => {
    await using traced = await tracedDevnet('past', NODES);
    const indexes: number[] = [];
    const positions: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      await traced.devnet.step('event', 17);
      const history = await historyOf(traced, 20);
      indexes.push(history.end);
      positions.push(JSON.stringify(history.live?.nodes.map(({ height, round, step }) => [height, round, step])));
    }
    const history = await historyOf(traced, 20);
    const found = indexes.map((index) =>
      JSON.stringify(history.at(index)?.nodes.map(({ height, round, step }) => [height, round, step])),
    );
    expect(found).toEqual(positions);
  });
});
