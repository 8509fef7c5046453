/** An event as a dialect tells it to subscribers. */
import type { EventMap } from '../../../backend/comet.js';
import type { Json } from '../protocol/json.js';

export interface SubscriptionEvent {
  /** The value of `tm.event`. */
  readonly name: string;
  /** What queries match, and what is sent beside the payload; made when it is first read. */
  readonly attributes: EventMap;
  /** `type` and `value`; asked only when somebody has subscribed to it. */
  data(): Json;
}

/** `attributes` and `data` are asked when somebody needs them, `attributes` once. */
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
