/**
 * Compares what clients see of two answers before they read values: names, kinds, presence. Each difference is one
 * line.
 */
import type { Json } from './recording.js';

/** Lengths of hex, with 0x, that have a meaning of their own: an address, a word, a bloom. */
const FIXED = new Set([42, 66, 514]);

/** Matches the numbers of a text, which may differ. */
const NUMBERS = /\d+/g;

export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  if (/^0x[0-9a-fA-F]*$/.test(value)) return FIXED.has(value.length) ? `hex of ${value.length - 2} digits` : 'hex';
  return /^\d+$/.test(value) ? 'decimal' : 'text';
}

/** Returns whether two error texts agree. Numbers and hashes depend on the chain, and our text may add more. */
export function isSameText(theirs: string, ours: string): boolean {
  const [their, our] = [textShape(theirs), textShape(ours)];
  return our === their || our.startsWith(`${their}: `) || our.startsWith(`${their} (`);
}

export const textShape = (text: string): string => text.replace(/0x[0-9a-fA-F]{8,}/g, '0x…').replace(NUMBERS, 'N');

interface Leniency {
  /** Whether a list may be empty or not. */
  readonly loose?: true;
  /** Whether lists and long strings are shortened. */
  readonly cut?: true;
}

/** Returns one line for each difference: the path, the recorded value and ours. */
export function differences(theirs: Json, ours: Json, leniency: Leniency = {}): readonly string[] {
  const found: string[] = [];
  compare(theirs, ours, '', leniency, (line) => found.push(line));
  return [...new Set(found)];
}

type Report = (line: string) => void;

function compare(theirs: Json, ours: Json, path: string, leniency: Leniency, report: Report): void {
  const [their, our] = [kindOf(theirs), kindOf(ours)];
  if (their !== our) report(`${path || 'all'}: ${their} → ${our}`);
  else if (Array.isArray(theirs)) compareLists(theirs, ours, path, leniency, report);
  else if (their === 'object') compareObjects(theirs, ours, path, leniency, report);
}

function compareLists(theirs: Json[], ours: Json[], path: string, leniency: Leniency, report: Report): void {
  if ((theirs.length === 0) !== (ours.length === 0)) {
    if (leniency.loose === undefined) report(`${path}: list of ${size(theirs)} → of ${size(ours)}`);
    return;
  }
  if (leniency.cut && theirs.length < ours.length) {
    compareCut(theirs, ours, path, leniency, report);
    return;
  }
  if (theirs.length !== ours.length && leniency.loose === undefined)
    report(`${path}: list of ${theirs.length} → of ${ours.length}`);
  const last = theirs.length - 1;
  for (const [i, item] of ours.entries()) compare(theirs[Math.min(i, last)], item, `${path}[]`, leniency, report);
}

/** Checks that each item of a shortened list is one of ours. */
function compareCut(theirs: Json[], ours: Json[], path: string, leniency: Leniency, report: Report): void {
  theirs.forEach((item, i) => {
    if (!ours.some((our) => differences(item, our, leniency).length === 0)) report(`${path}[${i}]: none like it`);
  });
}

const size = (list: readonly Json[]): string => (list.length === 0 ? 'none' : 'some');

function compareObjects(theirs: Json, ours: Json, path: string, leniency: Leniency, report: Report): void {
  for (const key of Object.keys(theirs)) {
    if (key in ours) compare(theirs[key], ours[key], `${path}.${key}`, leniency, report);
    else report(`${path}.${key}: is there → is not`);
  }
  for (const key of Object.keys(ours)) if (!(key in theirs)) report(`${path}.${key}: is not there → is`);
}
