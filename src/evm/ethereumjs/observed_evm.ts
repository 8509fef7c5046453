/**
 * Runs messages with an observer. It is a separate EVM with other opcode handlers, so runs without an observer cost
 * nothing extra.
 */
import {
  EVMError,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  type Log,
  type Message,
} from '@ethereumjs/evm';
import { type Address, generateAddress2 } from '@ethereumjs/util';
import { createAddress } from '../../codec/ethereum/tx.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { ExecutionGuard } from '../execution_guard.js';
import type { FrameStart, FrameType, Observer } from '../observer.js';
import { codesThatAccess, opcodeOf } from '../opcodes.js';
import { stackProblem } from '../stack_items.js';
import { HalleyEvm, type OpcodeEntry, type OpHandler, type PriceOf } from './evm.js';
import { failureOf, haltReason, INSUFFICIENT_BALANCE, REVERTED } from './halts.js';
import { ObservedStep, type RunState } from './observed_step.js';
import { logOf } from './run.js';
import { constantGas, type TracedGasCost, tracedFailure, tracedGasCost } from './traced_gas_cost.js';

/** Calls, which pay for the gas that they pass on. Creations do not. */
const CALLS = codesThatAccess('callee');
const LOGS = (['LOG0', 'LOG1', 'LOG2', 'LOG3', 'LOG4'] as const).map(opcodeOf);
const SELFDESTRUCT = opcodeOf('SELFDESTRUCT');
/** Opcodes after which the code has ended by itself. */
const ENDS = new Set([opcodeOf('STOP'), opcodeOf('RETURN'), SELFDESTRUCT]);
const MAX_DEPTH = 1_024;
/** Price of the implicit STOP after the end of the code. */
const FREE: TracedGasCost = { cost: 0n, error: undefined };

/** Types of frames by the opcodes that open them. */
const OPENERS: ReadonlyMap<number, FrameType> = new Map(
  (['CREATE', 'CALL', 'CALLCODE', 'DELEGATECALL', 'CREATE2', 'STATICCALL'] as const).map((type) => [
    opcodeOf(type),
    type,
  ]),
);

const CALL_STIPEND = 2_300n;
const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;
/** EIP-3541's byte and the byte after it. The library silently skips a creation whose code begins with both. */
const EOF_MAGIC = [0xef, 0x00];

const addressOf = (word: bigint): Bytes => bigintToBytes(word, WORD_BYTES).subarray(WORD_BYTES - ADDRESS_BYTES);

/** Describes the transaction's own frame. `nonce` is its sender's nonce at the creation. */
function outermostFrame({ caller, to, data, gasLimit, value }: EVMRunCallOpts, nonce: bigint): FrameStart {
  const from = (caller as NonNullable<typeof caller>).bytes;
  return {
    type: to === undefined ? 'CREATE' : 'CALL',
    depth: 0,
    from,
    to: to?.bytes ?? createAddress(from, nonce),
    input: data ?? EMPTY_BYTES,
    gas: gasLimit ?? 0n,
    value: value ?? 0n,
  };
}

/** Describes a frame that the library enters. */
function innerFrame(type: FrameType, message: Message, nonce: bigint): FrameStart {
  const { depth, gasLimit: gas, value } = message;
  // The library passes a view of the caller's memory, which changes.
  const input = message.data.slice();
  const caller = message.caller.bytes;
  const about = { type, depth, input, gas, value };
  switch (type) {
    case 'DELEGATECALL':
      return { ...about, from: message.to?.bytes ?? caller, to: message.codeAddress.bytes };
    case 'CREATE':
    case 'CREATE2':
      return { ...about, from: caller, to: createdBy(caller, nonce, message.salt, input) };
    case 'CALL':
    case 'CALLCODE':
    case 'STATICCALL':
    case 'SELFDESTRUCT':
      return { ...about, from: caller, to: message.codeAddress.bytes };
  }
}

const createdBy = (from: Bytes, nonce: bigint, salt: Bytes | undefined, code: Bytes): Bytes =>
  salt === undefined ? createAddress(from, nonce) : generateAddress2(from, salt, code);

/**
 * Describes the frame that an operation is about to open. It is read before the operation acts, because the library
 * reports nothing of a frame that is then rejected.
 */
