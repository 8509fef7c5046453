/**
 * Formats a line of console.log. As in Node's util.format, the first text may contain placeholders (`%s %d %i %o %O
 * %x`) for the values behind it. `%x`, from Foundry, writes hexadecimal. Values without a placeholder follow after a
 * space.
 */
import type { ConsoleValue } from './decode.js';

const PLACE = /%([sdifoOxjc%])/g;

export function formatLine(values: readonly ConsoleValue[]): string {
  const [first, ...rest] = values;
  if (first?.type !== 'text' || rest.length === 0) return values.map(shown).join(' ');
  let next = 0;
  const line = first.text.replace(PLACE, (place: string, kind: string) => {
    if (kind === '%') return '%';
    const value = rest[next];
    if (value === undefined) return place;
    next++;
    return placed(kind, value);
  });
  return [line, ...rest.slice(next).map(shown)].join(' ');
}

function shown(value: ConsoleValue): string {
  switch (value.type) {
    case 'text':
      return value.text;
    case 'number':
      return `${value.number}`;
    case 'flag':
      return `${value.flag}`;
    case 'hex':
      return value.hex;
  }
}

function placed(kind: string, value: ConsoleValue): string {
  switch (kind) {
    case 'd':
    case 'i':
    case 'f':
      return `${numberOf(value) ?? 'NaN'}`;
    case 'x':
      return hexOf(value);
    case 'o':
    case 'O':
    case 'j':
      return value.type === 'text' ? `'${value.text}'` : shown(value);
    case 'c':
      return '';
    default:
      return shown(value);
  }
}

function numberOf(value: ConsoleValue): bigint | undefined {
  switch (value.type) {
    case 'number':
      return value.number;
    case 'flag':
      return value.flag ? 1n : 0n;
    case 'hex':
      return value.hex === '0x' ? undefined : BigInt(value.hex);
    case 'text':
      return /^\s*-?\d+\s*$/.test(value.text) ? BigInt(value.text) : undefined;
  }
}

function hexOf(value: ConsoleValue): string {
  if (value.type === 'hex') return value.hex;
  const number = numberOf(value);
  if (number === undefined) return shown(value);
  return number < 0n ? `-0x${(-number).toString(16)}` : `0x${number.toString(16)}`;
}
