/**
 * Extends EthereumJS's EVM with the reason why code ended, and with a guard where much work may accumulate. It also
 * corrects one error: the library treats the data with which a creation reverts as code. When that data begins with
 * 0xef (EIP-3541), the library fails the creation and takes all of its gas.
 */
import { EVM, type EVMResult, type ExecResult, type Message } from '@ethereumjs/evm';
import { type ConsoleCalls, ConsoleLogCollector, isConsole } from '../console.js';
import type { ExecutionGuard } from '../execution_guard.js';
import { OPCODES, opcodeOf } from '../opcodes.js';
import type { FixedCommon } from './common.js';
import type { FindNative, Frame } from './stateful_precompiles.js';

/** JUMP and JUMPI. Code without jumps ends soon. */
const JUMPS = (['JUMP', 'JUMPI'] as const).map(opcodeOf);
/** Opcodes that only extend memory or end the frame. Others with a dynamic price may cost much time. */
const LIGHT = new Set((['MLOAD', 'MSTORE', 'MSTORE8', 'RETURN', 'REVERT'] as const).map(opcodeOf));
/** Opcodes that read state, copy, hash, compute with long numbers or enter another frame. */
const HEAVY = OPCODES.flatMap(({ code, isDynamic = false }) => (isDynamic && !LIGHT.has(code) ? [code] : []));

/** Byte with which no code may begin. */
const FORMAT = 0xef;

type Call = Parameters<EVM['_executeCall']>[0];
export type OpcodeEntry = HalleyEvm['_opcodeMap'][number];
type Step = Parameters<OpcodeEntry['gasHandler']>;
export type OpHandler = OpcodeEntry['opHandler'];
/** Computes the price of an operation. The machine awaits it in any case. */
export type PriceOf = (...step: Step) => bigint | Promise<bigint>;

/** Most bytes of code whose analyses are cached. The analysis of a byte takes about twenty bytes. */
const MAX_ANALYSED_BYTES = 256 * 1024;

/**
 * Results of EthereumJS's interpreter about code before its first jump: destinations, pushes and operations. The
 * interpreter itself analyses the code again in every frame, which takes a quarter of the time of a busy test suite.
 * The key is the array that holds the code: the state returns the same array until the account's code changes.
 */
export class Analyses {
  readonly #known = new Map<Uint8Array, unknown>();
  #codeBytes = 0;

  of<T>(code: Uint8Array, analyse: () => T): T {
    const known = this.#known.get(code) as T | undefined;
    if (known !== undefined) {
      this.#known.delete(code);
      this.#known.set(code, known);
      return known;
    }
    const found = analyse();
    this.#known.set(code, found);
    this.#codeBytes += code.length;
    for (const [oldest] of this.#known) {
      if (this.#codeBytes <= MAX_ANALYSED_BYTES) break;
      this.#known.delete(oldest);
      this.#codeBytes -= oldest.length;
    }
    return found;
  }
}

/** Members of the library's interpreter that are used here. */
interface Interpreter {
  readonly _evm: { readonly analyses?: Analyses };
  _getValidJumpDestinations(code: Uint8Array): unknown;
}

let patchedInterpreter: object | undefined;

/**
 * Makes the interpreter's class use the cache. The library does not export that class, so it is taken from an
 * interpreter that has run. EVMs other than ours behave as before.
 */
function keepAnalyses(interpreter: object): void {
  const shared = Object.getPrototypeOf(interpreter) as Interpreter;
  if (shared === patchedInterpreter) return;
  patchedInterpreter = shared;
  const analyse = shared._getValidJumpDestinations;
  shared._getValidJumpDestinations = function (this: Interpreter, code) {
    const { analyses } = this._evm;
    return analyses === undefined ? analyse.call(this, code) : analyses.of(code, () => analyse.call(this, code));
  };
}

export class HalleyEvm extends EVM {
  /** Error of the code that ended last, before a creation pays for storing what it returned. */
  codeError: string | undefined;
  /** Gas that the transaction's authorizations refund. */
  authorized = 0n;
  readonly analyses = new Analyses();

  /** Records the call that is about to run. */
  frame: Frame | undefined;

