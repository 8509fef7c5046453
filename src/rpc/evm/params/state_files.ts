/** Defines the parameters of methods that dump, load or fork the state. */
import type { ForkTarget } from '../../../backend/evm/snapshots.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, optional, type Param, required } from '../../jsonrpc/method.js';
import { decodeData } from './data.js';
import { decodeBoolean, decodeObject, type JsonObject, member } from './go_json.js';
import { decodeWhole } from './numbers.js';

export const historicalStates: Param<boolean> = defaulted(
  'historicalStates',
  'boolean: also the states after earlier blocks',
  false,
  (value) => decodeBoolean(value),
);

export const state: Param<Bytes> = required('state', 'data: the result of `anvil_dumpState`', (value) =>
  decodeData(value),
);

/** Decodes a URL that the node itself connects to. No error repeats it, because URLs of nodes contain keys. */
function decodeUrl(value: unknown): string {
  if (typeof value === 'string' && /^https?:\/\/[^/?#]/i.test(value)) return value;
  const found =
    typeof value === 'string' ? 'text that does not begin with "http://" or "https://" and a host' : typeof value;
  throw new DecodeError(`the URL of the chain to fork is ${found}, expected for example "https://localhost:8545"`);
}

/** Decodes HTTP headers. They may have keys, so no error repeats them. */
function decodeHeaders(value: unknown): Readonly<Record<string, string>> {
  if (isObject(value) && Object.values(value).every((header) => typeof header === 'string'))
    return value as Readonly<Record<string, string>>;
  throw new DecodeError('httpHeaders is invalid, expected an object whose values are text, such as {"x-key": "1"}');
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Decodes a reset. Hardhat nests the members in `forking`; Anvil also accepts them at the top level. */
function decodeForking(value: unknown): ForkTarget {
  const outer = decodeObject(value, 'Forking');
  const inner = outer['forking'];
  const given = inner === undefined || inner === null ? outer : decodeObject(inner, 'Forking', 'forking');
  return {
    url: member(given, 'jsonRpcUrl', decodeUrl),
    blockNumber: member(given, 'blockNumber', (number) => decodeWhole(number, 'the block to fork')),
    headers: member(given, 'httpHeaders', decodeHeaders),
  };
}

/** Chain to fork. Tools that do not want to fork send `{}`, `{ forking: {} }`, or members that are null. */
export const forking: Param<ForkTarget | undefined> = optional(
  'forking',
  'object: forking {jsonRpcUrl, blockNumber, httpHeaders}',
  decodeForking,
);

export const forkUrl: Param<string> = required('url', 'URL of an EVM JSON-RPC', decodeUrl);
