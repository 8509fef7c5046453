/** Simulated blocks take turns with everybody else, also those that hold no call. */
import { expect, it } from 'vitest';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { TestChain } from '../support/chain.js';

it('end when the time of a call is over, blocks without calls too', async () => {
  let now = 0;
  // Every look at the clock takes a fiftieth of a second.
  const scheduler = new FairScheduler({ now: () => (now += 20), afterIo: (action) => void setImmediate(action) });
  const chain = await TestChain.open({ scheduler });
  await chain.block();
  const { height } = chain;
  const simulate = (number: bigint) =>
    chain.app.evm.simulate(
      {
        blocks: [{ block: { number: height + number }, state: undefined, calls: [] }],
        traceTransfers: false,
        validation: false,
      },
      height,
    );
  expect(await simulate(3n)).toMatchObject({ type: 'simulated' });
  expect(await simulate(256n)).toMatchObject({ type: 'refused' });
});
