/**
 * Makes machines. Their implementation is large: it is loaded when the first code runs, or when the host says so, and not
 * when the process starts.
 */
import type { Guard } from './guard.js';
import type { Machine, NativeContract } from './machine.js';

/** For one chain; they share the rules of its fork. */
export class Machines {
  #make: Promise<(guard: Guard) => Machine> | undefined;

  constructor(
    private readonly evmChainId: () => bigint,
    private readonly natives: readonly NativeContract[],
  ) {}

  /** `guard` is asked while code runs. */
  async create(guard: Guard): Promise<Machine> {
    return (await this.load())(guard);
  }

  /** Loads the implementation, once. */
  load(): Promise<(guard: Guard) => Machine> {
    this.#make ??= import('./ethereumjs/machine.js').then(({ machineMaker }) =>
      machineMaker(this.evmChainId(), this.natives),
    );
    return this.#make;
  }
}
