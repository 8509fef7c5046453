/**
 * Texts that Go's `encoding/json` writes: what could be HTML is escaped. Values are read as Go reads them into a struct
 * of texts, as far as other chains can tell.
 */

const HTML_SENSITIVE = /[<>&\u2028\u2029]/g;

/** Members in their order; undefined ones are left out. */
export const goJson = (value: unknown): string =>
  JSON.stringify(value).replace(HTML_SENSITIVE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The members of a JSON object; undefined for a text that is none. */
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
