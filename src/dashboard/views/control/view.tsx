/** Controls the chain: blocks, snapshots, time, balances, base fee. */
import type { JSX } from 'preact';
import { call } from '../../shell/call.js';
import { hasEngine } from '../../shell/store.js';
import type { View } from '../../shell/view.js';
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

/** Has what dev transactions do, which validators execute as all others. */
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

const Control = (): JSX.Element => (
  <>
    <h1>Control</h1>
    <p>“How to call this” below a button shows the call that does the same from a program.</p>
    {hasEngine.value ? <OfEngine /> : <OfSimulation />}
  </>
);

export const control: View = {
  path: 'control',
  title: 'Control',
  group: 'Control',
  icon: 'control',
  component: Control,
  actions: [
    { title: 'Mine a block', call: call('evm_mine') },
    { title: 'Take a snapshot', call: call('evm_snapshot') },
    { title: 'Make a block for each transaction', call: call('halley_setMiningMode', 'automine') },
    { title: 'Make blocks by the clock', call: call('halley_setMiningMode', 'realtime', { factor: 1 }) },
    { title: 'Make blocks as I step', call: call('halley_setMiningMode', 'step') },
    { title: 'Heal the network', call: call('halley_heal') },
  ],
};
