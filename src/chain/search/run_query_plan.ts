/** Runs a plan on an index to find the units that match it. */
import type { Window } from './attribute_index.js';
import type { EventIndex } from './event_index.js';
import { intersect, lengthOf, type Run, runOf, sequence } from './id_list.js';
import type { Plan } from './query_plan.js';

/** Returns the units of the window that match the tests, ascending; without tests, all of them. */
export function unitsThatMeet(index: EventIndex, { tests }: Plan, units: Window, sameEvent: boolean): Run {
  if (tests.length === 0) return sequence(units.from, units.to);
  const events = index.eventsOf(units);
  const found: Run[] = [];
  for (const test of tests) {
    const run = index.find(test, events);
    if (lengthOf(run) === 0) return runOf([]);
    found.push(sameEvent ? run : index.unitsOf(run));
  }
  const all = intersect(found);
  return sameEvent ? index.unitsOf(all) : all;
}
