/** Defines the JSON values of responses, and encodes them as Go does. */
import type { Json } from '../../../kernel/json.js';

/** Result that is already encoded. */
export class JsonText {
  constructor(readonly text: string) {}
}

const HTML_SENSITIVE = /[<>&\u2028\u2029]/g;

/** Encodes compact JSON with Go's extra escapes, which make it safe inside HTML. */
export const encodeJson = (value: Json): string =>
  JSON.stringify(value).replace(HTML_SENSITIVE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
