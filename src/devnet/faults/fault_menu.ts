/** The faults that a network can have, from their definitions. */
import {
  FAULT_DEFINITIONS,
  type Fault,
  type FaultParameter,
  type FaultParameterForm,
  parametersOf,
} from '../../simulation/index.js';

/** Fault of the simulated network by its type and parameters, such as `{ type: 'equivocate', node: 3 }`. */
export type NetworkFault = Fault;

/** Kind of fault. */
export interface FaultKind {
  /** Such as `equivocate`. */
  readonly type: string;
  /** Effect of the fault. */
  readonly summary: string;
  readonly parameters: readonly FaultParameterKind[];
}

/** Parameter of a fault. */
export interface FaultParameterKind {
  readonly name: string;
  /** Meaning of the parameter. */
  readonly summary: string;
  /** Valid values. */
  readonly expected: string;
  readonly optional: boolean;
  /** Form of the values; `choice` is one of `choices`. */
  readonly form: FaultParameterForm;
  readonly choices?: readonly string[];
}

/** Kinds of faults that can be added, in alphabetical order. */
export const FAULT_MENU: readonly FaultKind[] = FAULT_DEFINITIONS.map((definition) => ({
  type: definition.type,
  summary: definition.summary,
  parameters: parametersOf(definition).map(([name, { summary, expected, optional = false, form, choices }]) => ({
    name,
    summary,
    expected,
    optional,
    form,
    choices,
  })),
}));

const definitionOf = (type: string) => FAULT_DEFINITIONS.find((definition) => definition.type === type);

/** Returns the definitions of a fault's parameters by name; undefined for an unknown type. */
export function faultParameters(type: string): ReadonlyMap<string, FaultParameter> | undefined {
  const definition = definitionOf(type);
  return definition && new Map(parametersOf(definition));
}

/** Returns whether faults of a type disconnect validators. */
export const isPartition = (type: string): boolean => definitionOf(type)?.group !== undefined;
