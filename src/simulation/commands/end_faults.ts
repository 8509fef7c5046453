/** Ends several faults at once. Every node then gossips for the messages it missed, as when one fault ends. */
import { defineCommand } from '../command.js';
import { updateEnvs } from '../core.js';
import { updateConnections } from '../gossip/connections.js';
import { scheduleGossipForAll } from '../gossip/gossip_timer.js';

export interface EndFaults {
  readonly type: 'endFaults';
  readonly names: readonly string[];
}

export const command = defineCommand<EndFaults>({
  type: 'endFaults',
  apply(core, { names }) {
    const ended = new Set(names);
    core.faults = core.faults.filter(({ name }) => !ended.has(name));
    updateEnvs(core);
    updateConnections(core);
    scheduleGossipForAll(core);
  },
  object: ({ names }) => names.join(' '),
});
