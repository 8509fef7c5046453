/** Connects a view to something on the chain that it reads again when a block is decided or the chain is reverted. */

import { effect, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { chainId, head, mempool, reverts } from '../../shell/store.js';

export interface Live<T> {
  /** Newest value; it stays while a later read fails. */
  readonly value?: T;
  /** Reason why the last read failed. */
  readonly error?: string;
  /** Whether there was a value before, and a later read found null. */
  readonly gone?: boolean;
}

/**
 * Times to read again: with every block; also when the mempool changes; or, once there is a value, only after a
 * revert.
 */
type Refresh = 'blocks' | 'mempool' | 'reverts';

const isFound = ({ value }: Live<unknown>): boolean => value !== undefined && value !== null;

/** Returns what to show after a read. A value that was found before stays when it is gone. */
function after<T>(before: Live<T>, outcome: Outcome<T>): Live<T> {
  if ('error' in outcome) return { ...before, error: outcome.error };
  const { value } = before;
  return outcome.value === null && value !== undefined && isFound(before) ? { value, gone: true } : outcome;
}

/**
 * Returns what `read` results in. `key` names everything besides the chain that the result depends on: with another key,
 * the value is empty until the first read.
 */
export function useLive<T>(key: string, read: (chain: string) => Promise<T>, refresh: Refresh = 'blocks'): Live<T> {
  const chain = chainId.value;
  const whole = `${chain} ${key}`;
  const state = useSignal<Live<T> & { readonly of: string }>({ of: whole });
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (chain === '') return undefined;
    const reader = new LiveReader<T>(
      () => latest.current(chain),
      (outcome) => {
        const last = state.peek();
        state.value = { of: whole, ...after(last.of === whole ? last : {}, outcome) };
      },
    );
    const stop = effect(() => {
      // Another chain is chosen before this effect ends, and must not be asked for what belongs to this one.
      if (chainId.value !== chain) {
        reader.close();
        return;
      }
      if (refresh !== 'reverts' || !isFound(state.peek())) void head.value;
      if (refresh === 'mempool') void mempool.value;
      void reverts.value;
      void ownChanges.value;
      reader.request();
    });
    return () => {
      stop();
      reader.close();
    };
  }, [whole, refresh]);
  return state.value.of === whole ? state.value : {};
}

/** Number of changes that the reader made with the page. They can show before a block contains them. */
export const ownChanges = signal(0);

export type Outcome<T> = { readonly value: T } | { readonly error: string };

/** Shortest time between the end of a read and the next one. */
const WAIT_MS = 250;

/**
 * Reader of something that may change: it reads at most once in a while, and never while a read is on its way. A request
 * during a read leads to one more read.
 */
export class LiveReader<T> {
  #busy = false;
  #again = false;
  #closed = false;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly show: (outcome: Outcome<T>) => void,
    private readonly wait: (action: () => void) => void = (action) => void setTimeout(action, WAIT_MS),
  ) {}

  request(): void {
    if (this.#closed) return;
    this.#again = this.#busy;
    if (this.#busy) return;
    this.#busy = true;
    void this.#run();
  }

  /** Ends: what a read on its way results in is not shown. */
  close(): void {
    this.#closed = true;
  }

  async #run(): Promise<void> {
    const outcome = await this.read().then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    );
    if (this.#closed) return;
    this.show(outcome);
    this.wait(() => {
      this.#busy = false;
      if (this.#again) this.request();
    });
  }
}
