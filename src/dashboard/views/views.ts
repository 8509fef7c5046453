/** Lists the views in the order of the navigation. */
import type { View } from '../shell/view.js';
import { accounts } from './accounts/view.js';
import { blocks } from './blocks/view.js';
import { chains } from './chains/view.js';
import { consoleView } from './console/view.js';
import { contracts } from './contracts/view.js';
import { control } from './control/view.js';
import { cosmos } from './cosmos/view.js';
import { ethereum } from './ethereum/view.js';
import { events } from './events/view.js';
import { faults } from './faults/view.js';
import { mempool } from './mempool/view.js';
import { messages } from './messages/view.js';
import { scenarios } from './scenarios/view.js';
import { stage } from './stage/view.js';
import { tour } from './tour/view.js';
import { transactions } from './transactions/view.js';
import { validators } from './validators/view.js';

export const VIEWS: readonly View[] = [
  stage,
  messages,
  validators,
  ethereum,
  accounts,
  blocks,
  transactions,
  mempool,
  contracts,
  events,
  consoleView,
  cosmos,
  chains,
  control,
  faults,
  tour,
  scenarios,
];
