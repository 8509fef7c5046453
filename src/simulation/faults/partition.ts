/** The network falls apart: nodes of different groups cannot talk. A node that no group names stands alone. */

export interface Partition {
  readonly type: 'partition';
  readonly groups: readonly (readonly number[])[];
}

export function isSevered({ groups }: Partition, from: number, to: number): boolean {
  return !groups.some((group) => group.includes(from) && group.includes(to));
}
