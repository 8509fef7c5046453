/** Shows the tour. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';

const Tour = (): JSX.Element => <h1>Tour</h1>;

export const tour: View = { path: 'tour', title: 'Tour', group: 'Learn', component: Tour };
