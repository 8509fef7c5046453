/** Debug session of a transaction: the devnet has its recorded steps, and the page the position that it shows. */
import { type Signal, signal } from '@preact/signals';
import type { EvmDebugMove, EvmDebugSource, EvmDebugStop, WrittenDebugView } from '../../../backend/evm/debugging.js';
import { callEvm } from '../../feed/http.js';

interface Opened {
  readonly session: string;
  readonly position: number;
  readonly steps: number;
  readonly sources: readonly EvmDebugSource[];
}

export type Move = Pick<EvmDebugMove, 'kind' | 'reverse'>;

/** Breakpoint at a line, or at an instruction of an account. */
export type Breakpoint =
  | { readonly file: string; readonly line: number }
  | { readonly pc: number; readonly address: string };

export const keyOf = (breakpoint: Breakpoint): string => JSON.stringify(Object.values(breakpoint));

export class DebugSession {
  readonly view: Signal<WrittenDebugView>;
  readonly reason = signal<EvmDebugStop['reason']>('step');
  readonly problem = signal<string | undefined>(undefined);
  readonly breakpoints = signal<ReadonlyMap<string, Breakpoint>>(new Map());
  /** Whether moves also stop where a call fails. */
  readonly stopsAtFailures = signal(true);
  /** Moves that are on their way, one after the other. */
  #moves: Promise<void> = Promise.resolve();
  #wanted: number | undefined;

  private constructor(
    private readonly chain: string,
    private readonly opened: Opened,
    first: WrittenDebugView,
  ) {
    this.view = signal(first);
  }

  /** Opens a transaction. Throws RequestError when the devnet cannot record it. */
  static async open(chain: string, hash: string): Promise<DebugSession> {
    const opened = await callEvm<Opened>(chain, 'halley_debugTransaction', [hash]);
    return new DebugSession(chain, opened, await readView(chain, opened.session, opened.position));
  }

  get steps(): number {
    return this.opened.steps;
  }

  get sources(): readonly EvmDebugSource[] {
    return this.opened.sources;
  }

  /** Moves from the position that the moves before this one lead to. */
  move({ kind, reverse }: Move, granularity: EvmDebugMove['granularity']): void {
    this.#after(async () => {
      const breakpoints = [
        ...this.breakpoints.value.values(),
        ...(this.stopsAtFailures.value ? [{ revert: true }] : []),
      ];
      const params = [this.opened.session, this.view.value.step, { kind, granularity, reverse, breakpoints }];
      const stop = await callEvm<EvmDebugStop>(this.chain, 'halley_debugMove', params);
      this.view.value = await readView(this.chain, this.opened.session, stop.position);
      this.reason.value = stop.reason;
    });
  }

  /** Shows a step. Of several wishes only the last one is fulfilled. */
  show(step: number): void {
    this.#wanted = step;
    this.#after(async () => {
      if (this.#wanted !== step) return;
      this.view.value = await readView(this.chain, this.opened.session, step);
      this.reason.value = 'step';
    });
  }

  toggle(breakpoint: Breakpoint): void {
    const next = new Map(this.breakpoints.value);
    const key = keyOf(breakpoint);
    if (!next.delete(key)) next.set(key, breakpoint);
    this.breakpoints.value = next;
  }

  /** Ends the session on the devnet, which may have ended it before. */
  close(): void {
    void callEvm(this.chain, 'halley_debugClose', [this.opened.session]).catch(() => undefined);
  }

  #after(work: () => Promise<void>): void {
    this.#moves = this.#moves.then(work).then(
      () => {
        this.problem.value = undefined;
      },
      (error: Error) => {
        this.problem.value = error.message;
      },
    );
  }
}

const readView = (chain: string, session: string, position: number): Promise<WrittenDebugView> =>
  callEvm<WrittenDebugView>(chain, 'halley_debugView', [session, position]);
