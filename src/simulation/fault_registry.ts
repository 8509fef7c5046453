/** Applies the active faults through their definitions. The folder `faults` holds every definition. */
import type { Misbehavior } from '../consensus/env.js';
import { InvariantViolation } from '../kernel/errors.js';
import { type Envelope, type FaultContext, type FaultData, type FaultDefinition, parametersOf } from './fault.js';
import { FAULTS } from './faults/index.generated.js';
import type { Fault } from './faults/union.generated.js';

export type { Fault };

export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

/**
 * Is a definition with its data type erased. This is safe, because each definition receives only data of its own type.
 */
export type AnyFaultDefinition = FaultDefinition<FaultData>;

const DEFINITIONS: ReadonlyMap<string, AnyFaultDefinition> = new Map(
  (FAULTS as readonly AnyFaultDefinition[]).map((definition) => [definition.type, definition]),
);

/** Lists the faults that can be added. */
export const FAULT_DEFINITIONS: readonly AnyFaultDefinition[] = FAULTS as readonly AnyFaultDefinition[];

/** Says what is wrong with the data of a fault: a member and what it should be, or the data as a whole. */
export type FaultProblem =
  | { readonly type: 'unknown type' }
  | { readonly type: 'unknown member'; readonly member: string; readonly known: readonly string[] }
  | { readonly type: 'member'; readonly member: string; readonly value: unknown; readonly expected: string }
  | { readonly type: 'refused'; readonly reason: string };

/** Checks data that may be a fault of a network of `size` nodes. Returns undefined when it is one. */
export function faultProblem(data: Readonly<Record<string, unknown>>, size: number): FaultProblem | undefined {
  const { type, ...members } = data;
  const definition = typeof type === 'string' ? DEFINITIONS.get(type) : undefined;
  if (definition === undefined) return { type: 'unknown type' };
  const parameters = parametersOf(definition);
  const known = parameters.map(([name]) => name);
  const member = Object.keys(members).find((name) => !known.includes(name));
  if (member !== undefined) return { type: 'unknown member', member, known };
  for (const [name, { accepts, expected, optional }] of parameters) {
    const value = members[name];
    if (value === undefined && optional === true) continue;
    if (!accepts(value, size)) return { type: 'member', member: name, value, expected };
  }
  const reason = definition.refusal?.(data as unknown as FaultData);
  return reason === undefined ? undefined : { type: 'refused', reason };
}

function definitionOf({ type }: FaultData): AnyFaultDefinition {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined)
    throw new InvariantViolation(`no fault "${type}", expected one of ${[...DEFINITIONS.keys()].join(', ')}`);
  return definition;
}

/** Returns the envelopes that one fault makes of an envelope. */
export const transform = (fault: Fault, envelope: Envelope, context: FaultContext): readonly Envelope[] =>
  definitionOf(fault).transform?.(fault, envelope, context) ?? [envelope];

/** Returns the first fault that blocks everything from one node to another. */
export const partitioning = (faults: readonly NamedFault[], from: number, to: number): NamedFault | undefined =>
  faults.find(({ fault }) => definitionOf(fault).partitions?.(fault, from, to));

/** Returns the faults that may block everything between two nodes. */
export const partitionsOf = (faults: readonly NamedFault[]): readonly NamedFault[] =>
  faults.filter(({ fault }) => definitionOf(fault).partitions !== undefined);

/** Returns how far a node's clock is ahead, summed over all faults, in nanoseconds. */
export function skewOf(faults: readonly NamedFault[], node: number): bigint {
  let ahead = 0n;
  for (const { fault } of faults) ahead += definitionOf(fault).skew?.(fault, node) ?? 0n;
  return ahead;
}

/** Returns how all faults together change what a node's engine does; undefined when none of them does. */
export function misbehaviorOf(faults: readonly NamedFault[], node: number): Misbehavior | undefined {
  const all = faults.flatMap(({ fault }) => definitionOf(fault).misbehavior?.(fault, node) ?? []);
  const [first] = all;
  if (first === undefined || all.length === 1) return first;
  return {
    voteFor: (vote, blockId) => all.reduce((chosen, { voteFor }) => voteFor?.(vote, chosen) ?? chosen, blockId),
    forgetsLock: all.some(({ forgetsLock }) => forgetsLock),
  };
}

export const byzantineNode = (fault: Fault): number | undefined => definitionOf(fault).byzantine?.(fault);
