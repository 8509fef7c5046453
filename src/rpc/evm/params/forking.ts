/**
 * Defines the parameters that name a chain to fork. Tools that do not want to fork send `{}`, `{ forking: {} }`, or
 * members that are null. No error repeats a URL, because URLs of nodes contain keys.
 */
import type { ForkTarget } from '../../../backend/evm/forked.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { optional, type Param, required } from '../../jsonrpc/method.js';
import { decodeObject, member } from './go_json.js';
import { decodeWhole } from './whole.js';

/** Decodes a URL that the node itself connects to. */
function decodeUrl(value: unknown): string {
  if (typeof value === 'string' && /^https?:\/\/[^/?#]/i.test(value)) return value;
  const found =
    typeof value === 'string' ? 'text that does not begin with "http://" or "https://" and a host' : typeof value;
  throw new DecodeError(`the URL of the chain to fork is ${found}, expected for example "https://localhost:8545"`);
}

/** Decodes a reset. Hardhat nests the members in `forking`; Anvil also accepts them at the top level. */
function decodeForking(value: unknown): ForkTarget {
  const outer = decodeObject(value, 'Forking');
  const inner = outer['forking'];
  const given = inner === undefined || inner === null ? outer : decodeObject(inner, 'Forking', 'forking');
  return {
    url: member(given, 'jsonRpcUrl', decodeUrl),
    blockNumber: member(given, 'blockNumber', (number) => decodeWhole(number, 'the block to fork')),
  };
}

export const forking: Param<ForkTarget | undefined> = optional(
  'forking',
  'object: forking {jsonRpcUrl, blockNumber}',
  decodeForking,
);

export const forkUrl: Param<string> = required('url', 'URL of an EVM JSON-RPC', decodeUrl);
