/** Lists the views in the order of the navigation. */
import type { View } from '../shell/view.js';
import { blocks } from './blocks/view.js';
import { messages } from './messages/view.js';
import { rounds } from './rounds/view.js';
import { tour } from './tour/view.js';

export const VIEWS: readonly View[] = [rounds, messages, blocks, tour];
