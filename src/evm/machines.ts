/**
 * Creates machines. An implementation is large, so it is loaded when the first code runs or when the process calls
 * `load`, and not when the process starts.
 */
import { DEFAULT_MACHINE } from './default_machine.js';
import type { ExecutionGuard } from './execution_guard.js';
import type { Machine, MachineRules } from './machine.js';
import type { MachineState } from './state.js';

/** Loader of each kind. Each implementation is loaded separately and on demand. */
const MAKERS = {
  halley: () => import('./halley/machine.js'),
  ethereumjs: () => import('./ethereumjs/machine.js'),
} as const satisfies Readonly<Record<MachineKind, unknown>>;

export type MachineKind = 'halley' | 'ethereumjs';
export const MACHINE_KINDS = Object.keys(MAKERS) as readonly MachineKind[];

/** Creates the machines of one chain. They share the rules of its fork. */
export class Machines<S extends MachineState> {
  #make: Promise<(guard: ExecutionGuard) => Machine<S>> | undefined;

  /** Calls `rules` when the implementation is loaded, and again after `renew`. */
  constructor(
    private readonly rules: () => MachineRules<S>,
    private readonly kind: MachineKind = DEFAULT_MACHINE,
  ) {}

  /** Creates a machine that consults `guard` while code runs. */
  async create(guard: ExecutionGuard): Promise<Machine<S>> {
    return (await this.load())(guard);
  }

  /** Lets the next machine have the rules of another fork. */
  renew(): void {
    this.#make = undefined;
  }

  /** Loads the implementation on the first call. */
  load(): Promise<(guard: ExecutionGuard) => Machine<S>> {
    this.#make ??= MAKERS[this.kind]().then(({ machineMaker }) => machineMaker(this.rules()));
    return this.#make;
  }
}
