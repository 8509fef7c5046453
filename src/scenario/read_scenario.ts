/** Reads a scenario from TOML. Every mistake is reported with its line and column. */
import { DEFAULT_VALIDATORS } from '../settings/bounds.js';
import { didYouMean } from '../settings/did_you_mean.js';
import { type Fields, optional, type ReadContext, readKnown, refuseUnknown } from './document/field.js';
import { oneOf, position, text, texts, time, validator, whole } from './document/fields.js';
import { type FilePosition, type LocatedTable, parseToml, scenarioError } from './document/located.js';
import { positionText } from './document/position.js';
import type { ExpectationDefinition } from './expectation.js';
import { EXPECTATIONS } from './expectations/index.generated.js';
import { MAX_SCENARIO_BYTES, MAX_TABLES } from './limits.js';
import type { Expectation, Scenario, TimelineEntry } from './scenario.js';
import type { Condition, VerbDefinition } from './verb.js';
import { VERBS } from './verbs/index.generated.js';

/** Most validators, so that a run takes seconds. */
const MAX_VALIDATORS = 100;
const DEFAULT_PATIENCE_MS = 60_000;
/** First height that the timeline can change, because block 1 exists from the start. */
export const FIRST_HEIGHT = 2;

/** Members of a scenario, besides its tables. */
export const HEAD = {
  title: text('Names the scenario.'),
  summary: text('Explains what happens and why.'),
  reference: optional(text('Names a section of the specification.')),
  validators: optional(whole('Sets the number of validators, of equal power. The default is 4.', 1, MAX_VALIDATORS)),
  pbts: optional(whole('Gives blocks the time of their proposer (PBTS) from this height on, not BFT time.', 1, 1000)),
  vote_extensions: optional(whole('Gives precommits an extension from this height on: a price of an oracle.', 1, 1000)),
  app: optional(
    texts("Names where another program serves ABCI; a list has one for each validator. Without it Halley's own runs."),
  ),
  until: whole('Ends the run when every running validator has decided this height.', FIRST_HEIGHT, 1000),
  patience: optional(time('Ends the run when no height is decided for so long. The default is 60s.')),
} as const;

/** Members of a scenario that depend on the number of validators. */
export const OBSERVE = {
  observe: optional(validator('Selects the validator whose trace is shown. The default is 0.')),
} as const;

const VERB_NAMES = VERBS.map(({ name }) => name);
const EXPECTATION_NAMES = EXPECTATIONS.map(({ name }) => name);

/** Reads a scenario. Throws HalleyError `invalid-config` with file, line and column. */
export async function readScenario(source: string, file: string): Promise<Scenario> {
  if (Buffer.byteLength(source) > MAX_SCENARIO_BYTES)
    throw scenarioError(
      file,
      { line: 1, column: 1 },
      `the file has more than ${MAX_SCENARIO_BYTES} bytes, the limit of a scenario: use several files`,
    );
  const document = await parseToml(source, file);
  refuseUnknown(document, [...Object.keys(HEAD), ...Object.keys(OBSERVE), 'timeline', 'expect'], 'a scenario', file);
  const head = readKnown(document, HEAD, 'the scenario', { file, validators: 0 });
  const { validators = DEFAULT_VALIDATORS, until } = head;
  const timeline = tablesOf(document, 'timeline', file);
  const context: ReadContext = { file, validators: validators + timeline.filter(addsValidator).length };
  const scenario = {
    file,
    title: head.title,
    summary: head.summary,
    reference: head.reference,
    validators,
    features: { pbtsEnableHeight: head.pbts, voteExtensionsEnableHeight: head.vote_extensions },
    app: head.app,
    observe: readKnown(document, OBSERVE, 'the scenario', context).observe ?? 0,
    until,
    patience: head.patience ?? DEFAULT_PATIENCE_MS,
    timeline: readTimeline(timeline, context, until),
    expectations: tablesOf(document, 'expect', file).map((table) => readExpectation(table, context, until)),
  };
  if (scenario.app !== undefined) mustBeOfConsensus(scenario, document);
  if (scenario.expectations.length === 0)
    throw scenarioError(file, document, 'the scenario expects nothing; add a table [[expect]]');
  return scenario;
}

