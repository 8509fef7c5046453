/** What answers are made of, and their text as Go prints it. */

/** A member whose value is undefined is left out, as `omitempty` does. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** An answer that is text already. */
export class JsonText {
  constructor(readonly text: string) {}
}

const HTML_SENSITIVE = /[<>&\u2028\u2029]/g;

/** Compact JSON with Go's extra escapes, which keep it safe inside HTML. */
export const encodeJson = (value: Json): string =>
  JSON.stringify(value).replace(HTML_SENSITIVE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
