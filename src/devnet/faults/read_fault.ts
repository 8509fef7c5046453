/**
 * Reads faults: as plain data from programs and RPC, and as text from the command line and configuration files. Every
 * error names the value and what was expected.
 */
import { HalleyError } from '../../kernel/errors.js';
import { type FaultProblem, faultProblem } from '../../kernel/fault_parameter.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import { didYouMean } from '../../settings/did_you_mean.js';
import { isRecord } from '../../settings/reader.js';
import { refusedOption } from '../../settings/refused_option.js';
import {
  type DevnetFault,
  type FaultKind,
  faultKind,
  faultParameters,
  faultTypes,
  isNetworkFault,
  isRpcFault,
  type RpcFault,
} from './fault_menu.js';

/** Makes every kind of fault known. Code that reads faults calls it first, because a start without faults needs none. */
export async function loadFaults(): Promise<void> {
  await import('./whole_menu.js');
}

/** Returns the kinds of faults that can be added. */
export const faultMenu = async (): Promise<readonly FaultKind[]> => (await import('./whole_menu.js')).FAULT_MENU;

/** Size of a network whose validators are not known yet: every index is valid. */
const ANY_SIZE = Number.POSITIVE_INFINITY;

/**
 * Reads a fault of a network of `size` validators, and returns a copy. Without a size every index is valid. Throws
 * HalleyError `invalid-argument`.
 */
export function readFault(given: unknown, size = ANY_SIZE): DevnetFault {
  const present = copyFault(given);
  const problem = faultProblem(faultKind(present['type']), present, size);
  if (problem !== undefined) throw faultRefusal(problem, present, size);
  return present as unknown as DevnetFault;
}

/** Copies the data of a fault, which is not checked yet. Throws HalleyError `invalid-argument` where it is no object. */
export function copyFault(given: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(given)) throw refusedOption('the fault', given, 'an object such as {"type": "equivocate", "node": 3}');
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, copyOf(name, value)]])),
  );
}

/**
 * Copies a list and the lists in it, so that later changes of the caller's data change no fault. Holes become undefined.
 * Refuses a list that is too long for every network before it reads any entry.
 */
function copyOf(name: string, value: unknown, depth = 0): unknown {
  // No parameter has lists that are nested deeper.
  if (!Array.isArray(value) || depth === 2) return value;
  if (value.length <= MAX_VALIDATORS) return Array.from(value, (entry) => copyOf(name, entry, depth + 1));
  throw new HalleyError(
    'invalid-argument',
    `"${name}" of the fault has a list of ${value.length} entries, expected at most ${MAX_VALIDATORS}: no network has more validators`,
    { member: name, entries: value.length },
  );
}

/** Matches a parameter with its name. The values of lists may have `=` behind other characters. */
const IS_WORD = /^\s*\w+=/;

/**
 * Reads text such as `skew:node=1,ms=500`, `partition:groups=0,1/2,3` or `slow(ms=500)`. A comma separates parameters,
 * and the values of a list. `slow(500ms)` has only the value of the first parameter. Throws HalleyError
 * `invalid-argument`.
 */
