/** Makes untrusted text safe to print on a terminal. */

/** Most characters of a text that are shown. */
const MAX_LENGTH = 2_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what shall not reach a terminal
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Replaces control characters, and characters that change the direction of text, with escapes. Tabs stay. */
export function escapeControls(text: string): string {
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text;
  return shown.replace(CONTROLS, escaped);
}
