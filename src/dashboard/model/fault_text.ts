/** Writes faults as text, in the form in which the command line takes them. */

/** Writes lists with commas, and lists of lists with slashes between them. */
export function listText(value: unknown): string {
  if (Array.isArray(value)) return value.map(listText).join(value.some(Array.isArray) ? '/' : ',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Writes a fault as its type and its parameters, such as `equivocate node=3 vote=prevote`. */
export const faultText = ({ type, ...parameters }: Readonly<Record<string, unknown>>): string =>
  [type, ...Object.entries(parameters).map(([name, value]) => `${name}=${listText(value)}`)].join(' ');
