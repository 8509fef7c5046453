/** Starts a fault of the simulated network. Its members are the parameters of the fault's definition. */

import { FAULT_DEFINITIONS, type Fault, faultProblem } from '../../simulation/fault_registry.js';
import { type Field, optional, type ReadContext, readKnown, refuseUnknown } from '../document/field.js';
import { oneOf, text } from '../document/fields.js';
import { type LocatedTable, plain, scenarioError } from '../document/located.js';
import type { VerbDefinition } from '../verb.js';

export interface StartedFault {
  readonly name?: string;
  readonly fault: Fault;
}

const TYPES = FAULT_DEFINITIONS.map(({ type }) => type);
const FIELDS = {
  type: oneOf('Selects the fault.', TYPES) as Field<string>,
  name: optional(text('Names the fault, so that the verb end can end it.')),
};

function read(table: LocatedTable, context: ReadContext): StartedFault {
  const { type, name } = readKnown(table, FIELDS, 'the verb "fault"', context);
  const parameters = FAULT_DEFINITIONS.find((definition) => definition.type === type)?.parameters ?? {};
  const known = Object.keys(parameters);
  refuseUnknown(table, ['type', 'name', ...known], `the fault "${type}"`, context.file);
  const data = Object.fromEntries(
    known.flatMap((member) => {
      const value = table.members.get(member)?.value;
      return value === undefined ? [] : [[member, plain(value)]];
    }),
  );
  const problem = faultProblem({ type, ...data }, context.validators);
  if (problem === undefined) return { ...(name !== undefined && { name }), fault: { type, ...data } as Fault };
  const member = problem.type === 'member' ? table.members.get(problem.member)?.value : undefined;
  const why =
    problem.type === 'member'
      ? member === undefined
        ? `the fault "${type}" lacks "${problem.member}", ${problem.expected}`
        : `${problem.member} is ${JSON.stringify(problem.value)}, expected ${problem.expected}`
      : problem.type === 'refused'
        ? problem.reason
        : `the fault "${type}" is invalid`;
  throw scenarioError(context.file, member ?? table.members.get('groups')?.value ?? table, why);
}

export const verb: VerbDefinition<StartedFault> = {
  name: 'fault',
  summary: 'Starts a fault; its other members are the parameters of the fault.',
  fields: FIELDS,
  read,
  async perform({ devnet, ids }, { name, fault }) {
    const id = await devnet.network.addFault(fault);
    if (name !== undefined) ids.set(`fault ${name}`, id);
  },
  describe: ({ fault: { type, ...parameters } }) => `fault ${type} ${JSON.stringify(parameters)}`,
};
