/** Parses query strings and form bodies like Go's `url.ParseQuery`: a pair with a broken escape or a `;` is dropped. */

function unescapeComponent(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Returns the first value of each name. */
export function parseQueryString(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    const name = unescapeComponent(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeComponent(equals < 0 ? '' : pair.slice(equals + 1));
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, value);
  }
  return values;
}
