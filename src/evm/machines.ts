/**
 * Makes machines. Their implementation is large: it is loaded when the first code runs, or when the host says so, and not
 * when the process starts.
 */
import { DEFAULT_MACHINE } from './default_machine.js';
import type { ExecutionGuard } from './execution_guard.js';
import type { Machine, MachineRules } from './machine.js';
import type { MachineState } from './state.js';

/** Loaded late, each by itself. */
const MAKERS = {
  halley: () => import('./halley/machine.js'),
  ethereumjs: () => import('./ethereumjs/machine.js'),
} as const satisfies Readonly<Record<MachineKind, unknown>>;

export type MachineKind = 'halley' | 'ethereumjs';
export const MACHINE_KINDS = Object.keys(MAKERS) as readonly MachineKind[];

/** For one chain; they share the rules of its fork. */
export class Machines<S extends MachineState> {
  #make: Promise<(guard: ExecutionGuard) => Machine<S>> | undefined;

  /** `rules` is asked when the implementation is loaded. */
  constructor(
    private readonly rules: () => MachineRules<S>,
    private readonly kind: MachineKind = DEFAULT_MACHINE,
  ) {}

  /** `guard` is asked while code runs. */
  async create(guard: ExecutionGuard): Promise<Machine<S>> {
    return (await this.load())(guard);
  }

  /** Loads the implementation, once. */
  load(): Promise<(guard: ExecutionGuard) => Machine<S>> {
    this.#make ??= MAKERS[this.kind]().then(({ machineMaker }) => machineMaker(this.rules()));
    return this.#make;
  }
}
