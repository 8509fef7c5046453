/** The composite keys that queries match, where a dialect has other ones than the bus gives (consensus-rpc.md 8.3). */
import type { Event } from '../../../../abci/application.js';
import type { EventMap } from '../../../ports/comet.js';

/** `<event type>.<attribute key>` to its values in order of emission, then `tm.event`. */
export function eventMap(name: string, events: readonly Event[]): EventMap {
  const map = new Map<string, string[]>();
  const add = (key: string, value: string): void => {
    const values = map.get(key);
    if (values === undefined) map.set(key, [value]);
    else values.push(value);
  };
  for (const { type, attributes } of events)
    for (const { key, value } of attributes) if (type !== '' && key !== '') add(`${type}.${key}`, value);
  add('tm.event', name);
  return map;
}
