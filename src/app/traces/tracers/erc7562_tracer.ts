/**
 * Implements `erc7562Tracer`: the calls of a run, each with the facts by which bundlers of ERC-4337 validate a user
 * operation (ERC-7562; go-ethereum `eth/tracers/native/erc7562.go`): storage, operations and codes that it used.
 */
import { revertReason } from '../../../codec/ethereum/revert_data.js';
import type { FrameEnd, FrameStart, OpcodeStep } from '../../../evm/observer.js';
import { codesThatAccess, opcodeOf } from '../../../evm/opcodes.js';
import { defined } from '../../../kernel/defined.js';
import { HalleyError } from '../../../kernel/errors.js';
import { to0x } from '../../../kernel/hex.js';
import { codeOf } from '../../state/reader.js';
import { flagOf } from '../config.js';
import { addressOf, quantity, REVERTED, slotOf, wordText } from '../geth_error_text.js';
import type { TracedMessage, TracedRun, Tracer, TracerDefinition } from '../tracer.js';

const [GAS, ISZERO, KECCAK256] = [opcodeOf('GAS'), opcodeOf('ISZERO'), opcodeOf('KECCAK256')];
const [RETURN, REVERT] = [opcodeOf('RETURN'), opcodeOf('REVERT')];
const [SLOAD, SSTORE, TLOAD, TSTORE] = [opcodeOf('SLOAD'), opcodeOf('SSTORE'), opcodeOf('TLOAD'), opcodeOf('TSTORE')];
const EXTCODESIZE = opcodeOf('EXTCODESIZE');
const EXT_CODES: ReadonlySet<number> = new Set([EXTCODESIZE, opcodeOf('EXTCODECOPY'), opcodeOf('EXTCODEHASH')]);
const CALLS = codesThatAccess('callee');

/** Last code of the operations that only move the stack, from PUSH0 on. geth stops before SWAP16. */
const SWAP15 = 0x9e;
const STACK_MOVES = Array.from({ length: SWAP15 - opcodeOf('PUSH0') + 1 }, (_, i) => opcodeOf('PUSH0') + i);
const PLAIN = ['POP', 'ADD', 'SUB', 'MUL', 'DIV', 'EQ', 'LT', 'GT', 'SLT', 'SGT', 'SHL', 'SHR', 'AND', 'OR'] as const;
const DEFAULT_IGNORED = [...STACK_MOVES, ...PLAIN.map(opcodeOf), opcodeOf('NOT'), ISZERO];

/** Estimated characters of a frame, and of an entry in one of its lists, without data. */
const FRAME_LENGTH = 640;
const ENTRY_LENGTH = 140;

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly index: '0x0';
  readonly position: string;
}

/** Frame with what it used so far. */
interface Used {
  readonly start: FrameStart;
  readonly input: string;
  readonly reads: Map<string, readonly string[]>;
  readonly writes: Map<string, number>;
  readonly transientReads: Map<string, number>;
  readonly transientWrites: Map<string, number>;
  readonly codeAccesses: string[];
  readonly opcodes: Map<string, number>;
  readonly sizes: Map<string, { readonly contractSize: number; readonly opcode: number }>;
  readonly logs: Log[];
  readonly calls: Used[];
  end: FrameEnd | undefined;
}

export const tracer: TracerDefinition = {
  name: 'erc7562Tracer',
  create(message: TracedMessage): Tracer {
    const withLog = flagOf(message.config, 'withLog');
    const recorder = new Recorder(message, ignoredIn(message.config), withLog);
    return {
      observer: {
        step: (step) => recorder.step(step),
        enter: (frame) => recorder.enter(frame),
        exit: (end) => recorder.exit(end),
        log: withLog
          ? ({ address, topics, data }) => recorder.log(to0x(address), topics.map(to0x), to0x(data))
          : undefined,
      },
      result: (run) => recorder.result(run),
    };
  },
};

/** Returns the operations that are not counted. */
function ignoredIn(config: Readonly<Record<string, unknown>>): ReadonlySet<number> {
  const { ignoredOpcodes: given, stackTopItemsSize: size = 3 } = config;
  const invalid = (name: string, value: unknown, expected: string): HalleyError =>
    new HalleyError('invalid-argument', `tracerConfig.${name} is ${JSON.stringify(value)}, expected ${expected}`, {
      name,
    });
  // geth stores so many items of each operation. One of them is ever read.
  if (typeof size !== 'number' || !Number.isInteger(size)) throw invalid('stackTopItemsSize', size, 'a whole number');
  if (given === undefined || given === null) return new Set(DEFAULT_IGNORED);
  if (
    !Array.isArray(given) ||
    !given.every((code) => typeof code === 'string' && /^0x(0|[1-9a-f][0-9a-f]*)$/i.test(code))
  )
    throw invalid('ignoredOpcodes', given, 'a list of quantities');
  return new Set(given.map(Number));
}

class Recorder {
  readonly #open: Used[] = [];
  readonly #preimages = new Set<string>();
  #root: Used | undefined;
  /** Last operation of any frame, with the top of its stack. A RETURN or REVERT forgets the one before it. */
  #last: { readonly op: number; readonly top: bigint } | undefined;

  constructor(
    private readonly message: TracedMessage,
    private readonly ignored: ReadonlySet<number>,
    private readonly withLog: boolean,
  ) {}

