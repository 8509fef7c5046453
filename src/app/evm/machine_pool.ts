/** Machines for calls: as many as run at once, kept for the next ones. */
import type { WorkingState } from '../state/types.js';
import { Guard, type QueryHost } from './guard.js';
import type { Machine, Machines } from './machine.js';

/** Machines that wait for work; more are made when needed and dropped afterwards. */
const MAX_IDLE = 4;

interface Guarded {
  readonly machine: Machine;
  readonly guard: Guard;
}

export class MachinePool {
  readonly #idle: Guarded[] = [];

  constructor(
    private readonly machines: Machines,
    private readonly host: QueryHost | undefined,
  ) {}

  /** Runs `work` on a machine with `state` attached. One that threw is not used again. */
  async use<T>(state: WorkingState, timeoutMs: number, work: (machine: Machine) => Promise<T>): Promise<T> {
    const guarded = this.#idle.pop() ?? (await this.#create());
    guarded.machine.attach(state);
    guarded.guard.start(timeoutMs);
    const result = await work(guarded.machine);
    guarded.machine.attach(undefined);
    if (this.#idle.length < MAX_IDLE) this.#idle.push(guarded);
    return result;
  }

  async #create(): Promise<Guarded> {
    const guard = new Guard(this.host);
    return { machine: await this.machines.create(guard), guard };
  }
}
