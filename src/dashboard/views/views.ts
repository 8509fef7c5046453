/** Lists the views in the order of the navigation. */
import type { View } from '../shell/view.js';
import { blocks } from './blocks/view.js';
import { control } from './control/view.js';
import { faults } from './faults/view.js';
import { messages } from './messages/view.js';
import { rounds } from './rounds/view.js';
import { scenarios } from './scenarios/view.js';
import { tour } from './tour/view.js';

export const VIEWS: readonly View[] = [rounds, messages, blocks, control, faults, scenarios, tour];
