/** Tests that a closing node waits for the snapshot that it makes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SnapshotMaker } from '../../../src/devnet/app_node/snapshots/snapshot_maker.js';
import { applicationFolder } from '../../../src/devnet/home/home_store.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { temporaryHome } from '../node_kit.js';
import { SimulatedEngine } from './simulated_engine.js';

it('finishes the snapshot in the making before its store closes', async () => {
  const home = await temporaryHome();
  const bugs: unknown[] = [];
  const engine = await SimulatedEngine.start({}, { home, snapshotInterval: 3n, onBug: (...bug) => bugs.push(bug) });
  onTestFinished(() => {
    vi.restoreAllMocks();
    return engine.close();
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const begin = FairScheduler.prototype.begin;
  vi.spyOn(FairScheduler.prototype, 'begin').mockImplementation(function (this: FairScheduler, client) {
    return client.id === 'state sync snapshot' ? held.then(() => begin.call(this, client)) : begin.call(this, client);
  });
  const settled = vi.spyOn(SnapshotMaker.prototype, 'settled');
  const stop = vi.spyOn(FairScheduler.prototype, 'stop');
  await engine.advance(2);
  const snapshots = join(applicationFolder(home), 'snapshots');
  const closing = engine.node.close();
  await vi.waitUntil(() => settled.mock.calls.length + stop.mock.calls.length > 0, { timeout: 200_000 });
  await new Promise(setImmediate);
  expect(stop).not.toHaveBeenCalled();
  release();
  await closing;
  expect(readdirSync(snapshots)).toEqual(['3']);
  expect(readdirSync(join(snapshots, '3'))).toContain('metadata');
  expect(bugs).toEqual([]);
});
