/** An event in the form in which a dialect sends it to subscribers. */
import type { EventMap } from '../../../backend/comet.js';
import type { Json } from '../../../kernel/json.js';

export interface SubscriptionEvent {
  /** Value of `tm.event`. */
  readonly name: string;
  /** Attributes that queries match and that are sent beside the payload. They are made on the first read. */
  readonly attributes: EventMap;
  /** Returns the payload, `type` and `value`. It is called only when a subscription matches. */
  data(): Json;
}

/** Builds an event that computes `attributes` on the first read and caches them, and computes `data` on each call. */
export function lazyEvent(name: string, attributes: () => EventMap, data: () => Json): SubscriptionEvent {
  let made: EventMap | undefined;
  return {
    name,
    get attributes() {
      made ??= attributes();
      return made;
    },
    data,
  };
}
