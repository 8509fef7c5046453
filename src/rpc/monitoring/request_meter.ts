/** Tallies the requests of a chain's interfaces by method, and measures how long they take. */
import type { Labels, Metric, Sample } from '../../backend/monitoring.js';
import { CallMeter, type MethodCount } from './call_meter.js';

/** Meters of the interfaces, and numbers of HTTP responses by status. */
export class RequestMeter {
  readonly evm: CallMeter;
  readonly comet: CallMeter;
  /** Runs once, before the first response over HTTP leaves. */
  onFirst: (() => void) | undefined;
  readonly #responses = new Map<string, Map<number, number>>();

  constructor(nowMs: () => number) {
    this.evm = new CallMeter(nowMs);
    this.comet = new CallMeter(nowMs);
  }

  /** Records a response over HTTP. `server` is the name of the handler. */
  responded(server: string, status: number): void {
    if (this.#responses.size === 0) this.onFirst?.();
    const counts = this.#responses.get(server) ?? new Map<number, number>();
    this.#responses.set(server, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  metrics(labels: Labels): readonly Metric[] {
    const meters = Object.entries({ 'EVM JSON-RPC': this.evm, 'CometBFT RPC': this.comet });
    const byMethod = (pick: (counts: MethodCount) => number): Sample[] =>
      meters.flatMap(([name, { methods }]) =>
        [...methods].map(([method, counts]) => ({
          labels: { ...labels, interface: name, method },
          value: pick(counts),
        })),
      );
    const responses = [...this.#responses].flatMap(([name, counts]) =>
      [...counts].map(([status, value]) => ({ labels: { ...labels, interface: name, code: `${status}` }, value })),
    );
    return [
      {
        name: 'halley_rpc_requests_total',
        help: 'Number of calls by interface and method.',
        type: 'counter',
        samples: byMethod(({ calls }) => calls),
      },
      {
        name: 'halley_rpc_errors_total',
        help: 'Number of calls that were answered with an error, by interface and method.',
        type: 'counter',
        samples: byMethod(({ errors }) => errors).filter(({ value }) => value > 0),
      },
      {
        name: 'halley_rpc_request_duration_seconds',
        help: 'Histogram of the time from the begin of a call to its result.',
        type: 'histogram',
        samples: meters.flatMap(([name, { durations }]) => durations.samples({ ...labels, interface: name })),
      },
      {
        name: 'halley_http_requests_total',
        help: 'Number of HTTP requests by interface and status.',
        type: 'counter',
        samples: responses,
      },
    ];
  }
}
