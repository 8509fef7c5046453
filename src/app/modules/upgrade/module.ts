/** Defines x/upgrade: at the height of a plan, the chain has the rules that it names. */
import { defineModule } from '../../sdk/module/module.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { applyPlan, readPlan } from './store.js';

export const upgrade = defineModule({
  name: 'upgrade',
  stores: ['upgrade'],
  accounts: [],
  genesis: { parse: () => undefined, write: () => {}, export: () => undefined },
  messages: MESSAGES,
  queries: QUERIES,
  // The block before the plan's height commits the new rules, so that all of the next one has them.
  endBlock({ params, state, height }) {
    if (params.upgradeHeight === 0n || params.upgradeHeight > height + 1n) return { events: [] };
    const plan = readPlan(state);
    if (plan !== undefined && plan.height <= height + 1n) applyPlan(state, plan);
    return { events: [] };
  },
});