/** Throws HalleyError `invalid-config` for the first member that only Halley's own application can perform or show. */
function mustBeOfConsensus({ file, timeline, expectations }: Scenario, document: LocatedTable): void {
  const refuse = (place: FilePosition, what: string): never => {
    throw scenarioError(file, place, `${what} needs Halley's own application, and "app" names another`);
  };
  for (const name of ['pbts', 'vote_extensions']) {
    const member = document.members.get(name);
    if (member !== undefined) refuse(member.key, name);
  }
  for (const entry of timeline) if (entry.verb.isOfEvm) refuse(entry, `the verb "${entry.verb.name}"`);
  for (const expectation of expectations) {
    const { definition, data } = expectation;
    const member = definition.ofEvm?.find((name) => Object(data)[name] !== undefined);
    if (member !== undefined) refuse(expectation, `"${member}" of the expectation "${definition.name}"`);
  }
}

function addsValidator({ members }: LocatedTable): boolean {
  const verb = members.get('do')?.value;
  return verb?.type === 'scalar' && verb.value === 'add-validator';
}

function tablesOf(document: LocatedTable, name: string, file: string): readonly LocatedTable[] {
  const member = document.members.get(name);
  if (member === undefined) return [];
  const { value } = member;
  if (value.type === 'list' && value.items.every(({ type }) => type === 'table')) {
    const tooMany = value.items[MAX_TABLES];
    if (tooMany === undefined) return value.items as LocatedTable[];
    throw scenarioError(
      file,
      tooMany,
      `there are ${value.items.length} tables [[${name}]], expected at most ${MAX_TABLES}: use several files`,
    );
  }
  throw scenarioError(file, member.key, `"${name}" must be a list of tables: write [[${name}]] before each`);
}

/** Entry of the timeline that names the place of each of its members. */
export interface PlacedEntry {
  readonly entry: TimelineEntry;
  placeOf(member: string): FilePosition;
}

/**
 * Returns whether `a` is performed before `b` in every run that performs both. Rounds of a height can be skipped, and
 * validators reach positions in any order, so mostly heights decide.
 */
function precedes(a: TimelineEntry, b: TimelineEntry, isEarlierInFile: boolean): boolean {
  if (a.after !== 0 || a.by !== undefined) return false;
  if (a.at.height !== b.at.height) return a.at.height < b.at.height;
  if (a.at.round === undefined && b.at.round !== undefined) return true;
  return isEarlierInFile && positionText(a.at) === positionText(b.at);
}

/**
 * Checks that the entries of a timeline can follow each other: a fault is begun before it ends, a snapshot taken before
 * the revert, and a validator crashed before it restarts. Only what no run can do is refused; the run reports the rest.
 * Throws HalleyError `invalid-config` for the first entry that needs what no entry before it can give.
 */
export function checkOrder(placed: readonly PlacedEntry[], file: string): void {
  const entries = placed.map(({ entry }) => entry);
  for (const [at, { entry, placeOf }] of placed.entries())
    for (const { kind, name, member } of entry.verb.needs?.(entry.data) ?? []) {
      const givers = entries.flatMap((other, index) =>
        (other.verb.gives?.(other.data) ?? [])
          .filter((given) => given.kind === kind)
          .map((given) => ({ ...given, index })),
      );
      const fitting = givers.filter((given) => given.name === name);
      if (fitting.some(({ index }) => !precedes(entry, entries[index] as TimelineEntry, at < index))) continue;
      const [late] = fitting;
      const what = `${entry.verb.describe(entry.data)} needs ${CONDITION_TEXTS[kind](name)}`;
      const names = [...new Set(givers.map((given) => given.name))];
      const why =
        late === undefined
          ? `which no entry of the timeline does${didYouMean(name, names)}`
          : `which only happens later, at "${positionText((entries[late.index] as TimelineEntry).at)}"`;
      throw scenarioError(file, placeOf(member), `${what}, ${why}: add or move that entry`);
    }
}

