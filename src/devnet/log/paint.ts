/** Defines the colours of the log for terminals that support them. */

export interface Paint {
  readonly name: (text: string) => string;
  readonly good: (text: string) => string;
  readonly wrong: (text: string) => string;
}

const same = (text: string): string => text;
/** Wraps text in two SGR codes: `on` sets the style, and `off` resets it. */
const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

export const PLAIN: Paint = { name: same, good: same, wrong: same };
export const COLOURED: Paint = { name: sgr(1, 22), good: sgr(32, 39), wrong: sgr(31, 39) };
