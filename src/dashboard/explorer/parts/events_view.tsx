/** Shows events of the Cosmos SDK, which are types with keys and values. */
import type { JSX } from 'preact';
import { grouped } from '../read/format.js';
import type { CometEvent } from '../read/rpc.js';
import { ChainText } from './chain_text.js';

/** Limits the events that are shown. */
const MAX_EVENTS = 200;

export const EventsView = ({ events }: { readonly events: readonly CometEvent[] }): JSX.Element => (
  <ul class="events">
    {events.slice(0, MAX_EVENTS).map(({ type, attributes }, i) => (
      <li key={i}>
        <strong>
          <ChainText text={type} first={80} />
        </strong>
        <dl class="arguments">
          {(attributes ?? []).map(({ key, value }, j) => (
            <div key={j}>
              <dt>
                <ChainText text={key} first={60} />
              </dt>
              <dd>
                <ChainText text={value ?? ''} />
              </dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
    {events.length > MAX_EVENTS && <li class="quiet">{grouped(events.length - MAX_EVENTS)} more events</li>}
  </ul>
);
