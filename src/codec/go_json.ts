/**
 * Writes JSON as Go's `encoding/json` does, which escapes characters that are special in HTML. Reads JSON as Go reads
 * it into a struct of strings, as far as other chains can observe.
 */

const HTML_SENSITIVE = /[<>&\u2028\u2029]/g;

/** Formats a value. Members keep their order, and undefined ones are omitted. */
export const goJson = (value: unknown): string =>
  JSON.stringify(value).replace(HTML_SENSITIVE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the members of a JSON object, or undefined for any other text. */
export function tryJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
