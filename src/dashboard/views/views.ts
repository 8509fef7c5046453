/** The views, in the order of the navigation. The page begins with the first one, and loads the others late. */
import { call } from '../shell/call.js';
import { faultCount } from '../shell/store.js';
import type { View } from '../shell/view.js';
import { StageView } from './stage/view.js';

export const VIEWS: readonly View[] = [
  {
    path: 'stage',
    paths: ['rounds', 'watch'],
    title: 'Stage',
    group: 'Consensus',
    load: async () => StageView,
  },
  {
    path: 'messages',
    title: 'Messages',
    group: 'Consensus',
    load: async () => (await import('./messages/view.js')).Messages,
  },
  {
    path: 'validators',
    title: 'Validators',
    group: 'Consensus',
    load: async () => (await import('./validators/view.js')).Validators,
  },
  {
    path: 'ethereum',
    title: 'Ethereum',
    group: 'Chain',
    load: async () => (await import('./ethereum/view.js')).Ethereum,
  },
  {
    path: 'accounts',
    title: 'Accounts',
    group: 'Chain',
    under: 'ethereum',
    load: async () => (await import('./accounts/view.js')).Accounts,
    paths: ['account'],
  },
  {
    path: 'blocks',
    title: 'Blocks',
    group: 'Chain',
    load: async () => (await import('./blocks/view.js')).Blocks,
    paths: ['block'],
  },
  {
    path: 'transactions',
    title: 'Transactions',
    group: 'Chain',
    load: async () => (await import('./transactions/view.js')).Transactions,
    paths: ['tx'],
  },
  {
    path: 'debug',
    title: 'Debugger',
    group: 'Chain',
    under: 'transactions',
    load: async () => (await import('./debugger/view.js')).Debugger,
  },
  {
    path: 'mempool',
    title: 'Mempool',
    group: 'Chain',
    under: 'transactions',
    load: async () => (await import('./mempool/view.js')).Mempool,
  },
  {
    path: 'contracts',
    title: 'Contracts',
    group: 'Chain',
    load: async () => (await import('./contracts/view.js')).Contracts,
    paths: ['contract'],
  },
  {
    path: 'events',
    title: 'Events',
    group: 'Chain',
    under: 'contracts',
    load: async () => (await import('./events/view.js')).Events,
  },
  {
    path: 'console',
    title: 'Console',
    group: 'Chain',
    load: async () => (await import('./console/view.js')).Console,
  },
  {
    path: 'cosmos',
    title: 'Cosmos',
    group: 'Chain',
    load: async () => (await import('./cosmos/view.js')).Cosmos,
  },
  {
    path: 'modules',
    title: 'Modules',
    group: 'Chain',
    load: async () => (await import('./cosmos/modules.js')).Modules,
  },
  {
    path: 'chains',
    title: 'Chains and IBC',
    group: 'Chain',
    load: async () => (await import('./chains/view.js')).Chains,
    isOfSimulation: true,
  },
  {
    path: 'control',
    title: 'Control',
    group: 'Control',
    load: async () => (await import('./control/view.js')).Control,
    actions: [
      { title: 'Mine a block', call: call('evm_mine') },
      { title: 'Take a snapshot', call: call('evm_snapshot') },
      { title: 'Make a block for each transaction', call: call('halley_setMiningMode', 'automine') },
      { title: 'Make blocks by the clock', call: call('halley_setMiningMode', 'realtime', { factor: 1 }) },
      { title: 'Make blocks as I step', call: call('halley_setMiningMode', 'step') },
      { title: 'Heal the network', call: call('halley_heal') },
    ],
  },
  {
    path: 'faults',
    title: 'Faults',
    group: 'Control',
    count: faultCount,
    load: async () => (await import('./faults/view.js')).Faults,
    isOfSimulation: true,
  },
  {
    path: 'tour',
    title: 'Tour',
    group: 'Learn',
    load: async () => (await import('./tour/view.js')).Tour,
    isOfSimulation: true,
  },
  {
    path: 'scenarios',
    title: 'Scenarios',
    group: 'Learn',
    load: async () => (await import('./scenarios/view.js')).Scenarios,
    isOfSimulation: true,
  },
];
