/** Scopes and variables of a position, as the Debug Adapter Protocol lists them. */
import type { EvmDebugItem, WrittenDebugView } from '../../backend/evm/debugging.js';

const WORD_DIGITS = 64;

/** Returns the scopes of a frame by name. Only the innermost one has those of the machine. */
export function scopesOf(
  view: WrittenDebugView,
  index: number,
): readonly (readonly [string, readonly EvmDebugItem[]])[] {
  const frame = view.frames[index];
  const own: (readonly [string, readonly EvmDebugItem[]])[] = [
    ['Locals', frame?.locals ?? []],
    ['Arguments', frame?.arguments ?? []],
  ];
  if (index > 0) return own;
  return [
    ...own,
    ['State variables', view.state],
    ['Stack', [...view.stack].reverse().map((value, i) => ({ name: String(i), value }))],
    ['Memory', wordsOf(view.memory)],
    ['Storage', view.storage.map(({ slot, value }) => ({ name: slot, value }))],
    [
      'Calldata',
      [
        { name: 'calldata', value: view.calldata },
        { name: 'returndata', value: view.returnData },
      ],
    ],
    [
      'Gas',
      [
        { name: 'gas', value: String(BigInt(view.gas)) },
        { name: 'cost', value: String(BigInt(view.gasCost)) },
        { name: 'opcode', value: view.op },
        { name: 'pc', value: String(view.pc) },
        { name: 'depth', value: String(view.depth) },
      ],
    ],
  ];
}

function wordsOf(memory: string): readonly EvmDebugItem[] {
  const words: EvmDebugItem[] = [];
  for (let at = 2; at < memory.length; at += WORD_DIGITS)
    words.push({ name: `0x${((at - 2) / 2).toString(16)}`, value: `0x${memory.slice(at, at + WORD_DIGITS)}` });
  return words;
}

/** Finds a variable by its path, `point.x` or `list[0]`, or the value of a slot in hex; undefined for none. */
export function evaluated(view: WrittenDebugView, index: number, expression: string): EvmDebugItem | undefined {
  const text = expression.trim();
  const slot = /^0x[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(text) : undefined;
  if (slot !== undefined) return view.storage.find((one) => BigInt(one.slot) === slot);
  const frame = view.frames[index];
  const [first, ...path] = text.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  let found = [...(frame?.locals ?? []), ...view.state, ...(frame?.arguments ?? [])].find(({ name }) => name === first);
  for (const name of path) found = found?.children?.find((child) => child.name === name);
  return found;
}
