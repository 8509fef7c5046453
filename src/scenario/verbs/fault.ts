/** Begins a fault. Its members are the parameters of the fault's definition. */

import { faultKind } from '../../devnet/faults/fault_menu.js';
import { faultRefusal } from '../../devnet/faults/read_fault.js';
import { FAULT_MENU } from '../../devnet/faults/whole_menu.js';
import { type DevnetFault, faultText } from '../../devnet/index.js';
import { faultProblem } from '../../kernel/fault_parameter.js';
import { type Field, optional, type ReadContext, readKnown, refuseUnknown } from '../document/field.js';
import { oneOf, text } from '../document/fields.js';
import { type LocatedTable, plain, scenarioError } from '../document/located.js';
import { remember, type VerbDefinition } from '../verb.js';

export interface BegunFault {
  readonly name?: string;
  readonly fault: DevnetFault;
}

const FIELDS = {
  type: oneOf(
    'Selects the fault.',
    FAULT_MENU.map(({ type }) => type),
  ) as Field<string>,
  name: optional(text('Names the fault, so that the verb end can end it.')),
  with: optional({
    summary: 'Gives parameters in a table, also those whose names entries of the timeline have: by, after.',
    expected: 'a table',
    read: (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined),
  } satisfies Field<object>),
};

function read(table: LocatedTable, context: ReadContext): BegunFault {
  const { file, validators } = context;
  const { type, name } = readKnown(table, FIELDS, 'the verb "fault"', context);
  const known = FAULT_MENU.find((kind) => kind.type === type)?.parameters.map((parameter) => parameter.name) ?? [];
  refuseUnknown(table, ['type', 'name', 'with', ...known], `the fault "${type}"`, file);
  const inner = table.members.get('with')?.value;
  if (inner?.type === 'table') refuseUnknown(inner, known, `"with" of the fault "${type}"`, file);
  const members = new Map([...table.members, ...(inner?.type === 'table' ? inner.members : [])]);
  const given = [...members].filter(([member]) => known.includes(member));
  const fault = { type, ...Object.fromEntries(given.map(([member, { value }]) => [member, plain(value)])) };
  const problem = faultProblem(faultKind(type), fault, validators);
  if (problem === undefined) return { name, fault: fault as DevnetFault };
  const member = problem.type === 'member' ? problem.member : 'groups';
  const at = members.get(member)?.value ?? table;
  throw scenarioError(file, at, faultRefusal(problem, fault, validators).message);
}

export const verb: VerbDefinition<BegunFault> = {
  name: 'fault',
  summary: 'Begins a fault; its other members are the parameters of the fault.',
  fields: FIELDS,
  read,
  gives: ({ name }) => (name === undefined ? [] : [{ kind: 'fault', name }]),
  async perform(stage, { name, fault }) {
    const id = await stage.devnet.network.addFault(fault);
    if (name !== undefined) remember(stage, 'fault', name, id);
  },
  describe: ({ fault }) => `fault ${faultText(fault)}`,
};
