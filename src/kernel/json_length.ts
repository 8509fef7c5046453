/** Measures how long the JSON of a value is, without making it. */

/** About the length of a number, `true`, `false` or `null`, and of what separates members. */
const SHORT = 4;

/** Returns about the characters of the JSON of a value of JSON, or any number above `most` when they are more. */
export function jsonLength(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SHORT;
  let length = SHORT;
  for (const key in value) {
    length += key.length + SHORT + jsonLength((value as Readonly<Record<string, unknown>>)[key], most - length);
    if (length > most) return length;
  }
  return length;
}
