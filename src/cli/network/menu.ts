/** Writes the kinds of faults with their parameters, from the definitions. */
import { type FaultParameterKind, faultMenu } from '../../devnet/index.js';
import { table } from '../table.js';

const INDENT = '  ';

const parameterRow = ({ name, summary, expected, optional }: FaultParameterKind): string[] => [
  `${name}=…`,
  `${summary} Value: ${expected}${optional ? ' (optional)' : ''}.`,
];

export const menuLines = async (): Promise<readonly string[]> =>
  (await faultMenu()).flatMap(({ type, summary, parameters }) => [
    `${type}: ${summary}`,
    ...table(parameters.map(parameterRow)).map((line) => `${INDENT}${line}`),
    '',
  ]);
