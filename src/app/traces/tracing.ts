/**
 * Contains what all traces share: the choice of the tracer, the limits of time and size, and the output. Also writes
 * struct logs in Hardhat's format.
 */
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/execution.js';
import type { CallYieldRate } from '../../evm/execution_guard.js';
import type { Observer, Step } from '../../evm/observer.js';
import { opcodeOf, opName } from '../../evm/opcodes.js';
import { EMPTY_BYTES, leftPadded } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { type Client, isGone } from '../../kernel/fair_scheduler.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { memoryWords, REVERTED, slotOf } from './geth_error_text.js';
import { SizeBudget } from './size_budget.js';
import { HeldOutput, StreamedOutput, type TraceOutput } from './trace_output.js';
import type { TracedMessage, TracedRun, TracedSubject, Tracer, TracerDefinition } from './tracer.js';
import { TRACERS } from './tracers/index.generated.js';
import { structLogger } from './tracers/struct_logger.js';

/** Circumstances of a run. */
export interface TraceRun {
  /**
   * Yields when the time slice is used up, and stops the clock while the run awaits its reader. Without it the run
   * awaits its reader directly.
   */
  readonly yielding: CallYieldRate | undefined;
  /** Whether the run may start again, on a forked chain, so that nothing is written before its end. */
  readonly again: boolean;
  /** Text that is written before the first one of the trace. */
  readonly head?: string;
}

/** Run in progress. */
interface Under {
  readonly tracer: Tracer;
  readonly stream: StreamedOutput;
  readonly output: TraceOutput;
  /** Whether the run may start again, so that its text is written by `publish`. */
  readonly held: boolean;
}

export const refusedTrace = (reason: string): EvmTraceOutcome => ({ type: 'refused', reason });

/** Tracing of several runs, one after the other. */
export class Tracing {
  /**
   * Client of the trace. It counts as gone also when the trace is too large, so that the run ends when it next yields.
   */
  readonly client: Client;
  readonly timeout: { readonly ms: number; readonly reason: string };
  #budget: SizeBudget;
  #under: Under | undefined;

