/** Escapes text inside HTML like Go's `html.EscapeString`. */
const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&#34;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[<>&"']/g, (char) => ENTITIES[char] ?? char);
