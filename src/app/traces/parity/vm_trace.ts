import type { FrameStart, Observer, OpcodeStep } from '../../../evm/observer.js';
import { opcodeAt, opcodeOf, opName } from '../../../evm/opcodes.js';
import { delegateOf } from '../../../evm/state.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { codeOf } from '../../state/reader.js';
import { quantity } from '../geth_error_text.js';
import type { TracedMessage } from '../tracer.js';

const SSTORE = opcodeOf('SSTORE');

/** Positions on the stack of the offset and the length (a bigint: the length itself) of what an operation writes. */
const WRITES: ReadonlyMap<number, readonly [offset: number, length: number | bigint]> = new Map([
  [opcodeOf('MLOAD'), [0, 32n]],
  [opcodeOf('MSTORE'), [0, 32n]],
  [opcodeOf('MSTORE8'), [0, 1n]],
  [opcodeOf('CALLDATACOPY'), [0, 2]],
  [opcodeOf('CODECOPY'), [0, 2]],
  [opcodeOf('RETURNDATACOPY'), [0, 2]],
  [opcodeOf('EXTCODECOPY'), [1, 3]],
  [opcodeOf('MCOPY'), [0, 2]],
  [opcodeOf('CALL'), [5, 6]],
  [opcodeOf('CALLCODE'), [5, 6]],
  [opcodeOf('DELEGATECALL'), [4, 5]],
  [opcodeOf('STATICCALL'), [4, 5]],
]);

/** Estimates the characters of an operation without stack and memory. */
const OPERATION_LENGTH = 160;

/** Operation whose effects are known when the next one of its frame begins. */
interface Pending {
  readonly step: Pick<OpcodeStep, 'pc' | 'op'>;
  cost: bigint;
  /** Gas after the operation; `undefined` for one that fails. */
  readonly left: bigint | undefined;
  readonly store: string;
  readonly writes: readonly [offset: number, length: number] | undefined;
  readonly index: string;
  /** Frame that the operation called, as JSON. */
  sub: string;
}

/** Frame that is executing. */
interface Frame {
  readonly code: Bytes;
  /** Prefix of the indexes of its operations. */
  readonly prefix: string;
  readonly operations: string[];
  pending: Pending | undefined;
}

/**
 * Records the `vmTrace` of Parity: the operations of each frame with what they push and write, nested where they call
 * (`crates/rpc-types` of OpenEthereum, `trace_adhoc.go` of Erigon). Operations are held as text.
 */
export class VmTrace {
  readonly observer: Observer;
  #root = '{"code":"0x","ops":[]}';
  readonly #frames: (Frame | undefined)[] = [];

  constructor(
    private readonly message: TracedMessage,
    /** Prefix of all indexes. */
    private readonly prefix: string,
  ) {
    this.observer = {
      step: (step) => this.#step(step),
      enter: (frame) => this.#enter(frame),
      exit: () => this.#exit(),
    };
  }

  get json(): string {
    return this.#root;
  }

  #enter({ type, to, input, gas }: FrameStart): void {
    const caller = this.#frames.at(-1);
    // A self-destruct runs no code.
    if (type === 'SELFDESTRUCT') return void this.#frames.push(undefined);
    const isCreation = type === 'CREATE' || type === 'CREATE2';
    // The price of a call includes the gas that it passes on; that of a creation does not.
    if (isCreation && caller?.pending !== undefined) caller.pending.cost += gas;
    const code = isCreation ? input : this.#codeOf(to);
    this.message.budget.take(2 * code.length);
    const prefix = caller === undefined ? this.prefix : `${caller.pending?.index ?? this.prefix}-`;
    this.#frames.push({ code, prefix, operations: [], pending: undefined });
  }

  #codeOf(address: Bytes): Bytes {
    const code = codeOf(this.message.state, address);
    const delegate = delegateOf(code);
    return delegate === undefined ? code : codeOf(this.message.state, delegate);
  }

  #exit(): void {
    const frame = this.#frames.pop();
    if (frame === undefined || this.message.budget.isFull) return;
    this.#finish(frame, undefined);
    const json = `{"code":"${to0x(frame.code)}","ops":[${frame.operations.join(',')}]}`;
    const caller = this.#frames.at(-1)?.pending;
    if (caller === undefined) this.#root = json;
    else caller.sub = json;
  }

  #step(step: OpcodeStep): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || this.message.budget.isFull) return;
    const stack = step.stack();
    this.#finish(frame, step, stack);
    const { pc, op, gas, gasCost: cost, error } = step;
    const fails = error !== undefined || cost > gas;
    const [key = 0n, value = 0n] = [stack.at(-1), stack.at(-2)];
    frame.pending = {
      ...{ step: { pc, op }, cost, left: fails ? undefined : gas - cost, sub: 'null' },
      store: op === SSTORE ? `{"key":"${quantity(key)}","val":"${quantity(value)}"}` : 'null',
      writes: fails ? undefined : writtenBy(op, stack),
      index: `${frame.prefix}${frame.operations.length}`,
    };
  }

  /** Writes the pending operation. `next` is the next one of the frame; without it the operation ended the frame. */
  #finish(frame: Frame, next: OpcodeStep | undefined, stack: readonly bigint[] = []): void {
    const { pending } = frame;
    if (pending === undefined) return;
    frame.pending = undefined;
    const { step, cost, left, store, writes, index, sub } = pending;
    const pushed = next === undefined ? [] : stack.slice(stack.length - (opcodeAt(step.op)?.leaves ?? 0));
    const [offset, length] = (next && writes) ?? [0, 0];
    if (!this.message.budget.take(OPERATION_LENGTH + 2 * length + 34 * pushed.length)) return;
    const mem = length === 0 ? 'null' : `{"data":"${memoryAt(next, offset, length)}","off":${offset}}`;
    const used = sub === 'null' ? left : (next?.gas ?? left);
    const push = pushed.map((word) => `"${quantity(word)}"`).join(',');
    const ex = left === undefined ? 'null' : `{"mem":${mem},"push":[${push}],"store":${store},"used":${used}}`;
    frame.operations.push(
      `{"cost":${cost},"ex":${ex},"idx":"${index}","op":"${opName(step.op)}","pc":${step.pc},"sub":${sub}}`,
    );
  }
}

/** Returns the area of memory that an operation writes. Its gas is paid, so the area is small. */
function writtenBy(op: number, stack: readonly bigint[]): Pending['writes'] {
  const area = WRITES.get(op);
  if (area === undefined) return undefined;
  const [offset, length] = area;
  const at = (position: number): bigint => stack.at(-1 - position) ?? 0n;
  return [Number(at(offset)), Number(typeof length === 'bigint' ? length : at(length))];
}

function memoryAt(step: OpcodeStep | undefined, offset: number, length: number): string {
  const memory = step?.memory() ?? EMPTY_BYTES;
  const written = new Uint8Array(length);
  if (offset < memory.length) written.set(memory.subarray(offset, offset + length));
  return to0x(written);
}
