/** Shows the blocks. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';

const Blocks = (): JSX.Element => <h1>Blocks</h1>;

export const blocks: View = { path: 'blocks', title: 'Blocks', group: 'Chain', component: Blocks };
