/** Owns the machine that executes blocks: it is made when a block first needs it, and again after it broke. */
import { ExecutionGuard } from '../../evm/execution_guard.js';
import type { Machine } from '../../evm/machine.js';
import type { Machines } from '../../evm/machines.js';
import type { WorkingState } from '../state/types.js';

export class BlockMachine {
  readonly guard = new ExecutionGuard();
  #machine: Machine<WorkingState> | undefined;
  #attached: WorkingState | undefined;

  constructor(private readonly machines: Machines<WorkingState>) {}

  /** Makes the machine before it is needed. */
  async load(): Promise<void> {
    const machine = await this.machines.create(this.guard);
    // A block executed meanwhile has created its own machine, and may be using it.
    this.#machine ??= machine;
  }

  /** Drops the machine, because the rules have changed. */
  renew(): void {
    this.#machine = undefined;
  }

  /** Returns the machine with `state` attached. */
  readonly on = (state: WorkingState): Machine<WorkingState> | Promise<Machine<WorkingState>> => {
    const machine = this.#machine;
    if (machine === undefined || machine.broken) return this.#newOn(state);
    if (this.#attached !== state) machine.attach(state);
    this.#attached = state;
    return machine;
  };

  async #newOn(state: WorkingState): Promise<Machine<WorkingState>> {
    this.#machine = await this.machines.create(this.guard);
    this.#attached = undefined;
    return this.on(state);
  }
}
