/** Controls the chain: blocks, snapshots, time, balances, base fee. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';
import { BaseFee } from './base_fee.js';
import { Faucet } from './faucet.js';
import { Mine, MiningMode, Stepping } from './mining.js';
import { GoBack, Snapshots } from './snapshots.js';
import { TimeTravel } from './time_travel.js';

const Control = (): JSX.Element => (
  <>
    <h1>Control</h1>
    <p>“How to call this” below a button shows the call that does the same from a program.</p>
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
  </>
);

export const control: View = { path: 'control', title: 'Control', group: 'Control', component: Control };
