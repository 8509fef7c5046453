/**
 * Implements the default tracer: every operation with the stack, memory and storage that it found (go-ethereum
 * `eth/tracers/logger`; evm-json-rpc.md 5.7). Each step is written immediately, so that no trace must fit in memory.
 * Therefore `structLogs` comes first, and the result of the run after it.
 */
import type { OpcodeStep } from '../../../evm/observer.js';
import { opcodeOf, opName } from '../../../evm/opcodes.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { memoryWords, REVERTED, slotOf, wordText } from '../geth_error_text.js';
import type { TracedMessage, TracedRun, Tracer } from '../tracer.js';

const SLOAD = opcodeOf('SLOAD');
const SSTORE = opcodeOf('SSTORE');
const HEAD = '{"structLogs":[';

const quoted = (items: readonly string[]): string => (items.length === 0 ? '[]' : `["${items.join('","')}"]`);
const wordOf = (value: bigint): string => to0x(slotOf(value));

export function structLogger({ structLogs: options, out }: TracedMessage): Tracer {
  let steps = 0;
  let length = 0;
  /** Slots of each contract's storage that were seen, by address. */
  const storages = new Map<string, Map<string, string>>();

  const storageText = (step: OpcodeStep, stack: readonly bigint[]): string => {
    if (options.disableStorage || step.error !== undefined || (step.op !== SLOAD && step.op !== SSTORE)) return '';
    const [slot, value] = [stack.at(-1), stack.at(-2)];
    if (slot === undefined || (step.op === SSTORE && value === undefined)) return '';
    const address = to0x(step.address);
    const storage = storages.get(address) ?? new Map<string, string>();
    storages.set(address, storage);
    const key = wordOf(slot);
    const held = step.op === SLOAD ? wordText(step.storage(slotOf(slot))) : wordOf(value as bigint);
    storage.set(key, held);
    const entries = [...storage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, word]) => `"${at}":"${word}"`);
    return `,"storage":{${entries.join(',')}}`;
  };

  const textOf = (step: OpcodeStep): string => {
    const stack = step.stack();
    const { pc, op, gas, gasCost, depth, error, returnData, refund } = step;
    return [
      `{"pc":${pc},"op":"${opName(op)}","gas":${gas},"gasCost":${gasCost},"depth":${depth + 1}`,
      error === undefined ? '' : `,"error":${JSON.stringify(error)}`,
      options.disableStack ? '' : `,"stack":${quoted(stack.map((item) => `0x${item.toString(16)}`))}`,
      options.enableReturnData && returnData.length > 0 ? `,"returnData":"${to0x(returnData)}"` : '',
      options.enableMemory ? memoryText(step.memory()) : '',
      storageText(step, stack),
      refund === 0n ? '' : `,"refund":${refund}`,
      '}',
    ].join('');
  };

  return {
    observer: {
      step: (step) => {
        if (options.limit !== 0 && length > options.limit) return;
        const text = textOf(step);
        length += text.length;
        out.write(`${steps++ === 0 ? HEAD : ','}${text}`);
      },
    },
    result: ({ gasUsed, error, output }: TracedRun) => {
      const returned = error === undefined || error === REVERTED ? output : EMPTY_BYTES;
      const tail = `],"gas":${gasUsed},"failed":${error !== undefined},"returnValue":"${to0x(returned)}"}`;
      return steps === 0 ? HEAD + tail : tail;
    },
    cut: () => ']}',
  };
}

const memoryText = (memory: Bytes): string => (memory.length === 0 ? '' : `,"memory":${memoryWords(memory, '0x')}`);
