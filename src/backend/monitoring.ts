/** Defines what a monitoring system asks of a chain: whether it runs, and its metrics. */

export type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** Part of a histogram that the value belongs to; `undefined` for other metrics. */
  readonly part?: 'bucket' | 'sum' | 'count';
}

/** Metric in the terms of Prometheus. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Monitoring {
  /** Id of the consensus chain. */
  readonly chainId: string;
  /** Returns the newest height. */
  height(): bigint;
  /** Returns why no further block can be made; undefined while the chain runs. */
  problem(): string | undefined;
  metrics(): readonly Metric[];
  /** Stops counting. */
  close(): void;
}
