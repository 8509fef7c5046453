/** Recognizes the faults that are settings of one link: its delay and its loss, in both directions. */
import type { DevnetFault } from '../faults/fault_menu.js';

const isPair = (nodes: readonly number[] | undefined, a: number, b: number): boolean =>
  nodes?.length === 2 && nodes.includes(a) && nodes.includes(b);

/** Returns whether a fault is a setting of the link between two validators, or of any link when they are left out. */
export function isLinkSetting(fault: DevnetFault, a?: number, b?: number): boolean {
  if (fault.type !== 'delay' && fault.type !== 'loss') return false;
  const { from, to } = fault;
  const [first = -1, second = -1] = from ?? [];
  return isPair(from, a ?? first, b ?? second) && isPair(to, a ?? first, b ?? second);
}

/** Returns whether two faults have the same type and parameters. */
export const sameFault = (a: DevnetFault, b: DevnetFault): boolean => canonical(a) === canonical(b);

const canonical = (fault: DevnetFault): string =>
  JSON.stringify(Object.entries(fault).sort(([a], [b]) => (a < b ? -1 : 1)));