function attemptOf(type: FrameType, runState: RunState): FrameStart | undefined {
  const { stack, env, memory, messageGasLimit: gas = 0n } = runState;
  const from = env.address.bytes;
  const about = { type, depth: env.depth + 1, from };
  const input = (at: bigint | undefined, size: bigint | undefined): Bytes =>
    size === 0n ? EMPTY_BYTES : memory.read(Number(at), Number(size));
  if (type === 'CREATE' || type === 'CREATE2') {
    const [value = 0n, at, size, salt = 0n] = stack.peek(type === 'CREATE' ? 3 : 4);
    const code = input(at, size);
    if (EOF_MAGIC.every((byte, i) => code[i] === byte)) return undefined;
    const salted = type === 'CREATE' ? undefined : bigintToBytes(salt, WORD_BYTES);
    return { ...about, to: createdBy(from, env.contract.nonce, salted, code), input: code, gas, value };
  }
  const carries = type === 'CALL' || type === 'CALLCODE';
  const [, to = 0n, ...rest] = stack.peek(carries ? 5 : 4);
  const [at, size] = carries ? rest.slice(1) : rest;
  const value = carries ? (rest[0] as bigint) : type === 'DELEGATECALL' ? env.callValue : 0n;
  const stipend = carries && value !== 0n ? CALL_STIPEND : 0n;
  return { ...about, to: addressOf(to), input: input(at, size), gas: gas + stipend, value };
}

/** Describes a self-destruct, whose beneficiary is on the stack. */
function inheritance({ stack, env }: RunState): FrameStart {
  const [heir = 0n] = stack.peek(1);
  const { balance: value } = env.contract;
  const about = { type: 'SELFDESTRUCT', depth: env.depth + 1, input: EMPTY_BYTES, gas: 0n } as const;
  return { ...about, from: env.address.bytes, to: addressOf(heir), value };
}

export class ObservedEvm extends HalleyEvm {
  observer: Observer = {};
  /** Type of the frame that the current operation opens. */
  #opening: FrameType = 'CALL';
  #entered = 0;
  readonly #reported = new WeakSet<Log[2]>();

  /** Wraps every operation with the observer, in addition to the guard. */
  override watch(guard: ExecutionGuard): void {
    super.watch(guard);
    for (const [opcode, type] of OPENERS) this.#replace(opcode, (own) => this.#opener(type, own));
    for (const opcode of LOGS) this.#replace(opcode, (own) => this.#logger(own));
    this.#replace(SELFDESTRUCT, (own) => this.#testator(own));
    this._opcodeMap = this._opcodeMap.map((entry) => this.#observed(entry));
  }

  override async runCall(call: EVMRunCallOpts): Promise<EVMResult> {
    this.#entered++;
    const frame = await this.#frameOf(call);
    this.observer.enter?.(frame);
    const result = await super.runCall(call);
    const { execResult } = result;
    // A frame without code of its own that emits logs is a stateful precompile.
    if (execResult.runState === undefined) for (const log of execResult.logs ?? []) this.#reportLog(log);
    const error = failureOf(execResult, this.codeError);
    this.observer.exit?.({
      depth: frame.depth,
      output: error === undefined || error === REVERTED ? execResult.returnValue : EMPTY_BYTES,
      gasUsed: execResult.executionGasUsed,
      error,
    });
    return result;
  }

  override callFrame(message: Message): Promise<EVMResult> {
    this.#opening = 'CALL';
    return super.callFrame(message);
  }

  protected override async runInterpreter(message: Message): Promise<ExecResult> {
    const result = await super.runInterpreter(message);
    const { runState, exceptionError } = result;
    if (runState !== undefined && exceptionError === undefined && !ENDS.has(runState.opCode)) {
      const rest = this.#report(new ObservedStep(runState), FREE, result.gasRefund);
      if (rest !== undefined) await rest;
    }
    return result;
  }

  async #frameOf(call: EVMRunCallOpts): Promise<FrameStart> {
    const { message, caller } = call;
    if (message === undefined) return outermostFrame(call, await this.#nonceOf(caller));
    return innerFrame(this.#opening, message, await this.#nonceOf(message.caller));
  }

  /** Returns the nonce from which the address of a creation is derived. The account's nonce is already one higher. */
  async #nonceOf(creator: Address | undefined): Promise<bigint> {
    const account = creator && (await this.stateManager.getAccount(creator));
    return (account?.nonce ?? 1n) - 1n;
  }

  #report(step: ObservedStep, { cost, error }: TracedGasCost, refund = 0n): Promise<void> | undefined {
    step.gasCost = cost;
    step.refund = this.authorized + refund;
    step.error = error;
    this.observer.step?.(step);
    return this.observer.rest?.();
  }

