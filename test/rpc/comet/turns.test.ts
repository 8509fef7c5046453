/** Batches and piles of requests of interface B, in slices of their client's turns. */
import { expect, it } from 'vitest';
import { Turns } from '../../../src/kernel/fair_scheduler.js';
import { utf8 } from '../../../src/kernel/text.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { aSurface, openSocket, post } from './calls.js';

/** Each look at the clock is four milliseconds after the last. */
function slowTurns() {
  const loop = { nowMs: 0, turns: 0 };
  const turns = new Turns({
    now: () => (loop.nowMs += 4),
    afterOthers: (action) =>
      void setImmediate(() => {
        loop.turns++;
        action();
      }),
  });
  return { loop, turns };
}

const batch = Array.from({ length: 30 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'health', params: [] }));

it('a batch pauses, and is answered like one that runs through', async () => {
  const { loop, turns } = slowTurns();
  const { surface } = aSurface({ turns });
  expect((await post(surface, batch)).json).toEqual((await post(aSurface().surface, batch)).json);
  expect(loop.turns).toBeGreaterThan(5);
});

it('a batch of a client that is gone is not run', async () => {
  const { turns } = slowTurns();
  const { surface } = aSurface({ turns });
  const response = await surface.handle({
    method: 'POST',
    path: '/',
    query: '',
    headers: {},
    body: utf8(JSON.stringify(batch)),
    peer: { ...IN_PROCESS_PEER, gone: () => true },
  });
  expect(response.body).toBe('');
});

it('requests that pile up on a WebSocket wait for the next turn, in order', async () => {
  const { loop, turns } = slowTurns();
  const { connection, send } = openSocket(aSurface({ turns }).surface);
  for (const request of batch) send(request);
  expect(connection.frames.length).toBeLessThan(5);
  while (connection.frames.length < batch.length) await new Promise((resolve) => setImmediate(resolve));
  expect(connection.frames.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  expect(loop.turns).toBeGreaterThan(5);
});