  /** Finds stateful precompiles whose existence depends on the state. */
  findNative: FindNative | undefined;

  #consoleLogs: ConsoleLogCollector | undefined;
  /** Data with which the creation that has just ended reverted, and the replacement that the library received. */
  #reverted: { readonly output: Uint8Array; readonly shown: Uint8Array } | undefined;

  protected override _executeCall(message: Call): ReturnType<EVM['_executeCall']> {
    this.frame?.enter(message);
    if (isConsole(message.codeAddress.bytes)) this.#recordConsoleCall(message.data);
    return super._executeCall(message);
  }

  protected override async _executeCreate(message: Message): ReturnType<EVM['_executeCreate']> {
    const result = await super._executeCreate(message);
    if (result.execResult.returnValue === this.#reverted?.shown) result.execResult.returnValue = this.#reverted.output;
    return result;
  }

  protected override async _loadCode(message: Message): Promise<void> {
    await super._loadCode(message);
    const { code } = message;
    if (code === undefined || typeof code === 'function') return;
    const native = this.findNative?.(code, message.codeAddress.bytes);
    if (native === undefined) return;
    message.code = native;
    message.isCompiled = true;
  }

  /** Sets the chain id of the runs that follow. Each machine has its own copy of the rules. */
  isOf(evmChainId: bigint): void {
    (this.common as FixedCommon).evmChainId = evmChainId;
  }

  #recordConsoleCall(input: Uint8Array): void {
    this.#consoleLogs ??= new ConsoleLogCollector();
    this.#consoleLogs.add(input);
  }

  /** Returns the console calls since this method was last called. */
  takeConsoleCalls(): ConsoleCalls | undefined {
    const consoleLogs = this.#consoleLogs;
    this.#consoleLogs = undefined;
    return consoleLogs;
  }

  /** Runs a frame that a stateful precompile opens. */
  callFrame(message: Message): Promise<EVMResult> {
    return this.runCall({ message });
  }

  /** Takes a checkpoint of everything that a run changes. `undo` reverts to the last one. */
  async checkpoint(): Promise<void> {
    await this.journal.checkpoint();
    this.transientStorage.checkpoint();
  }

  async undo(): Promise<void> {
    await this.journal.revert();
    this.transientStorage.revert();
  }

  protected override async runInterpreter(message: Message, opts?: { readonly pc?: number }): Promise<ExecResult> {
    const result = await super.runInterpreter(message, opts);
    this.codeError = result.exceptionError?.error;
    if (message.isCreate === true && result.exceptionError !== undefined && result.returnValue[0] === FORMAT) {
      const output = result.returnValue;
      result.returnValue = new Uint8Array(output.length);
      this.#reverted = { output, shown: result.returnValue };
    }
    if (result.runState !== undefined) keepAnalyses(result.runState.interpreter);
    return result;
  }

  /** Calls `guard` before every jump and every opcode of `HEAVY`. Other opcodes are unchanged. */
  watch(guard: ExecutionGuard): void {
    for (const opcode of JUMPS) {
      const entry = this._opcodeMap[opcode];
      if (entry === undefined) continue;
      const { opcodeInfo, opHandler } = entry;
      this._opcodeMap[opcode] = {
        ...entry,
        opcodeInfo: { ...opcodeInfo, isAsync: true },
        opHandler: (runState, common) => {
          const wait = guard.ask(runState.gasLeft);
          return wait === undefined ? opHandler(runState, common) : wait.then(() => opHandler(runState, common));
        },
      };
    }
    for (const opcode of HEAVY) {
      const entry = this._opcodeMap[opcode];
      // The library awaits their prices anyway.
      if (entry?.gasHandler === undefined) continue;
      const priceOf = entry.gasHandler as PriceOf;
      const guarded: PriceOf = (runState, gas, common) => {
        const wait = guard.ask(runState.gasLeft);
        return wait === undefined ? priceOf(runState, gas, common) : wait.then(() => priceOf(runState, gas, common));
      };
      this._opcodeMap[opcode] = { ...entry, gasHandler: guarded as typeof entry.gasHandler };
    }
  }
}