  /**
   * Replaces an opcode's handler. The opcode is marked as asynchronous so that the library awaits the new handler.
   * Otherwise its rejections would be unhandled.
   */
  #replace(opcode: number, around: (own: OpHandler) => OpHandler): void {
    const entry = this._opcodeMap[opcode];
    if (entry === undefined) return;
    const opcodeInfo = { ...entry.opcodeInfo, isAsync: true };
    this._opcodeMap[opcode] = { ...entry, opcodeInfo, opHandler: around(entry.opHandler) };
  }

  #opener(type: FrameType, own: OpHandler): OpHandler {
    return async (runState, common) => {
      const attempt = attemptOf(type, runState);
      const entered = this.#entered;
      this.#opening = type;
      await own(runState, common);
      if (this.#entered === entered && attempt !== undefined) this.#refuse(attempt, runState);
    };
  }

  #refuse(frame: FrameStart, { env }: RunState): void {
    this.observer.enter?.(frame);
    this.observer.exit?.({ depth: frame.depth, output: EMPTY_BYTES, gasUsed: 0n, error: refusalOf(frame, env) });
  }

  #logger(own: OpHandler): OpHandler {
    return async (runState, common) => {
      await own(runState, common);
      const log = runState.interpreter._result.logs.at(-1);
      if (log !== undefined) this.#reportLog(log);
    };
  }

  /**
   * Reports a log once: a stateful precompile passes on the logs of the contracts that it called. Every log has its own
   * array of data.
   */
  #reportLog(log: Log): void {
    const [, , data] = log;
    if (this.#reported.has(data)) return;
    this.#reported.add(data);
    this.observer.log?.(logOf(log));
  }

  #testator(own: OpHandler): OpHandler {
    return async (runState, common) => {
      const frame = inheritance(runState);
      this.observer.enter?.(frame);
      this.observer.exit?.({ depth: frame.depth, output: EMPTY_BYTES, gasUsed: 0n, error: undefined });
      await own(runState, common);
    };
  }

  /** Reports each step when its price is known, whether or not the operation succeeds. */
  #observed(entry: OpcodeEntry): OpcodeEntry {
    const { opcodeInfo, gasHandler } = entry;
    const ownPrice = opcodeInfo.dynamicGas ? (gasHandler as PriceOf) : undefined;
    const priceOf: PriceOf = async (runState, fee, common) => {
      const step = new ObservedStep(runState);
      const constant = constantGas(step.op, fee);
      let price: bigint;
      try {
        price = ownPrice === undefined ? fee : await ownPrice(runState, fee, common);
      } catch (error) {
        if (error instanceof EVMError) {
          const reported = tracedFailure(step, error.error, constant, reasonOf(error, step, runState));
          await this.#report(step, reported, runState.gasRefund);
        }
        throw error;
      }
      const handedOn = CALLS.has(opcodeInfo.code) ? (runState.messageGasLimit ?? 0n) : 0n;
      // The checks have the library's order.
      const isUnstacked = price > runState.gasLeft || opcodeInfo.isInvalid;
      const problem = isUnstacked ? undefined : stackProblem(step.op, runState.stack.length);
      const reported = tracedGasCost(step, price + handedOn, constant, problem, common.param('maxInitCodeSize'));
      const rest = this.#report(step, reported, runState.gasRefund);
      if (rest !== undefined) await rest;
      return price;
    };
    return {
      ...entry,
      opcodeInfo: { ...opcodeInfo, dynamicGas: true },
      gasHandler: priceOf as OpcodeEntry['gasHandler'],
    };
  }
}

const reasonOf = ({ error }: EVMError, { op }: ObservedStep, runState: RunState): string =>
  haltReason({ error, opcode: op, runState, codeError: error });

/** Explains why the library enters no frame. */
function refusalOf({ depth, value, type }: FrameStart, { contract }: RunState['env']): string {
  if (depth > MAX_DEPTH) return 'max call depth exceeded';
  return type !== 'DELEGATECALL' && contract.balance < value ? INSUFFICIENT_BALANCE : 'nonce uint64 overflow';
}
