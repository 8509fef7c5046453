/**
 * Calls methods of a node that may be unreachable for some seconds: a call is retried after a temporary failure. It is
 * only for methods that change nothing.
 */
import { HalleyError } from '../kernel/errors.js';
import { backoffMs, type Schedule, timers } from './backoff.js';
import type { CallLimits, JsonRpcClient } from './json_rpc_client.js';

/** Most retries of a call. */
const RETRIES = 5;
/** Delay before the first retry; it doubles each time. */
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

export class PatientClient {
  constructor(
    private readonly client: JsonRpcClient,
    private readonly schedule: Schedule = timers,
  ) {}

  /** Name of the node in messages. */
  get label(): string {
    return this.client.endpoint.label;
  }

  /** Returns the result of a method. Throws as `JsonRpcClient.call` does, after the last retry. */
  async call(method: string, params?: unknown, limits?: CallLimits): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.client.call(method, params, limits);
      } catch (error) {
        if (attempt > RETRIES || !mayPass(error)) throw error;
      }
      await this.#pause(backoffMs(attempt, FIRST_DELAY_MS, MAX_DELAY_MS));
    }
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.schedule(delayMs, resolve);
    });
  }
}

/** Returns whether the node may answer later: it was not reached, or a proxy before it answered. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof HalleyError)) return false;
  const { status } = error.facts;
  return error.code === 'unavailable' || (typeof status === 'number' && (status === 429 || status >= 500));
}
