/**
 * Implements Halley's own EVM. Calls, creations and everything else that needs the state are in TypeScript, on the
 * state's own journal. The interpreter (`interpreter/`, WebAssembly) has the frames, computation, memory, and the
 * storage that code has accessed.
 */
import { type Awaitable, settle } from '../../kernel/awaitable.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import type { BlockContext } from '../block_context.js';
import type { ExecutionGuard } from '../execution_guard.js';
import type { IntrinsicGas } from '../intrinsic_gas.js';
import type { Execution, Machine, MachineRules, Message } from '../machine.js';
import { type Observer, observesSteps } from '../observer.js';
import type { MachineState } from '../state.js';
import { Engine } from './interpreter_session.js';
import { LOOP } from './loop.js';
import { Rules } from './rules.js';
import { Run } from './run.js';
import { execute } from './transaction.js';
import type { Watched } from './wasm_instance.js';

/** Returns a function that creates machines. All machines of a chain share the rules of its fork. */
export function machineMaker<S extends MachineState>(given: MachineRules<S>): (guard: ExecutionGuard) => Machine<S> {
  const rules = new Rules(given);
  return (guard) => new HalleyMachine(rules, guard);
}

class HalleyMachine<S extends MachineState> implements Machine<S> {
  broken = false;
  readonly #engines: Readonly<Record<Watched, Engine>>;
  #state: S | undefined;

  constructor(
    readonly rules: Rules<S>,
    private readonly guard: ExecutionGuard,
  ) {
    this.#engines = {
      nothing: new Engine(rules, 'nothing'),
      steps: new Engine(rules, 'steps'),
      counts: new Engine(rules, 'counts'),
    };
  }

  get state(): S {
    if (this.#state === undefined) throw new InvariantViolation('the machine has no state: attach one before a run');
    return this.#state;
  }

  attach(state: S | undefined): void {
    this.#state = state;
  }

  execute(context: BlockContext, message: Message, gas: IntrinsicGas, observer?: Observer): Awaitable<Execution> {
    const watched = observesSteps(observer) ? 'steps' : observer?.counts === undefined ? 'nothing' : 'counts';
    const engine = this.#engines[watched];
    const run = new Run(this.state, this.rules, engine, this.guard, context, message, observer, LOOP);
    const ended = (execution: Execution): Execution => {
      engine.end();
      return execution;
    };
    return settle(
      () => execute(run, gas),
      ended,
      (error) => broken(error, run),
    );
  }
}

function broken<S extends MachineState>(error: unknown, run: Run<S>): never {
  // The interpreter's contents are unknown after a trap.
  run.engine.drop();
  throw run.absence ?? (error instanceof WebAssembly.RuntimeError ? trapped(error, run) : error);
}

/** Describes a trap, which is an error in the interpreter, with what is needed to reproduce it. */
function trapped<S extends MachineState>(
  { message }: Error,
  { context, frames, rules: { seed }, message: { from, to } }: Run<S>,
): Error {
  const again = `${seed === undefined ? 'the seed' : `seed "${seed}"`} and the blocks of the chain reproduce it`;
  const where = `block ${context.number}, from ${to0x(from)}${to === undefined ? '' : ` to ${to0x(to)}`}`;
  return new Error(`the interpreter trapped (${message}) in ${where}, ${frames.length} frames deep; ${again}`);
}