  constructor(
    private readonly options: EvmTraceOptions,
    private readonly create: (message: TracedMessage) => Tracer,
  ) {
    const { client, maxLength, out, timeoutMs } = options;
    this.#budget = new SizeBudget(maxLength);
    this.client = { id: client.id, gone: () => this.#budget.isFull || out.closed || isGone(client) };
    this.timeout = { ms: timeoutMs, reason: 'execution timeout' };
  }

  /** Begins a run with a new tracer, and returns its observer. */
  begin(subject: TracedSubject, { yielding, again, head = '' }: TraceRun): Observer {
    const { maxLength, out, structLogs, tracerConfig: config } = this.options;
    const budget = new SizeBudget(maxLength);
    const stream = new StreamedOutput(out, head);
    const output = again ? new HeldOutput(stream, budget) : stream;
    const tracer = this.create({ ...subject, config, structLogs, budget, out: output });
    this.#budget = budget;
    this.#under = { tracer, stream, output, held: again };
    // To report a step may take longer than the step itself, so the run may yield at each step.
    const rest = (): Promise<void> | undefined => {
      const wait = output.yieldIfDue();
      if (yielding === undefined) return wait;
      return wait === undefined ? yielding.yieldIfDue() : yielding.pause(wait);
    };
    return { ...tracer.observer, rest };
  }

  /** Ends a run: writes the rest of its trace, or nothing of a trace that is too large. A held trace waits for `publish`. */
  end(run: TracedRun): EvmTraceOutcome {
    const under = this.#under;
    if (under === undefined || this.#budget.isFull) return this.stop('not run').outcome;
    under.output.write(under.tracer.result(run));
    if (this.#budget.isFull) return this.stop('not run').outcome;
    if (!under.held) this.publish();
    return { type: 'traced' };
  }

  /** Writes the trace of a run that has ended and does not start again. */
  publish(): void {
    this.#under?.output.flush();
    this.#under = undefined;
  }

  /** Stops a run that did not end. If some of its JSON has been written (`begun`), the text is completed. */
  stop(reason: string): { readonly outcome: EvmTraceOutcome & { readonly type: 'refused' }; readonly begun: boolean } {
    const under = this.#under;
    this.#under = undefined;
    const begun = under?.stream.begun === true;
    if (begun) under.stream.write(under.tracer.cut?.() ?? '');
    const why = this.#budget.isFull ? tooLarge(this.options.maxLength) : reason;
    return { outcome: { type: 'refused', reason: why }, begun };
  }
}

/** Most characters of an unknown name in an error: it may be a whole program. */
const SHOWN_CHARACTERS = 100;

const STOP = opcodeOf('STOP');
const SLOAD = opcodeOf('SLOAD');
const SSTORE = opcodeOf('SSTORE');
const CREATE = opcodeOf('CREATE');
const CREATE2 = opcodeOf('CREATE2');
const WORD = 32;
/** Divisor of the gas that a creation retains: one 64th (EIP-150). */
const RETAINED_GAS_DIVISOR = 64n;
const HEAD = '{"structLogs":[';

const wordOf = (value: bigint): string => toHex(slotOf(value));
const quoted = (words: readonly string[]): string => (words.length === 0 ? '[]' : `["${words.join('","')}"]`);

/** Storage that a run has touched, as JSON for each account. A change writes the account's text again. */
class TouchedStorage {
  readonly #accounts = new Map<string, { readonly slots: Map<string, string>; text: string }>();

  /** Returns the storage of the step's account, with the slot that the step itself touches. */
  textAt(step: Step, stack: readonly bigint[]): string {
    const name = toHex(step.address);
    const [slot, value] = [stack.at(-1), stack.at(-2)];
    if (slot !== undefined && step.error === undefined) {
      if (step.op === SLOAD) this.#set(name, slot, toHex(leftPadded(step.storage(slotOf(slot)), WORD)));
      else if (step.op === SSTORE && value !== undefined) this.#set(name, slot, wordOf(value));
    }
    return this.#accounts.get(name)?.text ?? '{}';
  }

  #set(name: string, slot: bigint, value: string): void {
    const account = this.#accounts.get(name) ?? { slots: new Map<string, string>(), text: '{}' };
    this.#accounts.set(name, account);
    const key = wordOf(slot);
    if (account.slots.get(key) === value) return;
    account.slots.set(key, value);
    const sorted = [...account.slots].sort(([a], [b]) => (a < b ? -1 : 1));
    account.text = `{${sorted.map(([at, word]) => `"${at}":"${word}"`).join(',')}}`;
  }
}

/**
 * Writes struct logs in the format of Hardhat's node: stack, memory and storage as 64 digits without `0x`, and memory
 * and storage on every step. The storage of a step holds all slots of its account that the run has read or written so
 * far. As in the default tracer, each step is written immediately. Only the touched slots of a run stay in memory.
 */
function hardhatStructLogger({ structLogs: options, out }: TracedMessage): Tracer {
  let seen = 0;
  let written = 0;
  let length = 0;
  const storage = new TouchedStorage();

  const textOf = (step: Step): string => {
    const stack = step.stack();
    const { pc, op, gas, depth } = step;
    const name = opName(op);
    return [
      `{"depth":${depth + 1},"gas":${gas},"gasCost":${costOf(step)},"op":"${name}","pc":${pc}`,
      options.enableMemory ? `,"memory":${memoryWords(step.memory(), '')}` : '',
      options.disableStack ? '' : `,"stack":${quoted(stack.map(wordOf))}`,
      options.disableStorage ? '' : `,"storage":${storage.textAt(step, stack)}`,
      name.endsWith('not defined') ? `,"error":{"message":"${name}"}` : '',
      '}',
    ].join('');
  };

  return {
    observer: {
      step: (step) => {
        // Hardhat leaves out a STOP that is the first step.
        if (seen++ === 0 && step.op === STOP) return;
        if (options.limit !== 0 && length > options.limit) return;
        const text = textOf(step);
        length += text.length;
        out.write(`${written++ === 0 ? HEAD : ','}${text}`);
      },
    },
    result: ({ gasUsed, error, output }: TracedRun) => {
      const returned = error === undefined || error === REVERTED ? output : EMPTY_BYTES;
      const value = returned.length === 0 ? '' : to0x(returned);
      const tail = `],"failed":${error !== undefined},"gas":${gasUsed},"returnValue":"${value}"}`;
      return written === 0 ? HEAD + tail : tail;
    },
    cut: () => ']}',
  };
}

/** Returns the gas that the step takes. A creation passes on most of its gas, and no step costs more than is left. */
function costOf({ op, gas, gasCost, error }: Step): bigint {
  if (gasCost > gas) return gas;
  if (error !== undefined || (op !== CREATE && op !== CREATE2)) return gasCost;
  const left = gas - gasCost;
  return gasCost + left - left / RETAINED_GAS_DIVISOR;
}

/** Returns the function that creates the tracer. Throws HalleyError `not-found` for an unknown name. */
export function tracerOf({ tracer, structLogs }: Partial<EvmTraceOptions>): (message: TracedMessage) => Tracer {
  if (tracer !== undefined && tracer !== '') {
    const { create } = definitionOf(tracer);
    return (message) => create(message, definitionOf);
  }
  return structLogs?.asHardhat === true ? hardhatStructLogger : structLogger;
}

function definitionOf(name: string): TracerDefinition {
  const found = TRACERS.find((tracer) => tracer.name === name);
  if (found !== undefined) return found;
  const names = TRACERS.map((tracer) => tracer.name)
    .sort()
    .join(', ');
  throw new HalleyError(
    'not-found',
    `tracer ${JSON.stringify(name.slice(0, SHOWN_CHARACTERS))} is not supported: JavaScript tracers do not run here; there are ${names} and, without a tracer, struct logs`,
    { name: name.slice(0, SHOWN_CHARACTERS) },
  );
}

/**
 * Runs `run` with a tracing. Throws HalleyError `not-found` for an unknown tracer, and `invalid-argument` for an
 * invalid config.
 */
export async function traced(
  options: EvmTraceOptions,
  run: (tracing: Tracing) => Promise<EvmTraceOutcome>,
): Promise<EvmTraceOutcome> {
  const create = tracerOf(options);
  const tracing = new Tracing(options, create);
  try {
    const outcome = await run(tracing);
    if (outcome.type === 'refused') return tracing.stop(outcome.reason).outcome;
    tracing.publish();
    return outcome;
  } catch (error) {
    tracing.stop('not run');
    throw error;
  }
}

const tooLarge = (maxLength: number): string =>
  `trace too large: more than ${maxLength} bytes; onlyTopCall, disableStack, disableStorage or a limit make it smaller`;
