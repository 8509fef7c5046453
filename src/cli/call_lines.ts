/** Prints the calls of a transaction as a tree, in the form of Foundry's `cast run`. */
import { escapeControls } from '../devnet/log/escape_controls.js';
import { painted, type Style } from './watch/view/spans.js';

interface ShownValue {
  readonly name?: string;
  readonly value: string;
}

interface ShownLog {
  readonly topics: readonly string[];
  readonly data: string;
  /** Calls of the frame before the log. */
  readonly position: string;
  readonly name?: string;
  readonly arguments?: readonly ShownValue[];
}

/** Frame in the form of `halley_traceTransaction`. */
export interface ShownCall {
  readonly type: string;
  readonly to?: string;
  readonly input: string;
  readonly output: string;
  readonly gasUsed: string;
  readonly value?: string;
  readonly error?: string;
  readonly contract?: string;
  readonly function?: string;
  readonly arguments?: readonly ShownValue[];
  readonly outputs?: readonly ShownValue[];
  /** Reason of a revert in words. */
  readonly revert?: string;
  readonly storage?: readonly { readonly slot: string; readonly before: string; readonly after: string }[];
  readonly logs?: readonly ShownLog[];
  readonly calls?: readonly ShownCall[];
  readonly stack?: readonly (ShownPlace & { readonly message?: string })[];
}

/** Frame of a function. What is not certain is absent. */
export interface ShownPlace {
  readonly contract?: string;
  readonly function?: string;
  readonly address: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Kinds of calls that are marked; any other is a plain call. */
const MARKED: ReadonlySet<string> = new Set(['STATICCALL', 'DELEGATECALL', 'CALLCODE']);

type Paint = (text: string, style: Style) => string;

/** Returns the lines of a transaction. `hasColors` is for a terminal. */
export function callLines(root: ShownCall, hasColors: boolean): readonly string[] {
  const paint: Paint = (text, style) => (hasColors ? painted(text, style) : text);
  const [first = '', ...others] = linesOf(root, paint);
  const stack = root.stack ?? [];
  return [
    'Traces:',
    `  ${first}`,
    ...others.map((line) => `    ${line}`),
    '',
    ...(stack.length === 0 ? [] : [`Error: ${escapeControls(stack[0]?.message ?? root.error ?? '')}`]),
    ...stack.map((frame) => `    at ${placeText(frame)}`),
    root.error === undefined
      ? paint('Transaction successfully executed.', 'green')
      : paint('Transaction failed.', 'red'),
    `Gas used: ${BigInt(root.gasUsed)}`,
  ];
}

function placeText(place: ShownPlace): string {
  const at = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
  return `${placeName(place)}${at === '' ? '' : ` (${at})`}`;
}

/** Returns the function of a frame, such as `Vault.withdraw`, or the account where no name is known. */
export const placeName = ({ contract, function: name, address }: ShownPlace): string =>
  [contract, name].filter((part) => part !== undefined).join('.') || address;

function linesOf(call: ShownCall, paint: Paint): readonly string[] {
  const { calls = [], logs = [], storage = [], error } = call;
  const blocks: (readonly string[])[] = [];
  const logsUntil = (position: number): void => {
    for (const log of logs) if (Number(log.position) === position) blocks.push(logLines(log, paint));
  };
  calls.forEach((inner, i) => {
    logsUntil(i);
    blocks.push(linesOf(inner, paint));
  });
  logsUntil(calls.length);
  if (storage.length > 0)
    blocks.push([
      paint('storage changes:', 'dim'),
      ...storage.map(({ slot, before, after }) => `@ ${short(slot)}: ${short(before)} → ${short(after)}`),
    ]);
  const style = error === undefined ? 'green' : 'red';
  blocks.push([paint(`← ${endText(call)}`, style)]);
  const inner = blocks.flatMap((lines, i) => {
    const isLast = i === blocks.length - 1;
    return lines.map((line, at) => `${at > 0 ? (isLast ? '    ' : '│   ') : isLast ? '└─ ' : '├─ '}${line}`);
  });
  return [`[${BigInt(call.gasUsed)}] ${headText(call, (name) => paint(name, style))}`, ...inner];
}

function headText(call: ShownCall, name: (text: string) => string): string {
  const { type, to = 'unknown address', contract, value = '0x0', input } = call;
  if (type.startsWith('CREATE'))
    return `→ new ${name(contract ?? '<unknown>')}@${to}${call.arguments?.length ? `(${values(call.arguments)})` : ''}`;
  if (type === 'SELFDESTRUCT') return `${name('selfdestruct')}(${to})`;
  const paid = value === '0x0' || type !== 'CALL' ? '' : `{value: ${BigInt(value)}}`;
  const isNamed = call.function !== undefined && (call.arguments !== undefined || input === '0x');
  const called = isNamed ? call.function : input === '0x' ? 'fallback' : (call.function ?? input.slice(2, 10));
  const given =
    call.arguments === undefined ? input.slice(call.function === undefined ? 10 : 2) : values(call.arguments);
  const mark = MARKED.has(type) ? ` [${type.toLowerCase()}]` : '';
  return `${name(contract ?? to)}::${name(called ?? '')}${paid}(${given})${mark}`;
}

function endText({ type, error, revert, output, outputs }: ShownCall): string {
  if (error === 'execution reverted')
    return `[Revert] ${escapeControls(revert ?? (output === '0x' ? 'EvmError: Revert' : output))}`;
  if (error !== undefined) return `[${error}]`;
  if (output === '0x') return '[Stop]';
  if (type.startsWith('CREATE')) return `[Return] ${(output.length - 2) / 2} bytes of code`;
  return `[Return] ${outputs === undefined ? output : values(outputs)}`;
}

function logLines({ name, arguments: given = [], topics, data }: ShownLog, paint: Paint): readonly string[] {
  if (name !== undefined)
    return [
      `emit ${paint(name, 'yellow')}(${given.map((one) => (one.name === undefined ? one.value : `${one.name}: ${one.value}`)).join(', ')})`,
    ];
  return [
    ...topics.map((topic, i) => `${i === 0 ? ' emit topic 0' : `      topic ${i}`}: ${topic}`),
    `          data: ${data}`,
  ];
}

const values = (list: readonly ShownValue[]): string => list.map(({ value }) => value).join(', ');

/** Returns a word without its leading zeros. */
const short = (word: string): string => word.replace(/^0x0+(?=.)/, '0x');
