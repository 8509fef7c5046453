/** A run in lines that are compared one by one: the reports to an observer, and the final state. */
import type { EthereumLog } from '../../src/codec/ethereum/receipt.js';
import type { FrameEnd, FrameStart, Observer, OpcodeStep } from '../../src/evm/observer.js';
import { isPrecompile } from '../../src/evm/precompiled.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';

/** Line. Its members besides the text may differ between machines when an operation fails. */
export interface Report {
  readonly text: string;
  readonly cost?: bigint;
  readonly refund?: bigint;
  readonly error?: string | undefined;
  /** Whether it is the end of a precompile's frame. */
  readonly isPrecompile?: boolean;
}

export const lineOf = ({ text, cost, refund, error }: Report): string =>
  [
    ...(cost === undefined ? [] : [`cost ${cost}`]),
    ...(refund === undefined ? [] : [`refund ${refund}`]),
    ...(error === undefined ? [] : [`error ${error}`]),
    text,
  ].join(' ');

/** Most bytes that a line shows in full. */
const SHOWN = 2_048;

export const shown = (bytes: Bytes): string =>
  bytes.length <= SHOWN ? toHex(bytes) : `${toHex(bytes.subarray(0, SHOWN))}…${bytes.length}`;

/** Step without its price, in the form that geth's logger also reports. */
export interface StepText {
  readonly depth: number;
  readonly pc: number;
  readonly op: number;
  readonly gas: bigint;
  /** Hex; the top is last. */
  readonly stack: readonly string[];
  readonly memory: number;
  readonly returned: string;
}

export const stepText = ({ depth, pc, op, gas, stack, memory, returned }: StepText): string =>
  `step ${depth} pc ${pc} op ${op.toString(16)} gas ${gas} stack [${stack.join(' ')}] memory ${memory} returned ${returned}`;

export const exitText = (gasUsed: bigint, output: string): string => `exit used ${gasUsed} output ${output}`;

/** Records what geth's logger reports as well: operations, and ends of frames. */
export class BriefScript implements Observer {
  readonly report: Report[] = [];
  readonly #precompiles: boolean[] = [];

  step(step: OpcodeStep): void {
    const { gasCost: cost, refund, error } = step;
    this.report.push({ text: this.textOf(step), cost, refund, error });
  }

  enter({ to, type }: FrameStart): void {
    this.#precompiles.push(type !== 'SELFDESTRUCT' && isPrecompile(to));
  }

  exit({ output, gasUsed, error }: FrameEnd): void {
    const isPrecompile = this.#precompiles.pop() === true;
    this.report.push({ text: exitText(gasUsed, toHex(output)), error, isPrecompile });
  }

  protected textOf(step: OpcodeStep): string {
    const { depth, pc, op, gas, returnData } = step;
    const stack = step.stack().map((item) => `0x${item.toString(16)}`);
    return stepText({ depth, pc, op, gas, stack, memory: step.memory().length, returned: toHex(returnData) });
  }
}

/** Records everything that an observer receives. */
export class FullScript extends BriefScript {
  override enter(frame: FrameStart): void {
    const { type, depth, from, to, input, gas, value } = frame;
    const text = `enter ${depth} ${type} from ${toHex(from)} to ${toHex(to)} gas ${gas} value ${value} input ${shown(input)}`;
    this.report.push({ text });
    super.enter(frame);
  }

  log(log: EthereumLog): void {
    this.report.push({ text: logText(log) });
  }

  protected override textOf(step: OpcodeStep): string {
    return `${super.textOf(step)} of ${toHex(step.address)} memory ${shown(step.memory())}`;
  }
}

export const logText = ({ address, topics, data }: EthereumLog): string =>
  `log of ${toHex(address)} topics ${topics.map(toHex).join(' ')} data ${shown(data)}`;
