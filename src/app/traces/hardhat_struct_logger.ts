import type { OpcodeStep } from '../../evm/observer.js';
import { opcodeOf, opName } from '../../evm/opcodes.js';
import { EMPTY_BYTES, leftPadded } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { memoryWords, REVERTED, slotOf } from './geth_error_text.js';
import type { TracedMessage, TracedRun, Tracer } from './tracer.js';

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
  textAt(step: OpcodeStep, stack: readonly bigint[]): string {
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
export function hardhatStructLogger({ structLogs: options, out }: TracedMessage): Tracer {
  let seen = 0;
  let written = 0;
  let length = 0;
  const storage = new TouchedStorage();

  const textOf = (step: OpcodeStep): string => {
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
function costOf({ op, gas, gasCost, error }: OpcodeStep): bigint {
  if (gasCost > gas) return gas;
  if (error !== undefined || (op !== CREATE && op !== CREATE2)) return gasCost;
  const left = gas - gasCost;
  return gasCost + left - left / RETAINED_GAS_DIVISOR;
}
