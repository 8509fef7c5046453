/** State that all frames of one message share. */
import type { EthereumLog } from '../../codec/ethereum/receipt.js';
import { type ByteText, textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { AbsentRemote } from '../absent_remote.js';
import type { BlockContext } from '../block_context.js';
import { ConsoleLogCollector, isConsole } from '../console.js';
import type { ExecutionGuard } from '../execution_guard.js';
import type { ContractAnswer, ContractCall, Message } from '../machine.js';
import { type FrameStart, type Observer, observesSteps } from '../observer.js';
import { type Account, EMPTY_ACCOUNT, type MachineState } from '../state.js';
import { withoutLeadingZeros } from '../word.js';
import type { Ended, Frame, Position } from './frame.js';
import type { Engine } from './interpreter_session.js';
import * as layout from './layout.js';
import type { Rules } from './rules.js';
import { InterpreterStep } from './step.js';
import type { Instance } from './wasm_instance.js';

interface InterpreterMark {
  readonly undo: number;
  readonly refund: bigint;
}

/** Runs code (`loop.ts`). It is passed in, because its implementation depends on the run. */
export interface Loop {
  /** Runs until the running frame and all frames above it have ended. */
  untilEnded<S extends MachineState>(run: Run<S>): Promise<void> | undefined;
  /** Calls a contract from a stateful precompile. */
  callWithin<S extends MachineState>(run: Run<S>, call: ContractCall, within: CallingFrame): Promise<ContractAnswer>;
}

/** Frame of the stateful precompile. */
export interface CallingFrame {
  readonly depth: number;
  readonly isStatic: boolean;
}

/** Implements a set that can be reverted to an earlier size. */
class MarkedSet {
  readonly #members = new Set<string>();
  readonly #order: string[] = [];

  get size(): number {
    return this.#order.length;
  }

  has(member: string): boolean {
    return this.#members.has(member);
  }

  add(member: string): void {
    if (this.#members.has(member)) return;
    this.#members.add(member);
    this.#order.push(member);
  }

  backTo(size: number): void {
    while (this.#order.length > size) this.#members.delete(this.#order.pop() as string);
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.#members.values();
  }
}

export class Run<S extends MachineState> {
  readonly warm = new MarkedSet();
  /**
   * Contracts that this transaction created. `destroyed` lists those that are to be deleted, and `touched` the empty
   * accounts that were touched (EIP-161).
   */
  readonly created = new MarkedSet();
  readonly destroyed = new MarkedSet();
  readonly touched = new MarkedSet();
  readonly logs: EthereumLog[] = [];
  readonly frames: Frame[] = [];
  /** Wei that self-destructs removed from the supply. */
  burned = 0n;
  /** Gas that authorizations refund. */
  authorized = 0n;
  consoleLogs: ConsoleLogCollector | undefined;
  /** Result of the last frame that the host entered. */
  ended: Ended | undefined;
  /** First absent read inside a stateful precompile, whatever the precompile made of it. */
  absence: AbsentRemote | undefined;
  /** Whether each operation is reported. */
  readonly isStepped: boolean;
  readonly #numbers = new Map<ByteText, number>();
  readonly #addresses: Bytes[] = [];
  readonly #reportedLogs = new WeakSet<EthereumLog>();
  #isStarted = false;
  /** How often the interpreter has asked for a slot of each account, by account number. */
  readonly #asked: number[] = [];
  /** Whether a stateful precompile has seen the state, which may then have the interpreter's writes already. */
  #isShared = false;

  constructor(
    readonly state: S,
    readonly rules: Rules<S>,
    readonly engine: Engine,
    readonly guard: ExecutionGuard,
    readonly context: BlockContext,
    readonly message: Message,
    readonly observer: Observer | undefined,
    private readonly loop: Loop,
  ) {
    this.isStepped = observesSteps(observer);
  }

  /** Returns the interpreter, which is prepared for this run when it is first needed. */
  get wasm(): Instance {
    if (this.#isStarted) return this.engine.instance;
    this.#isStarted = true;
    return this.engine.begin(this.context, this.message);
  }

  /** Returns the running frame. */
  get frame(): Frame {
    return this.frames[this.frames.length - 1] as Frame;
  }

  isWarm(address: ByteText): boolean {
    return this.warm.has(address) || this.rules.alwaysWarm.has(address);
  }

  /** Returns the interpreter's number of an account. */
  numberOf(address: Bytes, text: ByteText = textOfAddress(address)): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#addresses.length;
    this.#numbers.set(text, number);
    this.#addresses.push(address);
    return number;
  }

  account(address: Bytes): Account {
    return this.state.account(address) ?? EMPTY_ACCOUNT;
  }

  position(): Position {
    return {
      state: this.state.checkpoint(),
      logs: this.logs.length,
      warm: this.warm.size,
      created: this.created.size,
      destroyed: this.destroyed.size,
      touched: this.touched.size,
      burned: this.burned,
    };
  }

  backTo({ state, logs, warm, created, destroyed, touched, burned }: Position): void {
    this.state.revertTo(state);
    this.logs.length = logs;
    this.warm.backTo(warm);
    this.created.backTo(created);
    this.destroyed.backTo(destroyed);
    this.touched.backTo(touched);
    this.burned = burned;
  }

  transfer(from: Bytes, to: Bytes, value: bigint): void {
    if (value === 0n) return;
    const giver = this.account(from);
    this.state.setAccount(from, { ...giver, balance: giver.balance - value });
    const taker = this.account(to);
    this.state.setAccount(to, { ...taker, balance: taker.balance + value });
  }

  /** Records a call to the console's address. */
  recordConsoleCall(address: Bytes, input?: Bytes): void {
    if (!isConsole(address)) return;
    this.consoleLogs ??= new ConsoleLogCollector();
    this.consoleLogs.add(input ?? this.wasm.data);
  }

  enter(frame: FrameStart): void {
    this.observer?.enter?.(frame);
  }

  exit(depth: number, output: Bytes, gasUsed: bigint, error: string | undefined): void {
    this.observer?.exit?.({ depth, output, gasUsed, error });
  }

  /** Reports a log once: a stateful precompile passes on the logs of the contracts that it called. */
  reportLog(log: EthereumLog): void {
    if (this.observer?.log === undefined || this.#reportedLogs.has(log)) return;
    this.#reportedLogs.add(log);
    this.observer.log(log);
  }

  /** Reports the current operation. Returns the promise for which its observer wants to wait, if any. */
  report(gasCost: bigint, error?: string): Promise<void> | undefined {
    const { observer, wasm } = this;
    if (observer === undefined) return undefined;
    const refund = this.authorized + wasm.gas(layout.REFUND);
    observer.step?.(new InterpreterStep(wasm, this.frame, gasCost, refund, error, this.#storageOf));
    return observer.rest?.();
  }

  untilEnded(): Promise<void> | undefined {
    return this.loop.untilEnded(this);
  }

  callWithin(call: ContractCall, within: CallingFrame): Promise<ContractAnswer> {
    return this.loop.callWithin(this, call, within);
  }

  /** Returns the value that the running frame would read from a slot. */
  readonly #storageOf = (slot: Bytes): Bytes => {
    const { wasm, frame } = this;
    wasm.setWord(layout.SLOT_KEY, slot);
    if (wasm.call.lookUpSlot(frame.account) === 0) return this.state.storage(frame.address, slot);
    return withoutLeadingZeros(wasm.word(layout.SLOT_VALUE));
  };

  /** Writes what code has stored to the state. */
  handOver(): void {
    if (!this.#isStarted) return;
    const { wasm, state } = this;
    const isShared = this.#isShared;
    for (let next = wasm.call.nextSlot(0, !isShared); next !== 0; next = wasm.call.nextSlot(next, !isShared)) {
      const address = this.#addresses[wasm.number(layout.SLOT_ACCOUNT)] as Bytes;
      const slot = wasm.word(layout.SLOT_KEY);
      const value = withoutLeadingZeros(wasm.word(layout.SLOT_VALUE));
      if (!isShared || !equalBytes(state.storage(address, slot), value)) state.setStorage(address, slot, value);
    }
    this.#isShared = true;
  }

  /** Updates the interpreter's storage from the state. */
  takeBack(): void {
    if (!this.#isStarted) return;
    const { wasm, state } = this;
    wasm.call.forgetWhole();
    for (let next = wasm.call.nextSlot(0, false); next !== 0; next = wasm.call.nextSlot(next, false)) {
      const address = this.#addresses[wasm.number(layout.SLOT_ACCOUNT)] as Bytes;
      const value = state.storage(address, wasm.word(layout.SLOT_KEY));
      if (equalBytes(value, withoutLeadingZeros(wasm.word(layout.SLOT_VALUE)))) continue;
      wasm.setWord(layout.SLOT_VALUE, value);
      wasm.call.replaceSlot(next - 1);
    }
  }

  /** Records a request for a slot. Returns whether the interpreter should receive all slots of the account instead. */
  asksForAll({ account, address }: Frame): boolean {
    if (account >= layout.WHOLE_ACCOUNTS) return false;
    const asked = this.#asked[account] ?? 0;
    this.#asked[account] = asked + 1;
    return this.state.slotsAtMost(address) <= asked;
  }

  get refund(): bigint {
    return this.#isStarted ? this.wasm.call.refundOf() : 0n;
  }

  /** Takes a checkpoint of the interpreter's storage and refunds. */
  interpreterMark(): InterpreterMark {
    if (!this.#isStarted) return { undo: 0, refund: 0n };
    const { call } = this.wasm;
    return { undo: call.undoMark(), refund: call.refundOf() };
  }

  interpreterBackTo({ undo, refund }: InterpreterMark): void {
    if (!this.#isStarted) return;
    const { call } = this.wasm;
    call.undoTo(undo);
    call.setRefund(refund);
  }

  /** Returns the error, and records it when it is the first absent read. */
  recordAbsence(error: unknown): unknown {
    if (error instanceof AbsentRemote) this.absence ??= error;
    return error;
  }
}
