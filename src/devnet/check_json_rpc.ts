/** The options of interface A that a program may get wrong. */
import { namespacesProblem } from '../config/namespaces.js';
import { HalleyError } from '../kernel/errors.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from '../rpc/evm/limits.js';
import { DEFAULT_SERVER_LIMITS } from '../server/limits.js';
import { checkNames } from './known_names.js';
import { type DevnetOptions, type JsonRpcOptions, serverOptions } from './options.js';

const NAMES: Readonly<Record<keyof JsonRpcOptions, true>> = {
  address: true,
  wsAddress: true,
  orFreePort: true,
  corsOrigins: true,
  namespaces: true,
  allowUnprotectedTxs: true,
  allowInsecureUnlock: true,
  enableProfiling: true,
  gasPrice: true,
  slotsInAnEpoch: true,
  minTip: true,
  limits: true,
  server: true,
  tls: true,
  webSocketOrigins: true,
};

const refuse = (name: string, value: unknown, expected: string): HalleyError => {
  const option = `jsonRpc.${name}`;
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new HalleyError('invalid-argument', `${option} is ${shown}, expected ${expected}`, { option, expected });
};

/** Throws HalleyError `invalid-argument`. */
export function checkJsonRpc({ jsonRpc }: Pick<DevnetOptions, 'jsonRpc'>): void {
  const given = serverOptions(jsonRpc);
  checkNames('the options of jsonRpc', given, NAMES);
  const { namespaces, corsOrigins, gasPrice, slotsInAnEpoch, minTip, limits, server } = given;
  const { allowUnprotectedTxs, allowInsecureUnlock, enableProfiling, orFreePort } = given;
  if (namespaces !== undefined) checkNamespaces(namespaces);
  for (const [name, value] of Object.entries({ allowUnprotectedTxs, allowInsecureUnlock, enableProfiling, orFreePort }))
    if (value !== undefined && typeof value !== 'boolean') throw refuse(name, value, 'true or false');
  if (corsOrigins !== undefined && !(Array.isArray(corsOrigins) && corsOrigins.every((o) => typeof o === 'string')))
    throw refuse('corsOrigins', corsOrigins, 'a list of origins');
  if (gasPrice !== undefined) checkNumber('gasPrice', gasPrice, 0n);
  if (slotsInAnEpoch !== undefined && !(Number.isSafeInteger(slotsInAnEpoch) && slotsInAnEpoch >= 0))
    throw refuse('slotsInAnEpoch', slotsInAnEpoch, 'a whole number, not below 0');
  if (minTip !== undefined) checkNumber('minTip', minTip, 0n);
  checkNumbers('limits', limits, LIMITS);
  checkNumbers('server', server, DEFAULT_SERVER_LIMITS);
}

/** Each limit's type is that of its value here; the gas cap has no default, because it follows the block gas limit. */
const LIMITS: Required<EvmLimits> = { ...DEFAULT_EVM_LIMITS, gasCap: 0n };

function checkNamespaces(names: unknown): void {
  if (!Array.isArray(names)) throw refuse('namespaces', names, 'a list of namespaces');
  const problem = namespacesProblem(names.map(String));
  if (problem !== undefined)
    throw new HalleyError('invalid-argument', `jsonRpc.namespaces is ${JSON.stringify(names)}: ${problem}`, { names });
}

function checkNumbers<T extends object>(option: string, given: Partial<T> | undefined, defaults: T): void {
  if (given === undefined) return;
  const known = Object.fromEntries(Object.keys(defaults).map((name) => [name, true])) as Record<keyof T, true>;
  checkNames<Partial<T>>(`jsonRpc.${option}`, given, known);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) checkNumber(`${option}.${name}`, value, defaults[name as keyof T]);
}

/** Of the same type as its default, and not below zero; what is not whole is a time, or none. */
function checkNumber(name: string, value: unknown, fallback: unknown): void {
  const isBigint = typeof fallback === 'bigint';
  const fits = isBigint ? typeof value === 'bigint' && value >= 0n : typeof value === 'number' && value >= 0;
  if (!fits) throw refuse(name, value, isBigint ? 'a bigint, not below 0n' : 'a number, not below 0');
}
