/**
 * Provides what the devnet takes from its platform: the wall clock, randomness and timers. No other code of it reads
 * them.
 */
import { randomBytes } from 'node:crypto';
import type { Bytes } from '../kernel/bytes.js';
import type { EventLoop } from '../kernel/fair_scheduler.js';
import { NANOS_PER_MILLISECOND, type UnixNanos } from '../kernel/time.js';
import type { Middleware, ProtocolHandler } from '../rpc/protocol_handler.js';

/** Provides the time for the next block. It may stand still. */
export interface Clock {
  /** Returns nanoseconds since 1970. */
  now(): UnixNanos;
}

/** Wall clock. */
export const systemClock: Clock = { now: () => BigInt(Date.now()) * NANOS_PER_MILLISECOND };

/** Returns milliseconds of a clock that never goes back. */
export const monotonicMs = (): number => performance.now();

/** Returns random bytes for ids of filters and subscriptions, which must be hard to guess and are in no block. */
export const hostRandom = (length: number): Bytes => new Uint8Array(randomBytes(length));

/** Calls back once after `delayMs`, unless the returned function is called first. */
export function hostSchedule(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}

/** Calls back every `ms` milliseconds; returns the function that stops it. */
export type Ticker = (ms: number, tick: () => void) => () => void;

export const hostTicker: Ticker = (ms, tick) => {
  const timer = setInterval(tick, ms);
  return () => clearInterval(timer);
};

/** Platform of a devnet. Code of this package may replace it, so that answers depend on nothing else. */
export interface Platform {
  readonly random: (length: number) => Bytes;
  readonly monotonicMs: () => number;
  /** Serves handlers in place of sockets. */
  readonly listen?: (server: HostedServer) => Promise<HostedAddresses>;
}

export interface HostedServer {
  readonly addresses: readonly string[];
  /** Flag that sets the addresses, for errors. */
  readonly flag: string;
  readonly handler: ProtocolHandler;
  /** Steps that an HTTP request passes before the handler. */
  readonly middleware?: readonly Middleware[];
}

/** Addresses of an open server, as `Listener` has them. */
export interface HostedAddresses {
  readonly all: readonly {
    readonly port: number | undefined;
    readonly address: string;
    readonly url: string;
    readonly webSocketUrl: string;
  }[];
  close(): Promise<void>;
}

export const HOST_PLATFORM: Platform = { random: hostRandom, monotonicMs };

/**
 * Read once, because tests of a program may replace the global function by a fake that does not call back by itself.
 */
const afterEvents = setImmediate;

/** Event loop for long work: an immediate runs after the sockets, timers and signals that are ready. */
export const eventLoop: EventLoop = { now: monotonicMs, afterIo: (action) => void afterEvents(action) };
