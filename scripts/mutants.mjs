/** Reports mutants for `npm run mutate`: which tests should kill those of a folder, and their results. */

/**
 * A mutant as StrykerJS reports it; lines and columns start at 1.
 * @typedef {{
 *   fileName: string,
 *   location: { start: { line: number, column: number }, end: { line: number, column: number } },
 *   mutatorName: string,
 *   replacement?: string,
 *   status: string,
 * }} Mutant
 */

/**
 * Folders of the tests of a folder, where that is not only `test/LAYER`. Tests of the built command (`test/cli`,
 * `test/e2e`) cover none.
 */
const SEEN_BY = new Map([
  ['src/rpc/evm', ['test/rpc/evm', 'test/rpc/jsonrpc']],
  ['src/rpc/comet', ['test/rpc/comet', 'test/devnet']],
  ['src/devnet', ['test/devnet', 'test/rpc', 'test/live', 'test/scenarios']],
]);

const KILLED = new Set(['Killed', 'Timeout', 'RuntimeError']);
const LIVED = new Set(['Survived', 'NoCoverage']);
/** Most characters that are shown of a text. */
const LINE = 90;

/** Returns globs of the tests that should kill the mutants of a folder or file below `src`. @returns {string[]} */
export function testsOf(/** @type {string} */ place) {
  const prefix = [...SEEN_BY.keys()].find((prefix) => `${place}/`.startsWith(`${prefix}/`)) ?? '';
  const folders = SEEN_BY.get(prefix) ?? [`test/${place.split('/')[1]}`];
  return folders.map((folder) => `${folder}/**/*.test.ts`);
}

/** Counts killed and surviving mutants, and computes the percentage of killed ones. */
export function score(/** @type {readonly Mutant[]} */ mutants) {
  const killed = mutants.filter(({ status }) => KILLED.has(status)).length;
  const lived = mutants.filter(({ status }) => LIVED.has(status)).length;
  return { killed, lived, percent: killed + lived === 0 ? 100 : (100 * killed) / (killed + lived) };
}

/**
 * Lists the surviving mutants, one on each line, then the figures of each file and of all. `read` returns the text of a
 * file.
 * @returns {string}
 */
export function report(/** @type {readonly Mutant[]} */ mutants, /** @type {(file: string) => string} */ read) {
  /** @type {Map<string, Mutant[]>} */
  const byFile = new Map();
  for (const file of mutants.map(({ fileName }) => fileName).toSorted()) byFile.set(file, []);
  for (const mutant of mutants) byFile.get(mutant.fileName)?.push(mutant);
  const lived = [...byFile.values()].flat().filter(({ status }) => LIVED.has(status));
  return [
    ...lived.map((mutant) => sentence(mutant, read(mutant.fileName))),
    '',
    row(['% killed', 'killed', 'timeout', 'survived', 'no cov', 'static'], ''),
    ...[...byFile].map(([file, of]) => figures(of, file)),
    figures(mutants, 'all'),
  ].join('\n');
}

/** Describes a mutant: its position, the original code, and the replacement. */
function sentence(/** @type {Mutant} */ mutant, /** @type {string} */ text) {
  const { start, end } = mutant.location;
  const lines = text.split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop()?.slice(0, end.column - 1) ?? '');
  const was = lines.join('\n').slice(start.column - 1);
  const unseen = mutant.status === 'NoCoverage' ? '  (no test covers it)' : '';
  const change = `${oneLine(was)}  →  ${oneLine(mutant.replacement ?? mutant.mutatorName)}`;
  return `${mutant.fileName}:${start.line}:${start.column}  ${change}${unseen}`;
}

function oneLine(/** @type {string} */ text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line;
}

function figures(/** @type {readonly Mutant[]} */ mutants, /** @type {string} */ name) {
  const count = (/** @type {string} */ status) => mutants.filter((mutant) => mutant.status === status).length;
  const { killed, percent } = score(mutants);
  const rest = ['Timeout', 'Survived', 'NoCoverage', 'Ignored'].map(count);
  return row([percent.toFixed(1), killed, ...rest], name);
}

function row(/** @type {(string | number)[]} */ cells, /** @type {string} */ name) {
  return `${cells.map((cell) => `${cell}`.padStart(9)).join('')}  ${name}`.trimEnd();
}
