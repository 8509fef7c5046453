/** Writes the kinds of faults with their parameters, from the definitions. */
import { FAULT_MENU, type FaultParameterKind } from '../../devnet/index.js';
import { table } from '../table.js';

const INDENT = '  ';

const parameterRow = ({ name, summary, expected, optional }: FaultParameterKind): string[] => [
  `${name}=…`,
  `${summary} Value: ${expected}${optional ? ' (optional)' : ''}.`,
];

export const menuLines = (): string[] =>
  FAULT_MENU.flatMap(({ type, summary, parameters }) => [
    `${type}: ${summary}`,
    ...table(parameters.map(parameterRow)).map((line) => `${INDENT}${line}`),
    '',
  ]);
