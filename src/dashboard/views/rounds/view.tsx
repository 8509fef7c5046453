/** Shows the rounds. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';

const Rounds = (): JSX.Element => <h1>Rounds</h1>;

export const rounds: View = { path: 'rounds', title: 'Rounds', group: 'Consensus', component: Rounds };
