/**
 * Checks that the entries of a timeline can follow each other: a fault is begun before it ends, a snapshot taken before
 * the revert, and a validator crashed before it restarts. Only what no run can do is refused; the run reports the rest.
 */
import { didYouMean } from '../settings/did_you_mean.js';
import { type Place, scenarioError } from './document/located.js';
import { positionText } from './document/position.js';
import type { TimelineEntry } from './scenario.js';
import type { Condition } from './verb.js';

/** Adds to an entry the place of each of its members. */
export interface PlacedEntry {
  readonly entry: TimelineEntry;
  placeOf(member: string): Place;
}

/**
 * Returns whether `a` is performed before `b` in every run that performs both. Rounds of a height can be skipped, and
 * validators reach positions in any order, so mostly heights decide.
 */
function precedes(a: TimelineEntry, b: TimelineEntry, isEarlierInFile: boolean): boolean {
  if (a.after !== 0 || a.by !== undefined) return false;
  if (a.at.height !== b.at.height) return a.at.height < b.at.height;
  if (a.at.round === undefined && b.at.round !== undefined) return true;
  return isEarlierInFile && positionText(a.at) === positionText(b.at);
}

/** Throws HalleyError `invalid-config` for the first entry that needs what no entry before it can give. */
export function checkOrder(placed: readonly PlacedEntry[], file: string): void {
  const entries = placed.map(({ entry }) => entry);
  for (const [at, { entry, placeOf }] of placed.entries())
    for (const { kind, name, member } of entry.verb.needs?.(entry.data) ?? []) {
      const givers = entries.flatMap((other, index) =>
        (other.verb.gives?.(other.data) ?? [])
          .filter((given) => given.kind === kind)
          .map((given) => ({ ...given, index })),
      );
      const fitting = givers.filter((given) => given.name === name);
      if (fitting.some(({ index }) => !precedes(entry, entries[index] as TimelineEntry, at < index))) continue;
      const [late] = fitting;
      const what = `${entry.verb.describe(entry.data)} needs ${KINDS[kind](name)}`;
      const names = [...new Set(givers.map((given) => given.name))];
      const why =
        late === undefined
          ? `which no entry of the timeline does${didYouMean(name, names)}`
          : `which only happens later, at "${positionText((entries[late.index] as TimelineEntry).at)}"`;
      throw scenarioError(file, placeOf(member), `${what}, ${why}: add or move that entry`);
    }
}

/** Says what must have happened, for each kind of condition. */
const KINDS = {
  fault: (name: string) => `a fault that is begun as "${name}"`,
  snapshot: (name: string) => `a snapshot that is taken as "${name}"`,
  crash: (name: string) => `validator ${name} to crash`,
} satisfies Record<Condition['kind'], (name: string) => string>;
