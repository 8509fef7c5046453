/**
 * Controls the load generator from the benchmark. The generator is a process of its own, so that it shares no event
 * loop.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EventsReport, SubscribeOrder } from './event_load.js';
import type { HttpOrder, HttpReport } from './http_load.js';
import { untilExit } from './leftovers.js';
import type { Order, Report } from './load_process.js';

const ORDER_TIMEOUT_MS = 60_000;

export class Load {
  readonly #child: ChildProcess;

  constructor() {
    const file = fileURLToPath(new URL('./load_process.ts', import.meta.url));
    this.#child = untilExit(fork(file, [], { execArgv: process.execArgv }));
  }

  http(order: Omit<HttpOrder, 'type'>): Promise<HttpReport> {
    return this.#order({ type: 'http', ...order });
  }

  subscribe(order: Omit<SubscribeOrder, 'type'>): Promise<void> {
    return this.#order({ type: 'subscribe', ...order });
  }

  /** Returns the report of the last `subscribe`, and ends it. */
  events(ms: number): Promise<EventsReport> {
    return this.#order({ type: 'events', ms });
  }

  hangUp(): Promise<void> {
    return this.#order({ type: 'hangUp' });
  }

  stop(): void {
    this.#child.kill();
  }

  #order<T>(order: Order): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${order.type}: no report of the load`)), ORDER_TIMEOUT_MS);
      this.#child.once('message', (report: Report) => {
        clearTimeout(timer);
        if (report.type === 'done') resolve(report.value as T);
        else reject(new Error(`${order.type}: ${report.reason}`));
      });
      this.#child.send(order);
    });
  }
}
