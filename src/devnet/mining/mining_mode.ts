/**
 * Reads mining modes by name and parameters, as users give them: as an object, as a name with parameters, or as text.
 */
import { HalleyError } from '../../kernel/errors.js';
import type { MiningModeData } from '../../simulation/index.js';
import type { MiningModeDefinition, MiningModeParameter } from './mining_mode_definition.js';
import { MINING_MODES } from './modes/index.generated.js';

type MiningModeOf<Definition> = Definition extends MiningModeDefinition<infer P> ? P : never;

/** Decides when blocks are made, such as `{ type: 'automine' }` or `{ type: 'interval', ms: 500 }`. */
export type MiningMode = MiningModeOf<(typeof MINING_MODES)[number]>;

/** Definitions by type. A definition only ever gets modes of its own type, so this type may be dropped here. */
const DEFINITIONS: ReadonlyMap<string, MiningModeDefinition<MiningModeData>> = new Map(
  (MINING_MODES as readonly MiningModeDefinition<MiningModeData>[]).map((definition) => [definition.type, definition]),
);

function refuse(message: string, facts: Readonly<Record<string, unknown>>): HalleyError {
  return new HalleyError('invalid-argument', message, facts);
}

/** Returns the definition of a type. Throws HalleyError `invalid-argument`. */
function definitionOf(type: string): MiningModeDefinition<MiningModeData> {
  const definition = DEFINITIONS.get(type);
  if (definition !== undefined) return definition;
  const known = [...DEFINITIONS.keys()].join(', ');
  throw refuse(`there is no mining mode "${type}", expected one of ${known}`, { type, known });
}

const parametersOf = ({ parameters }: MiningModeDefinition<MiningModeData>): readonly [string, MiningModeParameter][] =>
  Object.entries<MiningModeParameter>(parameters);

export const modeDefinitionOf = ({ type }: MiningModeData): MiningModeDefinition<MiningModeData> => definitionOf(type);

export const describeMiningMode = (miningMode: MiningMode): string => modeDefinitionOf(miningMode).describe(miningMode);

/** Returns a value for an error. An object may have a `toString` of its own, which is not called. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** Reads a mining mode. Throws HalleyError `invalid-argument` for an invalid type or parameter. */
export function readMiningMode(type: string, given: Readonly<Record<string, unknown>> = {}): MiningMode {
  const definition = definitionOf(type);
  const parameters = parametersOf(definition);
  const names = parameters.map(([name]) => name);
  for (const name of Object.keys(given))
    if (!names.includes(name)) {
      const taken = names.length === 0 ? 'nothing' : names.map((known) => `"${known}"`).join(', ');
      throw refuse(`mining mode "${type}" does not take "${name}": it takes ${taken}`, { type, name });
    }
  const values = parameters.flatMap(([name, parameter]) => {
    const value = given[name] ?? parameter.fallback;
    if (value === undefined && parameter.optional === true) return [];
    if (typeof value === 'number' && parameter.accepts(value)) return [[name, value] as const];
    throw refuse(`"${name}" of mining mode "${type}" is ${shown(value)}, expected ${parameter.expected}`, {
      type,
      name,
      value,
    });
  });
  const miningMode = { type, ...Object.fromEntries(values) };
  const refusal = definition.refusal?.(miningMode);
  if (refusal !== undefined) throw refuse(`${refusal} (mining mode "${type}")`, miningMode);
  return miningMode as MiningMode;
}

/**
 * Reads a mining mode from text such as `step`, `interval:500ms` or `realtime:2`. Throws HalleyError
 * `invalid-argument`.
 */
export function readMiningModeText(text: string): MiningMode {
  const [, type = text, rest] = /^([^:]*):(.*)$/.exec(text) ?? [];
  const [first] = parametersOf(definitionOf(type));
  if (rest === undefined) return readMiningMode(type);
  if (first === undefined) throw refuse(`mining mode "${type}" takes no parameter, but "${rest}" was given`, { text });
  const [name, parameter] = first;
  const value = parameter.read(rest);
  if (value !== undefined) return readMiningMode(type, { [name]: value });
  throw refuse(`"${name}" of mining mode "${type}" is "${rest}", expected ${parameter.expected}`, {
    type,
    name,
    value: rest,
  });
}

/** Writes a mining mode as `readMiningModeText` reads it, such as `realtime:20`. A second parameter follows `to`. */
export function miningModeText({ type, ...given }: MiningMode): string {
  const values: Readonly<Record<string, unknown>> = given;
  const shown = parametersOf(definitionOf(type)).flatMap(([name, { fallback }]) => {
    const value = values[name];
    return value === undefined || value === fallback ? [] : [/ms$/i.test(name) ? `${value}ms` : `${value}`];
  });
  return shown.length === 0 ? type : `${type}:${shown.join(' to ')}`;
}
