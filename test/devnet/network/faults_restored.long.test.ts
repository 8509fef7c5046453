/** Reverts to the middle of each fault, and restarts in it: the chain continues as if nothing had happened. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, fixedClock, verifyHome } from '../../../src/devnet/index.js';
import { START, temporaryHome } from '../node_kit.js';
import { FAULT_EXAMPLES } from './fault_examples.js';
import { ask, post, send, start } from './network_kit.js';

const stateOf = ({ network, height, time, validators, accounts }: Devnet) => ({
  height,
  validators,
  balances: accounts.map(({ balance }) => balance),
  now: time.now,
  conflict: network.conflict,
  faults: network.faults,
  cutLinks: network.cutLinks,
  nodes: network.nodes.map(({ index, up, height, round, step }) => ({ index, up, height, round, step })),
});

/** Returns the block hashes of both interfaces. The hash of a CometBFT block covers the signatures below it. */
const hashesOf = async (devnet: Devnet) => {
  const heights = Array.from({ length: Number(devnet.height) }, (_, index) => index + 1);
  return Promise.all(
    heights.map(async (height) => {
      const { result } = await post(devnet.urls.cometRpc, 'block', { height: `${height}` });
      const { hash } = await ask(devnet, 'eth_getBlockByNumber', `0x${height.toString(16)}`, false);
      return [hash, result.block_id.hash];
    }),
  );
};

/** Blocks after the snapshot, in which each of the four validators proposes. */
const LATER = 6;

async function goOn(devnet: Devnet) {
  for (let i = 0; i < LATER; i++) await devnet.mine();
  return { ...stateOf(devnet), hashes: await hashesOf(devnet) };
}

describe.each(FAULT_EXAMPLES.map((fault) => [fault.type, fault] as const))('in the middle of fault %s', (_, fault) => {
  it.each([7, 60, 150])('a revert to event %d continues as a run without the detour, byte for byte', async (events) => {
    const begun = async () => {
      const devnet = await start({ miningMode: 'step' });
      await devnet.network.addFault(fault);
      await send(devnet);
      await devnet.step('event', events);
      return devnet;
    };
    const straight = await begun();
    const [before, expected] = [stateOf(straight), await goOn(straight)];
    const devnet = await begun();
    const id = await devnet.snapshot();
    await devnet.mine({ blocks: 2 });
    await devnet.network.removeFault(1);
    await devnet.network.crashValidator(2);
    await devnet.network.addFault({ type: 'loss', percent: 99 });
    await devnet.step('event', 20);
    await devnet.revert(id);
    expect(stateOf(devnet)).toEqual(before);
    expect(await goOn(devnet)).toEqual(expected);
  });

  it('a restart of its home continues with it', async () => {
    const home = await temporaryHome();
    const options = { home, seed: 'menu', clock: fixedClock(START), miningMode: 'manual' } as const;
    const first = await createDevnet(options);
    await first.network.addFault(fault);
    await first.mine();
    const { faults } = first.network;
    await first.close();
    const second = await createDevnet(options);
    expect(second.network.faults).toEqual(faults);
    await second.mine();
    await second.network.removeFault(1);
    await second.close();
    const third = await createDevnet(options);
    expect(third.network.faults).toEqual([]);
    expect(await third.network.addFault(fault)).toBe(2);
    await third.mine();
    await third.close();
    const report = await verifyHome(home);
    expect(report.chains.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
