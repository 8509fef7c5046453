/** Builds the composite keys of events that queries match (CometBFT types/event_bus.go; consensus-rpc.md 8.3). */
import type { Event } from './application.js';

/**
 * Maps `<event type>.<attribute key>` to its values in order of emission, then `extra`, then `tm.event`, the event's
 * own name. Events without a type and attributes without a key have no composite key.
 */
export function eventMap(
  name: string,
  events: readonly Event[],
  extra: readonly (readonly [key: string, value: string])[] = [],
): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  const add = (key: string, value: string): void => {
    const values = map.get(key);
    if (values === undefined) map.set(key, [value]);
    else values.push(value);
  };
  for (const { type, attributes } of events) {
    if (type === '') continue;
    for (const { key, value } of attributes) if (key !== '') add(`${type}.${key}`, value);
  }
  for (const [key, value] of extra) add(key, value);
  add('tm.event', name);
  return map;
}
