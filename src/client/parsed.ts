/** Parses JSON from a server, which may be any text. */

/** Returns the value; undefined for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
