/** Finds which validators can communicate, and whether any group of them can decide a block. */
import type { NetworkState, Validator } from './network_state.js';
import { isQuorum } from './vote_set.js';

/** Validators that reach each other, with their power. */
export interface Group {
  readonly members: readonly number[];
  /** Members that are up. */
  readonly up: number;
  /** Power of those. */
  readonly power: bigint;
}

/** Returns the groups of a partition from the text of its fault; a validator in none is alone. */
function partitionOf(text: string, validators: readonly Validator[]): readonly (readonly number[])[] | undefined {
  const groups = /^partition groups=(\S+)/.exec(text)?.[1];
  if (groups === undefined) return undefined;
  const indexOf = (name: string): number =>
    /^\d+$/.test(name) ? Number(name) : validators.findIndex((validator) => validator.name === name);
  return groups.split('/').map((group) => group.split(',').map(indexOf));
}

/** Returns the groups, the one of the least member first. Validators that are down belong to the group that they would reach. */
export function groupsOf({ nodes, faults, cuts, validators, powers }: NetworkState): readonly Group[] {
  const partitions = faults.flatMap(({ text }) => {
    const groups = partitionOf(text, validators);
    return groups === undefined ? [] : [groups];
  });
  const cut = new Set(cuts.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`));
  const isWhole = partitions.length === 0 && cut.size === 0;
  const areLinked = (a: number, b: number): boolean =>
    isWhole ||
    (!cut.has(`${Math.min(a, b)} ${Math.max(a, b)}`) &&
      partitions.every((groups) => groups.some((group) => group.includes(a) && group.includes(b))));
  const rest = new Set(nodes.keys());
  const groups: Group[] = [];
  for (const first of rest) {
    rest.delete(first);
    const members = [first];
    for (const member of members)
      for (const other of rest)
        if (areLinked(member, other)) {
          rest.delete(other);
          members.push(other);
        }
    members.sort((a, b) => a - b);
    const up = members.filter((member) => nodes[member]?.up === true);
    groups.push({ members, up: up.length, power: up.reduce((sum, member) => sum + (powers.powers[member] ?? 0n), 0n) });
  }
  return groups;
}

/** Returns whether no group can decide. That is not known where a node's state is unknown. */
export const isStuck = ({ nodes, powers }: NetworkState, groups: readonly Group[]): boolean =>
  nodes.length > 0 && !nodes.some(({ unknown }) => unknown) && !groups.some(({ power }) => isQuorum(power, powers));
