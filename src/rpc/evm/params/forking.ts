/**
 * Defines the parameter of Hardhat's and Anvil's reset, which names a chain to fork. Tools that do not want to fork
 * send `{}`, `{ forking: {} }`, or members that are null.
 */
import { DecodeError } from '../../jsonrpc/errors.js';
import { optional, type Param } from '../../jsonrpc/method.js';
import { decodeObject, type JsonObject } from './go_json.js';

/**
 * Refuses the members that select a chain to fork. Hardhat nests them in `forking`; Anvil also accepts them at the top
 * level.
 */
function decodeForking(value: unknown): undefined {
  const outer = decodeObject(value, 'Forking');
  const inner = outer['forking'];
  const given = inner === undefined || inner === null ? outer : decodeObject(inner, 'Forking', 'forking');
  for (const name of ['jsonRpcUrl', 'blockNumber']) mustBeAbsent(given, name);
  return undefined;
}

function mustBeAbsent(object: JsonObject, name: string): void {
  const value = object[name];
  if (value === undefined || value === null) return;
  throw new DecodeError(
    `${name} is ${JSON.stringify(value)}: forking another chain is not supported yet; omit it to reset the chain to its own first block`,
  );
}

export const forking: Param<undefined> = optional('forking', 'object without a chain to fork', decodeForking);
