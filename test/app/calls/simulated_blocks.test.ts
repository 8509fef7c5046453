/** Tests that simulated blocks yield to others, even if they have no calls. */
import { expect, it } from 'vitest';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { TestChain } from '../support/chain.js';

it('ends a simulation at the timeout of calls, even if its blocks have no calls', async () => {
  let now = 0;
  // The clock advances by 20 milliseconds at each reading.
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
