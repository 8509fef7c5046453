/** Runs the load generator's process, which executes orders in turn and reports each. `load.ts` starts it. */
import { Audience, type EventsReport, type SubscribeOrder } from './event_load.js';
import { type HttpOrder, type HttpReport, httpLoad } from './http_load.js';

/** Waits for the events of the last `subscribe`, at most `ms`, then closes the connections. */
interface EventsOrder {
  readonly type: 'events';
  readonly ms: number;
}

/** Ends the last `subscribe`, even without all events. */
interface HangUpOrder {
  readonly type: 'hangUp';
}

export type Order = HttpOrder | SubscribeOrder | EventsOrder | HangUpOrder;

export type Report =
  | { readonly type: 'done'; readonly value: HttpReport | EventsReport | undefined }
  | { readonly type: 'failed'; readonly reason: string };

let audience: Audience | undefined;

async function applyCommand(order: Order): Promise<HttpReport | EventsReport | undefined> {
  switch (order.type) {
    case 'http':
      return httpLoad(order);
    case 'subscribe':
      audience = new Audience(order);
      await audience.open();
      return undefined;
    case 'hangUp':
      audience?.close();
      return undefined;
    case 'events':
      try {
        return await audience?.received(order.ms);
      } finally {
        audience?.close();
      }
  }
}

const report = (message: Report): void => {
  process.send?.(message);
};

process.on('message', (order: Order) => {
  applyCommand(order).then(
    (value) => report({ type: 'done', value }),
    (error: Error) => report({ type: 'failed', reason: error.message }),
  );
});
// The benchmark has ended.
process.on('disconnect', () => process.exit());
