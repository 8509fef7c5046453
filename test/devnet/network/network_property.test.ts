/** Draws random calls of the network control, valid and invalid, on a running chain that must stay alive and safe. */
import { expect, it } from 'vitest';
import { HalleyError, type NetworkFault } from '../../../src/devnet/index.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { post } from '../../support/ask.js';
import { draws } from '../../support/draws.js';
import { library, mineUntilEqual, start } from './network_kit.js';

const CALLS = 25;
const SIZE = 4;

/** Returns a fault that is sometimes invalid. No validator breaks the rules, so that none is jailed for good. */
function aFault(random: RandomStream): NetworkFault {
  const node = random.below(SIZE + 1);
  const percent = random.below(120);
  const ms = random.below(500);
  const all = [
    { type: 'loss', percent },
    { type: 'delay', ms, from: [node] },
    { type: 'duplicate', percent, ms },
    { type: 'reorder', ms: ms - 20 },
    { type: 'skew', node, ms },
    { type: 'drop', message: 'vote', to: [node] },
    { type: 'drop', message: 'votes' },
  ];
  return all[random.below(all.length)] as NetworkFault;
}

it('random calls break no invariant, and a healed network decides at once', async () => {
  for (let seed = 0; seed < draws(12); seed++) {
    const random = new RandomStream(seedStream(`${process.env['HALLEY_SEED'] ?? 'menu'} ${seed}`, 'calls'));
    const devnet = await start({ miningMode: random.below(2) === 0 ? 'manual' : 'step', seed: `menu ${seed}` });
    const network = library(devnet);
    const index = () => random.below(SIZE + 1);
    const calls: (() => Promise<unknown>)[] = [
      () => network.crash(index()),
      () => network.restart(index()),
      () => network.add(aFault(random)),
      () => network.remove(1 + random.below(6)),
      () => network.partition([[index(), index()], [index()]]),
      () => network.heal(),
      () =>
        network.link(index(), index(), { up: random.below(2) === 0, ms: random.below(50), percent: random.below(9) }),
      () => network.skew(index(), random.below(1000) - 500),
      () => devnet.step('event', 1 + random.below(40)),
      () => devnet.mine(),
    ];
    for (let call = 0; call < CALLS; call++)
      await calls[random.below(calls.length)]?.().catch((error: unknown) => {
        if (!(error instanceof HalleyError) || error.code === 'stopped') throw error;
      });
    for (const { id } of devnet.network.faults) await network.remove(id);
    await network.heal();
    for (const { index: node, up } of devnet.network.nodes) if (!up) await network.restart(node);
    await devnet.mine();
    await devnet.mine();
    const { result } = await post(devnet.urls.cometRpc, 'commit', { height: `${devnet.height}` });
    expect(result.signed_header.commit.round, `seed ${seed}`).toBeLessThan(4);
    await mineUntilEqual(devnet, 60);
    await devnet.close();
  }
});
