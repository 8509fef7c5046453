/** Writes faults as text, in the form in which the command line takes them. */
import { faultParameters } from './fault_menu.js';

/** Data of a fault of any type. */
type FaultLike = { readonly type: string };

/**
 * Writes a fault as its type and words, such as `equivocate node=3 vote=prevote`. With `nameOf`, validators have their
 * names in place of their indexes.
 */
export function faultText(fault: FaultLike, nameOf: (index: number) => string = String): string {
  const { type, ...members } = fault;
  const parameters = faultParameters(type);
  const words = Object.entries(members).map(
    ([name, value]) => `${name}=${valueText(value, parameters?.get(name)?.isNode === true ? nameOf : String)}`,
  );
  return [type, ...words].join(' ');
}

/** Writes lists with commas, and lists of lists with slashes between them. */
function valueText(value: unknown, nameOf: (index: number) => string): string {
  if (typeof value === 'number') return nameOf(value);
  if (!Array.isArray(value)) return String(value);
  return value.map((item) => valueText(item, nameOf)).join(value.some(Array.isArray) ? '/' : ',');
}
