/** Controls the chain: blocks, snapshots, time, balances, base fee. */
import type { JSX } from 'preact';
import { hasEngine } from '../../shell/store.js';
import { BaseFee } from './base_fee.js';
import { Faucet } from './faucet.js';
import { Mine, MiningMode, Stepping } from './mining.js';
import { GoBack, Snapshots } from './snapshots.js';
import { TimeTravel } from './time_travel.js';

const OfSimulation = (): JSX.Element => (
  <div class="panels">
    <MiningMode />
    <Stepping />
    <Mine />
    <Snapshots />
    <TimeTravel />
    <Faucet />
    <BaseFee />
    <GoBack />
  </div>
);

/** Shows what dev transactions do, which validators execute as all others. */
const OfEngine = (): JSX.Element => (
  <>
    <p>
      A CometBFT engine decides the blocks and their times, and a decided block is final. So there are no mining modes,
      no time travel and no snapshots. Dev transactions work on the node that has the key of the dev authority; a call
      returns when a block contains them.
    </p>
    <div class="panels">
      <Faucet />
      <BaseFee />
    </div>
  </>
);

export const Control = (): JSX.Element => (
  <>
    <h1>Control</h1>
    <p>“How to call this” below a button shows the call that does the same from a program.</p>
    {hasEngine.value ? <OfEngine /> : <OfSimulation />}
  </>
);
