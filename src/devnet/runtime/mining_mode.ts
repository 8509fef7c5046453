/** Paces by their names and parameters, as users give them: as an object, as a name with parameters, as text. */
import { HalleyError } from '../../kernel/errors.js';
import type { PaceData } from '../../simulation/index.js';
import type { PaceParameter, PacerDefinition } from './mining_mode_definition.js';
import { PACERS } from './mining_modes/index.generated.js';

type PaceOf<Definition> = Definition extends PacerDefinition<infer P> ? P : never;

/** When blocks are made: `{ type: 'automine' }`, `{ type: 'interval', ms: 500 }`, … */
export type Pace = PaceOf<(typeof PACERS)[number]>;

/** A definition is only ever given paces of its own type, so the type may be forgotten here. */
const DEFINITIONS: ReadonlyMap<string, PacerDefinition<PaceData>> = new Map(
  (PACERS as readonly PacerDefinition<PaceData>[]).map((definition) => [definition.type, definition]),
);

function refuse(message: string, facts: Readonly<Record<string, unknown>>): HalleyError {
  return new HalleyError('invalid-argument', message, facts);
}

/** Throws HalleyError `invalid-argument`. */
function definitionOf(type: string): PacerDefinition<PaceData> {
  const definition = DEFINITIONS.get(type);
  if (definition !== undefined) return definition;
  const known = [...DEFINITIONS.keys()].join(', ');
  throw refuse(`there is no pace "${type}", expected one of ${known}`, { type, known });
}

const parametersOf = ({ parameters }: PacerDefinition<PaceData>): readonly [string, PaceParameter][] =>
  Object.entries<PaceParameter>(parameters);

export const pacerOf = ({ type }: PaceData): PacerDefinition<PaceData> => definitionOf(type);

export const describePace = (pace: Pace): string => pacerOf(pace).describe(pace);

/** Throws HalleyError `invalid-argument` for what is no pace. */
export function readPace(type: string, given: Readonly<Record<string, unknown>> = {}): Pace {
  const definition = definitionOf(type);
  const parameters = parametersOf(definition);
  const names = parameters.map(([name]) => name);
  for (const name of Object.keys(given))
    if (!names.includes(name)) {
      const taken = names.length === 0 ? 'nothing' : names.map((known) => `"${known}"`).join(', ');
      throw refuse(`pace "${type}" does not take "${name}": it takes ${taken}`, { type, name });
    }
  const values = parameters.flatMap(([name, parameter]) => {
    const value = given[name] ?? parameter.fallback;
    if (value === undefined && parameter.optional === true) return [];
    if (typeof value === 'number' && parameter.accepts(value)) return [[name, value] as const];
    const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
    throw refuse(`"${name}" of pace "${type}" is ${shown}, expected ${parameter.expected}`, { type, name, value });
  });
  const pace = { type, ...Object.fromEntries(values) };
  const refusal = definition.refusal?.(pace);
  if (refusal !== undefined) throw refuse(`${refusal} (pace "${type}")`, pace);
  return pace as Pace;
}

/** `step`, `interval:500ms`, `realtime:2`. Throws HalleyError `invalid-argument`. */
export function readPaceText(text: string): Pace {
  const [, type = text, rest] = /^([^:]*):(.*)$/.exec(text) ?? [];
  const [first] = parametersOf(definitionOf(type));
  if (rest === undefined) return readPace(type);
  if (first === undefined)
    throw refuse(`pace "${type}" takes nothing behind its name, but "${rest}" was given`, { text });
  const [name, parameter] = first;
  const value = parameter.read(rest);
  if (value !== undefined) return readPace(type, { [name]: value });
  throw refuse(`"${name}" of pace "${type}" is "${rest}", expected ${parameter.expected}`, { type, name, value: rest });
}
