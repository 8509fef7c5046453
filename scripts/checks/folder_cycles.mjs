/**
 * Finds cycles of imports between the children of a folder, at any depth below `src` and `scripts`. A child is a file or
 * a whole folder; imports of types count. Folders without cycles can be read, tested and moved one after the other.
 * Usage: `node scripts/checks/folder_cycles.mjs [ROOT]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exitWith, filesBelow, importedFile, isCommand, rootArgument } from './findings.mjs';

const FOLDERS = ['src', 'scripts'];

/** Most imports that are printed for each step of a cycle. */
const SHOWN_IMPORTS = 3;

/**
 * Maps a child to the children that it imports, each with the imports between files.
 * @typedef {Map<string, Map<string, string[]>>} Graph
 */

/** Returns the files of the tree that `file` imports; packages, and files that are missing, are left out. */
function importsOf(/** @type {string} */ root, /** @type {string} */ file, /** @type {ReadonlySet<string>} */ files) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const found = importedFile(files, file, fileName);
    return found === undefined ? [] : [found];
  });
}

/** Returns the graph of each folder: one import counts in every folder in which its two ends are different children. */
function graphsOf(/** @type {string} */ root) {
  const files = new Set(FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter((f) => /\.(tsx?|mjs)$/.test(f)));
  /** @type {Map<string, Graph>} */
  const graphs = new Map();
  for (const from of files)
    for (const to of importsOf(root, from, files)) {
      const [a, b] = [from.split('/'), to.split('/')];
      const depth = a.findIndex((name, i) => name !== b[i]);
      const [importer, imported] = [a[depth], b[depth]];
      if (depth < 1 || importer === undefined || imported === undefined) continue;
      const folder = a.slice(0, depth).join('/');
      const graph = graphs.get(folder) ?? new Map();
      graphs.set(folder, graph);
      const edges = graph.get(importer) ?? new Map();
      graph.set(importer, edges);
      edges.set(imported, [...(edges.get(imported) ?? []), `${from} imports ${to}`]);
    }
  return graphs;
}

/** Returns the children from `start` back to itself by the fewest imports; undefined when no way leads back. */
function shortestCycle(/** @type {Graph} */ graph, /** @type {string} */ start) {
  /** @type {string[][]} */
  const paths = [[start]];
  const seen = new Set();
  for (let path = paths.shift(); path !== undefined; path = paths.shift())
    for (const next of graph.get(path.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  return undefined;
}

/** Returns the shortest cycle of each group of children that import each other. */
function cyclesOf(/** @type {Graph} */ graph) {
  const cycles = [...graph.keys()].flatMap((start) => {
    const cycle = shortestCycle(graph, start);
    return cycle === undefined ? [] : [cycle];
  });
  /** @type {string[][]} */
  const shown = [];
  for (const cycle of cycles.sort((a, b) => a.length - b.length))
    if (!cycle.some((child) => shown.some((other) => other.includes(child)))) shown.push(cycle);
  return shown;
}

function textOf(/** @type {string} */ folder, /** @type {Graph} */ graph, /** @type {readonly string[]} */ cycle) {
  const imports = cycle.slice(1).flatMap(
    (to, i) =>
      graph
        .get(cycle[i] ?? '')
        ?.get(to)
        ?.slice(0, SHOWN_IMPORTS) ?? [],
  );
  return [`${folder}: ${cycle.join(' → ')}`, ...imports.map((line) => `    ${line}`)].join('\n');
}

/** Returns a text for each cycle. */
export const scan = (/** @type {string} */ root) =>
  [...graphsOf(root)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, graph]) => cyclesOf(graph).map((cycle) => textOf(folder, graph, cycle)));

if (isCommand(import.meta.filename)) exitWith(scan(rootArgument()));