export function readFaultText(text: string, size = ANY_SIZE): DevnetFault {
  const [, type = text, rest = ''] = /^([^:(]*):(.*)$/s.exec(text) ?? /^([^(]*)\((.*)\)$/s.exec(text.trim()) ?? [];
  const words: string[] = [];
  const [first] = faultParameters(type)?.keys() ?? [];
  const isValue = text.trim().startsWith(`${type}(`) && rest !== '' && !IS_WORD.test(rest);
  for (const piece of isValue ? `${first}=${rest}`.split(',') : rest === '' ? [] : rest.split(',')) {
    const last = words.at(-1);
    // A piece without a name belongs to the list before it.
    if (last === undefined || IS_WORD.test(piece)) words.push(piece);
    else words[words.length - 1] = `${last},${piece}`;
  }
  return readFaultWords(type, words, size);
}

/** Reads a fault from its type and words such as `node=3`. Throws HalleyError `invalid-argument`. */
export function readFaultWords(type: string, words: readonly string[], size = ANY_SIZE): DevnetFault {
  const data: Record<string, unknown> = { type };
  const parameters = faultParameters(type);
  for (const word of words) {
    const [, name, text] = /^([^=]*)=(.*)$/s.exec(word.trim()) ?? [];
    if (name === undefined || text === undefined)
      throw new HalleyError(
        'invalid-argument',
        `"${word}" is not a parameter of fault "${type}", expected name=value such as ${exampleOf(type)}`,
        { type, word },
      );
    if (Object.hasOwn(data, name))
      throw new HalleyError('invalid-argument', `"${name}" of fault "${type}" is given twice: give it once`, {
        type,
        name,
      });
    const parameter = parameters?.get(name);
    const value = parameter === undefined ? text : parameter.read(text);
    if (parameter !== undefined && value === undefined)
      throw refusedOption(`"${name}" of fault "${type}"`, text, parameter.expected);
    data[name] = value;
  }
  return readFault(data, size);
}

/** Reads a fault like `readFaultText`. Rejects with HalleyError `invalid-argument`. */
export async function readAnyFaultText(text: string): Promise<DevnetFault> {
  await loadFaults();
  return readFaultText(text);
}

/** Reads a fault like `readFaultWords`. Rejects with HalleyError `invalid-argument`. */
export async function readAnyFaultWords(type: string, words: readonly string[]): Promise<DevnetFault> {
  await loadFaults();
  return readFaultWords(type, words);
}

/** Loads the reader of faults in headers, which are those of interfaces. It throws HalleyError `invalid-argument`. */
export async function loadHeaderReader(): Promise<(text: string) => RpcFault> {
  await loadFaults();
  return (text) => {
    const fault = readFaultText(text);
    if (isRpcFault(fault)) return fault;
    throw new HalleyError(
      'invalid-argument',
      `fault "${fault.type}" acts ${isNetworkFault(fault) ? 'between validators' : 'on the whole chain'}, expected one of the interfaces in a header`,
      { type: fault.type },
    );
  };
}

const exampleOf = (type: string): string => `${[...(faultParameters(type)?.keys() ?? ['node'])][0]}=1`;

/** Makes the error for data that is no fault of a network of `size` validators. */
export function faultRefusal(
  problem: FaultProblem,
  { type, ...members }: Readonly<Record<string, unknown>>,
  size: number,
): HalleyError {
  const known = faultTypes();
  const types = `one of ${known.join(', ')}`;
  if (typeof type !== 'string') return refusedOption('the type of the fault', type, types);
  const owner = `fault "${type}"`;
  switch (problem.type) {
    case 'unknown type': {
      const hint = didYouMean(type, known);
      return new HalleyError('invalid-argument', `there is no ${owner}${hint}, expected ${types}`, { type });
    }
    case 'unknown member': {
      const { member, known: members } = problem;
      const taken = members.map((name) => `"${name}"`).join(', ');
      const text = `${owner} does not take "${member}"${didYouMean(member, members)}: it takes ${taken}`;
      return new HalleyError('invalid-argument', text, { type, member });
    }
    case 'member': {
      const { member, value, expected } = problem;
      const network =
        size !== ANY_SIZE && faultParameters(type)?.get(member)?.isNode === true
          ? ` (the network has ${size} validators, from 0 to ${size - 1})`
          : '';
      if (value === undefined)
        return new HalleyError('invalid-argument', `${owner} has no "${member}", expected ${expected}${network}`, {
          type,
          member,
        });
      return refusedOption(`"${member}" of ${owner}`, value, `${expected}${network}`);
    }
    case 'refused':
      return new HalleyError('invalid-argument', `${problem.reason} (${owner})`, { type, ...members });
  }
}
