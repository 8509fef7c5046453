/** Puts texts with styles on lines of a fixed width. */
import { shortened } from '../../../kernel/text.js';

export type Style = 'plain' | 'bold' | 'dim' | 'green' | 'yellow' | 'red';

/** Printable text with a style. */
export type Span = readonly [text: string, style?: Style];

const CODES: Readonly<Record<Exclude<Style, 'plain'>, string>> = {
  bold: '1',
  dim: '2',
  green: '32',
  yellow: '33',
  red: '31',
};

/** Returns text in a style, as terminals read it. */
export function painted(text: string, style: Style): string {
  if (style === 'plain' || text === '') return text;
  return `\u001b[${CODES[style]}m${text}\u001b[0m`;
}

/** Joins spans to a line of at most `width` columns, in color or not. What is too long is cut. */
export function lineOf(spans: readonly Span[], width: number, hasColors: boolean): string {
  const parts: string[] = [];
  let left = width;
  for (const [text, style = 'plain'] of spans) {
    const shown = shortened(text, left);
    left -= shown.length;
    parts.push(hasColors ? painted(shown, style) : shown);
  }
  return parts.join('').trimEnd();
}

/** Returns a text of exactly `columns` columns. */
export const cell = (text: string, columns: number): string => shortened(text, columns).padEnd(columns);
