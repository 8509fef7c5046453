/** Defines the parameters of methods that open and close channels and control the relayer. */

import type { EvmChannelTerms, EvmDropRule } from '../../../backend/evm/chains.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeObject, decodeString, type JsonObject } from './go_json.js';
import { decodeWhole } from './numbers.js';

export const delay: Param<bigint> = required('blocks', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a delay'),
);

/** Refuses unknown members. A misspelt member would otherwise make a rule match more than intended. */
function membersOf(value: unknown, type: string, names: readonly string[]): JsonObject {
  const object = decodeObject(value, type);
  const unknown = Object.keys(object).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new DecodeError(`${type} has no member ${JSON.stringify(unknown)}, expected ${names.join(', ')}`);
  return object;
}

const text = <N extends string>(object: JsonObject, type: string, name: N): { readonly [K in N]?: string } =>
  object[name] === undefined || object[name] === null
    ? {}
    : ({ [name]: decodeString(object[name], `${type}.${name}`) } as { readonly [K in N]?: string });

export const dropRule: Param<EvmDropRule> = required(
  'rule',
  'object: kind (`packet` or `acknowledgement`); optional chain, channel, sequence, count',
  (value) => {
    const type = 'DropRule';
    const object = membersOf(value, type, ['kind', 'chain', 'channel', 'sequence', 'count']);
    const kind = decodeString(object['kind'], `${type}.kind`);
    if (kind !== 'packet' && kind !== 'acknowledgement')
      throw new DecodeError(`kind is ${JSON.stringify(kind)}, expected "packet" or "acknowledgement"`);
    const { sequence, count } = object;
    return {
      kind,
      ...text(object, type, 'chain'),
      ...text(object, type, 'channel'),
      sequence: sequence === undefined ? undefined : decodeWhole(sequence, 'a sequence'),
      count: count === undefined ? undefined : Number(decodeWhole(count, 'a count')),
    };
  },
);

export const channelTerms: Param<EvmChannelTerms> = required(
  'terms',
  'object: a and b (objects: chain, port), ordering, version, ibcVersion (1 by default, or 2)',
  (value) => {
    const type = 'ChannelTerms';
    const object = membersOf(value, type, ['a', 'b', 'ordering', 'version', 'ibcVersion']);
    const end = (name: 'a' | 'b') => {
      const members = membersOf(object[name], `${type}.${name}`, ['chain', 'port']);
      return {
        chain: decodeString(members['chain'], `${type}.${name}.chain`),
        ...text(members, `${type}.${name}`, 'port'),
      };
    };
    const { ordering } = text(object, type, 'ordering');
    if (ordering !== undefined && ordering !== 'unordered' && ordering !== 'ordered')
      throw new DecodeError(`ordering is ${JSON.stringify(ordering)}, expected "unordered" or "ordered"`);
    const { ibcVersion } = object;
    if (ibcVersion !== undefined && ibcVersion !== 1 && ibcVersion !== 2)
      throw new DecodeError(`ibcVersion is ${JSON.stringify(ibcVersion)}, expected 1 or 2`);
    return { a: end('a'), b: end('b'), ordering, ibcVersion, ...text(object, type, 'version') };
  },
);

export const channelEnd: Param<{ readonly chain?: string; readonly port?: string; readonly channel: string }> =
  required(
    'end',
    'object: channel; optional port (`transfer` by default) and chain (the called one by default)',
    (value) => {
      const type = 'ChannelEnd';
      const object = membersOf(value, type, ['chain', 'port', 'channel']);
      const channel = decodeString(object['channel'], `${type}.channel`);
      return { channel, ...text(object, type, 'port'), ...text(object, type, 'chain') };
    },
  );
