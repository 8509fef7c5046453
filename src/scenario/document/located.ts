/**
 * Parses TOML into values that know their line and column, so that a mistake in a scenario is reported where it is. The
 * parser is loaded when the first scenario is read.
 */
import type { AST } from 'toml-eslint-parser';
import { HalleyError } from '../../kernel/errors.js';

/** Place in a file. Lines and columns start at 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

export interface LocatedTable extends FilePosition {
  readonly type: 'table';
  readonly members: ReadonlyMap<string, Member>;
}

export interface LocatedList extends FilePosition {
  readonly type: 'list';
  readonly items: readonly Located[];
}

/** String, number, boolean or date of TOML. */
export interface LocatedScalar extends FilePosition {
  readonly type: 'scalar';
  readonly value: unknown;
}

export type Located = LocatedTable | LocatedList | LocatedScalar;

interface Member {
  /** Place of the key; the value has a place of its own. */
  readonly key: FilePosition;
  readonly value: Located;
}

interface DraftTable extends FilePosition {
  readonly type: 'table';
  readonly members: Map<string, Member>;
}

interface DraftList extends FilePosition {
  readonly type: 'list';
  readonly items: Located[];
}

/** Makes the error of a scenario file: `FILE:LINE:COLUMN: what is wrong`. */
export const scenarioError = (file: string, { line, column }: FilePosition, problem: string): HalleyError =>
  new HalleyError('invalid-config', `${file}:${line}:${column}: ${problem}`, { file, line, column });

/** Parses a document. Throws HalleyError `invalid-config` with the place of the mistake. */
export async function parseToml(text: string, file: string): Promise<LocatedTable> {
  const { parseTOML } = await import('toml-eslint-parser');
  try {
    return tableOfDocument(parseTOML(text));
  } catch (error) {
    if (error instanceof RangeError)
      throw scenarioError(file, { line: 1, column: 1 }, 'tables and lists are nested too deep to read: nest fewer');
    if (!isParseError(error)) throw error;
    throw scenarioError(file, { line: error.lineNumber, column: error.column + 1 }, error.message);
  }
}

interface ParseError {
  readonly message: string;
  readonly lineNumber: number;
  readonly column: number;
}

const isParseError = (error: unknown): error is ParseError =>
  error instanceof Error && typeof (error as Partial<ParseError>).lineNumber === 'number';

const placeOf = ({ loc }: AST.TOMLNode): FilePosition => ({ line: loc.start.line, column: loc.start.column + 1 });

const emptyTable = (at: FilePosition): DraftTable => ({ type: 'table', ...at, members: new Map() });

function tableOfDocument(program: AST.TOMLProgram): LocatedTable {
  const root = emptyTable({ line: 1, column: 1 });
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') addKeyValue(root, node);
    else {
      const table = openTable(root, node);
      for (const entry of node.body) addKeyValue(table, entry);
    }
  }
  return root;
}

/** Returns the table that a header such as `[a.b]` or `[[a]]` opens. */
function openTable(root: DraftTable, node: AST.TOMLTable): DraftTable {
  const names = node.key.keys.map(nameOf);
  const at = placeOf(node.key);
  const parent = names.slice(0, -1).reduce((table, name) => tableIn(table, name, at), root);
  const last = names.at(-1) as string;
  if (node.kind === 'standard') return tableIn(parent, last, at);
  const list = (parent.members.get(last)?.value ?? { type: 'list', ...at, items: [] }) as DraftList;
  parent.members.set(last, { key: at, value: list });
  const item = emptyTable(at);
  list.items.push(item);
  return item;
}

/** Returns the table under a name; of a list of tables, its last one. */
function tableIn(parent: DraftTable, name: string, at: FilePosition): DraftTable {
  const found = parent.members.get(name)?.value;
  if (found?.type === 'table') return found as DraftTable;
  if (found?.type === 'list') return found.items.at(-1) as DraftTable;
  const table = emptyTable(at);
  parent.members.set(name, { key: at, value: table });
  return table;
}

function addKeyValue(table: DraftTable, { key, value }: AST.TOMLKeyValue): void {
  const names = key.keys.map(nameOf);
  const at = placeOf(key);
  const parent = names.slice(0, -1).reduce((inner, name) => tableIn(inner, name, at), table);
  parent.members.set(names.at(-1) as string, { key: at, value: locatedOf(value) });
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string => (key.type === 'TOMLBare' ? key.name : key.value);

function locatedOf(node: AST.TOMLContentNode): Located {
  const at = placeOf(node);
  if (node.type === 'TOMLArray') return { type: 'list', ...at, items: node.elements.map(locatedOf) };
  if (node.type === 'TOMLInlineTable') {
    const table = emptyTable(at);
    for (const entry of node.body) addKeyValue(table, entry);
    return table;
  }
  return { type: 'scalar', ...at, value: node.value };
}

/** Returns the value as plain JSON. */
export function plain(located: Located): unknown {
  if (located.type === 'scalar') return located.value;
  if (located.type === 'list') return located.items.map(plain);
  return Object.fromEntries([...located.members].map(([name, { value }]) => [name, plain(value)]));
}
