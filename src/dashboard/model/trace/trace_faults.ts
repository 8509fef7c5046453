/** Follows the faults and cut links of a chain in a trace. */
import type { RoundsPicture } from '../../../backend/rounds.js';
import { faultText } from '../fault_text.js';
import type { Member } from './trace_lines.js';
import { memberOf, shownText, textOf } from './trace_values.js';

export class TraceFaults {
  /** Active faults: their names, and their descriptions. */
  active: RoundsPicture['faults'] = [];
  cuts: RoundsPicture['cuts'] = [];

  /** Begins a fault, or ends it without one. */
  set(name: string, fault: unknown): void {
    const others = this.active.filter((known) => known.name !== name);
    const isFault = typeof fault === 'object' && fault !== null;
    this.active = isFault ? [...others, { name, text: textOfFault(memberOf(fault)) }] : others;
  }

  /** Cuts the link of two nodes, or restores it. */
  cut(node: number, peer: number, isCut: boolean): void {
    const others = this.cuts.filter(([a, b]) => !(a === node && b === peer) && !(a === peer && b === node));
    this.cuts = isCut ? [...others, [node, peer]] : others;
  }
}

/** Returns a fault as text, after its values were decoded. */
const textOfFault = (fault: Member): string =>
  shownText(faultText(Object.fromEntries(Object.entries(fault).map(([name, value]) => [name, decoded(value)]))));

const decoded = (value: unknown): unknown => (typeof value === 'string' ? textOf(value) : value);
