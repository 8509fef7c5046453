/** An event as a dialect tells it to subscribers. */
import type { EventMap } from '../../ports.js';
import type { Json } from '../protocol/json.js';

export interface Notice {
  /** The value of `tm.event`. */
  readonly name: string;
  /** What queries match, and what is sent beside the payload. */
  readonly attributes: EventMap;
  /** `type` and `value`; asked only when somebody has subscribed to it. */
  data(): Json;
}