  enter(start: FrameStart): void {
    const { budget } = this.message;
    if (!budget.take(FRAME_LENGTH + 2 * start.input.length)) return;
    const [reads, writes, transientReads, transientWrites] = [new Map(), new Map(), new Map(), new Map()];
    const accesses = { reads, writes, transientReads, transientWrites, opcodes: new Map(), sizes: new Map() };
    this.#open.push({
      start,
      input: to0x(start.input),
      ...accesses,
      codeAccesses: [],
      logs: [],
      calls: [],
      end: undefined,
    });
  }

  exit(end: FrameEnd): void {
    if (this.message.budget.isFull || !this.message.budget.take(2 * end.output.length)) return;
    const frame = this.#open.pop();
    if (frame === undefined) return;
    frame.end = { ...end, output: end.output.slice() };
    const caller = this.#open.at(-1);
    if (caller === undefined) this.#root = frame;
    else caller.calls.push(frame);
  }

  log(address: string, topics: readonly string[], data: string): void {
    const frame = this.#open.at(-1);
    if (frame === undefined || !this.message.budget.take(ENTRY_LENGTH * (2 + topics.length) + data.length)) return;
    frame.logs.push({ address, topics, data, index: '0x0', position: quantity(frame.calls.length) });
  }

  step(step: OpcodeStep): void {
    const frame = this.#open.at(-1);
    if (frame === undefined || this.message.budget.isFull) return;
    const { op } = step;
    const stack = step.stack();
    const [top = 0n, second = 0n] = [stack.at(-1), stack.at(-2)];
    if (op === RETURN || op === REVERT) this.#last = undefined;
    const last = this.#last;
    this.#last = { op, top };
    if (last !== undefined && EXT_CODES.has(last.op) && !(last.op === EXTCODESIZE && op === ISZERO))
      this.#entry(() => frame.codeAccesses.push(to0x(addressOf(last.top))));
    if (EXT_CODES.has(op)) this.#size(frame, op, top);
    if (CALLS.has(op)) this.#size(frame, op, second);
    if (last?.op === GAS && !CALLS.has(op)) this.#count(frame.opcodes, quantity(GAS));
    if (op !== GAS && !this.ignored.has(op)) this.#count(frame.opcodes, quantity(op));
    if (op === KECCAK256 && step.error === undefined) this.#preimage(step, Number(top), Number(second));
    this.#access(frame, step, to0x(slotOf(top)));
  }

  /** Returns the tree as JSON. `gasUsed` is that of the receipt. */
  result({ gasUsed }: TracedRun): string {
    if (this.#root === undefined) return 'null';
    const keccak = [...this.#preimages].sort();
    return JSON.stringify({ ...this.#shown(this.#root, false, gasUsed), ...(keccak.length > 0 && { keccak }) });
  }

  #entry(add: () => void): void {
    if (this.message.budget.take(ENTRY_LENGTH)) add();
  }

  #count(counts: Map<string, number>, key: string): void {
    const count = counts.get(key);
    if (count !== undefined) counts.set(key, count + 1);
    else this.#entry(() => counts.set(key, 1));
  }

  #size({ sizes }: Used, opcode: number, word: bigint): void {
    const address = addressOf(word);
    const name = to0x(address);
    if (sizes.has(name)) return;
    this.#entry(() => sizes.set(name, { contractSize: codeOf(this.message.state, address).length, opcode }));
  }

  #preimage(step: OpcodeStep, offset: number, length: number): void {
    const preimage = new Uint8Array(length);
    const memory = step.memory();
    if (offset < memory.length) preimage.set(memory.subarray(offset, offset + length));
    const text = to0x(preimage);
    if (!this.#preimages.has(text) && this.message.budget.take(ENTRY_LENGTH + text.length)) this.#preimages.add(text);
  }

  #access({ reads, writes, transientReads, transientWrites }: Used, step: OpcodeStep, slot: string): void {
    // geth shows what a frame read before it wrote the slot itself.
    if (step.op === SLOAD && !reads.has(slot) && !writes.has(slot))
      this.#entry(() => reads.set(slot, [wordText(step.storage(slotOf(BigInt(slot))))]));
    if (step.op === SSTORE) this.#count(writes, slot);
    if (step.op === TLOAD) this.#count(transientReads, slot);
    if (step.op === TSTORE) this.#count(transientWrites, slot);
  }

  /** Returns a frame with members in geth's order. Logs of a failed frame, and of frames inside it, are left out. */
  #shown(frame: Used, lost: boolean, gasUsed: bigint): object {
    const { start, end, input, logs, calls } = frame;
    const { type, depth, from, to, gas, value } = start;
    const { error, output } = end ?? { error: undefined, output: new Uint8Array() };
    const failed = lost || error !== undefined;
    const isCreation = type === 'CREATE' || type === 'CREATE2';
    const hasOutput = output.length > 0 && (error === undefined || error === REVERTED);
    return defined({
      from: to0x(from),
      gas: quantity(depth === 0 ? this.message.gas : gas),
      gasUsed: quantity(gasUsed),
      to: error !== undefined && isCreation ? undefined : to0x(to),
      input,
      output: hasOutput ? to0x(output) : undefined,
      error,
      revertReason: (error === REVERTED && revertReason(output)) || undefined,
      logs: !this.withLog || logs.length === 0 || failed ? undefined : logs,
      value: type === 'STATICCALL' ? undefined : quantity(value),
      accessedSlots: {
        reads: sorted(frame.reads),
        writes: sorted(frame.writes),
        transientReads: sorted(frame.transientReads),
        transientWrites: sorted(frame.transientWrites),
      },
      extCodeAccessInfo: frame.codeAccesses,
      usedOpcodes: sorted(frame.opcodes),
      contractSize: sorted(frame.sizes),
      outOfGas: depth > 0 && (error === 'out of gas' || error === 'contract creation code storage out of gas'),
      calls: calls.length === 0 ? undefined : calls.map((call) => this.#shown(call, failed, call.end?.gasUsed ?? 0n)),
      type,
    });
  }
}

const sorted = <T>(entries: ReadonlyMap<string, T>): object =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