/** Text of what must have happened, for each kind of condition. */
const CONDITION_TEXTS = {
  fault: (name: string) => `a fault that is begun as "${name}"`,
  snapshot: (name: string) => `a snapshot that is taken as "${name}"`,
  crash: (name: string) => `validator ${name} to crash`,
} satisfies Record<Condition['kind'], (name: string) => string>;

function readTimeline(tables: readonly LocatedTable[], context: ReadContext, until: number): readonly TimelineEntry[] {
  const placed = tables.map((table) => ({
    entry: readEntry(table, context, until),
    placeOf: (member: string): FilePosition => table.members.get(member)?.value ?? table,
  }));
  checkOrder(placed, context.file);
  return placed.map(({ entry }) => entry);
}

/** Members that every entry of the timeline may have. */
export const ENTRY = {
  at: position('Sets when it happens.'),
  after: optional(time('Sets how long after that it happens.')),
  by: optional(validator('Selects the validator that must reach the position. Without it the first one counts.')),
} as const;

function readEntry(table: LocatedTable, context: ReadContext, until: number): TimelineEntry {
  const { file } = context;
  const verb = definitionOf<VerbDefinition<unknown>>(table, 'do', VERBS, VERB_NAMES, 'verb', file);
  const { at, after = 0, by } = readKnown(table, ENTRY, `the verb "${verb.name}"`, context);
  if (at.height < FIRST_HEIGHT || at.height > until)
    throw scenarioError(
      file,
      table.members.get('at')?.value ?? table,
      `at is "${positionText(at)}", expected a height from ${FIRST_HEIGHT} to ${until}: block 1 exists from the start, and the run ends with height ${until}`,
    );
  const rest = without(table, ['do', ...Object.keys(ENTRY)]);
  return { line: table.line, column: table.column, at, after, by, verb, data: readData(rest, verb, 'verb', context) };
}

function readExpectation(table: LocatedTable, context: ReadContext, until: number): Expectation {
  const { file } = context;
  const definition = definitionOf<ExpectationDefinition<unknown>>(
    table,
    'that',
    EXPECTATIONS,
    EXPECTATION_NAMES,
    'expectation',
    file,
  );
  const rest = without(table, ['that']);
  const data = readData(rest, definition, 'expectation', context);
  const impossible = definition.impossible?.(data, { until });
  if (impossible !== undefined)
    throw scenarioError(
      file,
      table.members.get(impossible.member)?.value ?? table,
      `this can never be met: ${impossible.why}`,
    );
  return { line: table.line, column: table.column, definition, data };
}

function definitionOf<D extends { readonly name: string }>(
  table: LocatedTable,
  member: string,
  definitions: readonly { readonly name: string }[],
  names: readonly string[],
  kind: string,
  file: string,
): D {
  const field = oneOf(`Names the ${kind}.`, names);
  const given = table.members.get(member)?.value;
  const found = definitions.find(({ name }) => given?.type === 'scalar' && given.value === name);
  if (found !== undefined) return found as D;
  if (given === undefined) throw scenarioError(file, table, `the table lacks "${member}", ${field.expected}`);
  const word = given.type === 'scalar' ? String(given.value) : '';
  throw scenarioError(file, given, `unknown ${kind} "${word}"${didYouMean(word, names)}; expected ${field.expected}`);
}

interface Readable {
  readonly name: string;
  readonly fields: Fields;
  read?(table: LocatedTable, context: ReadContext): unknown;
}

function readData(table: LocatedTable, { name, fields, read }: Readable, kind: string, context: ReadContext): unknown {
  if (read !== undefined) return read(table, context);
  refuseUnknown(table, Object.keys(fields), `the ${kind} "${name}"`, context.file);
  return readKnown(table, fields, `the ${kind} "${name}"`, context);
}

const without = (table: LocatedTable, names: readonly string[]): LocatedTable => ({
  ...table,
  members: new Map([...table.members].filter(([name]) => !names.includes(name))),
});
