/**
 * Reads the `id` of each message exactly as it was written: JSON.parse would turn 9007199254740993 into another number
 * and `1.0` into `1`. The scanner requires valid JSON, which the caller has just parsed; it only finds where values
 * end. Of a repeated member the last one counts, as with JSON.parse. Names match in any case, as in other nodes.
 */

export const QUOTE = 34;
const BACKSLASH = 92;
export const COMMA = 44;
export const OPEN_ARRAY = 91;
export const CLOSE_ARRAY = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;

/** Raw JSON token, such as `7`, `"seven"` or `null`. */
export type RawId = string;

export const NULL_ID: RawId = 'null';

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** Returns the index of the next character that is no white space. */
export function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the index after the closing quote; `at` is the opening quote. */
export function skipString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end > 0) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function skipContainer(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = skipString(text, i) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --depth === 0) return i + 1;
  }
  return text.length;
}

function skipScalar(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_ARRAY || isSpace(code)) return i;
  }
  return text.length;
}

/** Returns the index after the JSON value that starts at `at`. */
export function skipValue(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return skipString(text, at);
  return code === OPEN_OBJECT || code === OPEN_ARRAY ? skipContainer(text, at) : skipScalar(text, at);
}

/** Returns where the first JSON value of the text ends, judging by brackets and quotes. */
export const endOfFirstValue = (text: string): number => skipValue(text, skipSpace(text, 0));

/** Returns the raw `id` member of the object that starts at `at`, and where the object ends. */
function idOfObject(text: string, at: number): { readonly id: RawId | undefined; readonly end: number } {
  let id: RawId | undefined;
  let i = skipSpace(text, at + 1);
  while (i < text.length && text.charCodeAt(i) !== CLOSE_OBJECT) {
    const keyEnd = skipString(text, i);
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const to = skipValue(text, from);
    if (keyEnd - i === 4 && text.slice(i, keyEnd).toLowerCase() === '"id"') id = text.slice(from, to);
    i = skipSpace(text, to);
    if (text.charCodeAt(i) === COMMA) i = skipSpace(text, i + 1);
  }
  return { id, end: i + 1 };
}

/** Returns the raw id of a single message, or undefined when the text is no object or has no `id`. */
export function rawIdOf(text: string): RawId | undefined {
  const at = skipSpace(text, 0);
  return text.charCodeAt(at) === OPEN_OBJECT ? idOfObject(text, at).id : undefined;
}

/** Returns the raw id of each element of a batch. */
export function rawIdsOf(text: string): readonly (RawId | undefined)[] {
  const ids: (RawId | undefined)[] = [];
  let i = skipSpace(text, skipSpace(text, 0) + 1);
  while (i < text.length && text.charCodeAt(i) !== CLOSE_ARRAY) {
    if (text.charCodeAt(i) === OPEN_OBJECT) {
      const { id, end } = idOfObject(text, i);
      ids.push(id);
      i = end;
    } else {
      ids.push(undefined);
      i = skipValue(text, i);
    }
    i = skipSpace(text, i);
    if (text.charCodeAt(i) === COMMA) i = skipSpace(text, i + 1);
  }
  return ids;
}
