/** Controls the chain: blocks, time, snapshots, balances. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';
import { Faucet, Fees } from './faucet.js';
import { Mine, MiningMode, Stepping } from './mining.js';
import { GoBack, Snapshots } from './snapshots.js';
import { TimeTravel } from './time_travel.js';

const Control = (): JSX.Element => (
  <>
    <h1>Control</h1>
    <p>Each button names the call that does the same from a program.</p>
    <div class="panels">
      <MiningMode />
      <Stepping />
      <Mine />
      <Snapshots />
      <TimeTravel />
      <Faucet />
      <Fees />
      <GoBack />
    </div>
  </>
);

export const control: View = { path: 'control', title: 'Control', group: 'Control', component: Control };
