/** Scopes and variables of a position, as the Debug Adapter Protocol lists them. */
import type { ShownPlace } from '../call_lines.js';

/** Variable in the form of `halley_debugView`. */
export interface ShownVariable {
  readonly name?: string;
  readonly type?: string;
  readonly value: string;
  readonly children?: readonly ShownVariable[];
}

interface ShownFrame extends ShownPlace {
  readonly arguments: readonly ShownVariable[];
  readonly locals: readonly ShownVariable[];
}

/** Result of `halley_debugView`. */
export interface ShownView {
  readonly pc: number;
  readonly op: string;
  readonly gas: string;
  readonly gasCost: string;
  readonly depth: number;
  readonly error?: string;
  readonly address: string;
  readonly frames: readonly ShownFrame[];
  readonly stack: readonly string[];
  readonly memory: string;
  readonly calldata: string;
  readonly returnData: string;
  readonly storage: readonly { readonly slot: string; readonly value: string }[];
  readonly state: readonly ShownVariable[];
}

const WORD_DIGITS = 64;

/** Returns the scopes of a frame by name. Only the innermost one has those of the machine. */
export function scopesOf(view: ShownView, index: number): readonly (readonly [string, readonly ShownVariable[]])[] {
  const frame = view.frames[index];
  const own: (readonly [string, readonly ShownVariable[]])[] = [
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

function wordsOf(memory: string): readonly ShownVariable[] {
  const words: ShownVariable[] = [];
  for (let at = 2; at < memory.length; at += WORD_DIGITS)
    words.push({ name: `0x${((at - 2) / 2).toString(16)}`, value: `0x${memory.slice(at, at + WORD_DIGITS)}` });
  return words;
}

/** Finds a variable by its path, `point.x` or `list[0]`, or the value of a slot in hex; undefined for none. */
export function evaluated(view: ShownView, index: number, expression: string): ShownVariable | undefined {
  const text = expression.trim();
  const slot = /^0x[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(text) : undefined;
  if (slot !== undefined) return view.storage.find((one) => BigInt(one.slot) === slot);
  const frame = view.frames[index];
  const [first, ...path] = text.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  let found = [...(frame?.locals ?? []), ...view.state, ...(frame?.arguments ?? [])].find(({ name }) => name === first);
  for (const name of path) found = found?.children?.find((child) => child.name === name);
  return found;
}
