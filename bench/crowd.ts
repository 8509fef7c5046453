/** Starts a chain with many accounts: from a genesis document if the target accepts one, otherwise with dev methods. */
import { to0x } from '../src/kernel/hex.js';
import { callAll } from './client.js';
import { crowdedGenesis } from './genesis.js';
import { type Launch, launch, type Target } from './targets.js';
import { recipient } from './transactions.js';

const CALLS_IN_BATCH = 500;

export async function launchCrowded(what: Launch, accounts: number): Promise<Target> {
  if (what.name === 'Halley') return launch(what, crowdedGenesis(accounts, recipient));
  const target = await launch(what);
  for (let done = 0; done < accounts; done += CALLS_IN_BATCH) {
    const batch = Array.from({ length: Math.min(CALLS_IN_BATCH, accounts - done) }, (_, i) => done + i);
    await callAll(
      target.port,
      'hardhat_setBalance',
      batch.map((index) => [to0x(recipient(index)), '0x1']),
    );
  }
  return target;
}
