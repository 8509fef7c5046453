/**
 * Checks the references in comments and documents. `consensus-rpc.md 4.3` must be a heading of docs/specification (a row, a
 * row of its table). A link must lead to a file and a heading in it, and from a document of the package to another file of
 * the package. A path in a document must exist, and a file that the README of a folder names, in that folder. Sections of
 * docs/specification that no source cites are reported too, unless their heading ends in `(overview)`. Usage: `node
 * scripts/checks/reference_scan.mjs [ROOT]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { ROOT } from '../ensure.mjs';
import { exitWith, filesBelow, isCommand, lineAt, rootArgument } from './findings.mjs';

const SPECIFICATION = 'docs/specification';
const SOURCES = ['src', 'test', 'scripts', 'bench'];

/** Matches the space between two words of a comment, which may continue on the next line. */
const GAP = String.raw`(?:\s|\*|//)+`;
const NUMBER = String.raw`\d+(?:\.\d+)*`;
const ROWS = String.raw`rows?${GAP}\d+(?:${GAP}(?:to|and)${GAP}\d+)?`;
const MORE = `(?:,?${GAP}${ROWS}|(?:,${GAP}|–|${GAP}and${GAP})${NUMBER})`;
const CITATION = new RegExp(String.raw`([\w./-]+\.md)(?:${GAP}(?:sections?${GAP})?(${NUMBER}${MORE}*))?`, 'g');
const CITED = new RegExp(
  String.raw`rows?${GAP}(\d+)(?:${GAP}(?:to|and)${GAP}(\d+))?|(${NUMBER})(?:–((?:\d+\.)*)(\d+))?`,
  'g',
);
/** Matches citations without a document, and a number in parentheses without one. */
const NAMELESS = new RegExp(
  String.raw`\breference${GAP}\d|\bSPEC part\b|\bDESIGN${GAP}(?:section${GAP})?\d|^[ \t]*(?:\/\*\*|\*|\/\/).*\((?:\d+\.\d+(?:, [^)]*)?|\d+, #\d+)\)`,
  'gm',
);
const OWN_SECTION = new RegExp(`\\bsections? (${NUMBER}(?:(?:, | and )${NUMBER})*)`, 'g');
const HEADING = /^#+ (.+)$/;

/**
 * @typedef {{ line: number, overview: boolean, rows: Set<number> }} Section
 * @typedef {Map<string, Section>} Sections
 */

/** Returns the numbered headings of a document, each with the rows of its table that begin with a number. */
export function sectionsOf(/** @type {string} */ text) {
  /** @type {Sections} */
  const sections = new Map();
  /** @type {Section | undefined} */
  let section;
  text.split('\n').forEach((line, i) => {
    const number = /^#{2,3} (\d+(?:\.\d+)*)\b/.exec(line)?.[1];
    if (number !== undefined) {
      section = { line: i + 1, overview: line.endsWith('(overview)'), rows: new Set() };
      sections.set(number, section);
    }
    const row = /^\| (\d+) \|/.exec(line)?.[1];
    if (row !== undefined) section?.rows.add(Number(row));
  });
  return sections;
}

/** Parses the text after the name of a document: section numbers, each with the cited rows. */
export function citedIn(/** @type {string} */ numbers) {
  /** @type {{ number: string, rows: number[] }[]} */
  const cited = [];
  for (const [, row, lastRow, number, stem, last] of numbers.matchAll(CITED)) {
    const rows = cited.at(-1)?.rows;
    if (row !== undefined) for (let at = Number(row); at <= Number(lastRow ?? row); at++) rows?.push(at);
    if (number === undefined) continue;
    cited.push({ number, rows: [] });
    const first = Number(number.split('.').at(-1));
    if (last !== undefined)
      for (let at = first + 1; at <= Number(last); at++) cited.push({ number: `${stem}${at}`, rows: [] });
  }
  return cited;
}

/** Returns the `id` of a heading on a rendered page. */
const anchorOf = (/** @type {string} */ heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Checks links, and paths between backticks. */
function linkFindings(
  /** @type {string} */ root,
  /** @type {string} */ file,
  /** @type {string} */ text,
  /** @type {(path: string) => boolean} */ isPacked,
) {
  /** @type {string[]} */
  const findings = [];
  const report = (/** @type {number} */ index, /** @type {string} */ what) =>
    findings.push(`${file}:${lineAt(text, index)}: ${what}`);
  const shown = text.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ' '));
  for (const { index, 1: path = '' } of shown.matchAll(/`((?:src|test|scripts|bench|docs)\/[\w./-]+)`/g))
    if (!existsSync(join(root, path))) report(index, `${path} is not there`);
  for (const { index, 1: target = '' } of shown.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const linked = path === '' ? file : join(dirname(file), path).split(sep).join('/');
    if (!existsSync(join(root, linked))) report(index, `${target} is not there`);
    else if (isPacked(file) && !isPacked(linked)) report(index, `${target} is not in the package`);
    else if (anchor !== undefined) {
      const headings = readFileSync(join(root, linked), 'utf8')
        .split('\n')
        .map((line) => HEADING.exec(line)?.[1]);
      if (!headings.some((heading) => heading !== undefined && anchorOf(heading) === anchor))
        report(index, `${target} names no heading`);
    }
  }
  return findings;
}

/** Checks that the files which the README of a source folder names between backticks are in that folder. */
function namedFileFindings(/** @type {string} */ root, /** @type {string} */ readme, /** @type {string} */ text) {
  const folder = dirname(readme);
  const files = filesBelow(root, folder);
  return [...text.matchAll(/`([\w./-]+\.(?:ts|mjs|cjs))`/g)]
    .filter(({ 1: name = '' }) => !/^(src|test|scripts|bench|docs)\/|[A-Z]{4}/.test(name))
    .filter(
      ({ 1: name = '' }) => !existsSync(join(root, folder, name)) && !files.some((file) => file.endsWith(`/${name}`)),
    )
    .map(({ index, 1: name }) => `${readme}:${lineAt(text, index)}: ${folder} has no ${name}`);
}

/** Files that npm packs although `files` of package.json does not name them. */
const ALWAYS_PACKED = ['README.md', 'LICENSE', 'package.json'];

/** Returns a function that says whether a file or folder is in the package. Without a package.json everything is. */
function packedIn(/** @type {string} */ root) {
  if (!existsSync(join(root, 'package.json'))) return () => true;
  /** @type {{ files: string[] }} */
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packed = [...ALWAYS_PACKED, ...files.filter((pattern) => !pattern.startsWith('!'))];
  return (/** @type {string} */ path) => packed.some((entry) => path === entry || path.startsWith(`${entry}/`));
}

/** Returns findings as `file:line: what`. */
export function scan(root = ROOT) {
  /** @type {string[]} */
  const findings = [];
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const documents = new Map(filesBelow(root, SPECIFICATION).map((file) => [basename(file), sectionsOf(read(file))]));
  /** @type {Set<string>} */
  const used = new Set();

  const follow = (
    /** @type {string} */ document,
    /** @type {Sections} */ sections,
    /** @type {string} */ numbers,
    /** @type {(what: string) => void} */ report,
  ) => {
    for (const { number, rows } of citedIn(numbers)) {
      const section = sections.get(number);
      if (section === undefined) report(`${document} has no section ${number}`);
      else used.add(`${document} ${number}`);
      for (const row of rows) if (section?.rows.has(row) === false) report(`${document} ${number} has no row ${row}`);
    }
  };
  const citations = (/** @type {string} */ file, /** @type {string} */ text) => {
    for (const { index, 1: path = '', 2: numbers } of text.matchAll(CITATION)) {
      const report = (/** @type {string} */ what) => findings.push(`${file}:${lineAt(text, index)}: ${what}`);
      const name = basename(path);
      const sections = documents.get(name);
      if (sections !== undefined && numbers !== undefined) follow(name, sections, numbers, report);
      else if (
        sections === undefined &&
        !existsSync(join(root, path)) &&
        ![dirname(file), '.'].some((folder) => existsSync(join(root, folder, name)))
      )
        report(`${path} is not there`);
    }
  };

  for (const file of SOURCES.flatMap((folder) => filesBelow(root, folder)).filter((path) => /\.(ts|mjs)$/.test(path))) {
    const text = read(file);
    citations(file, text);
    for (const { index, 0: words } of text.matchAll(NAMELESS))
      findings.push(`${file}:${lineAt(text, index)}: "${words.trim()}" names no document`);
  }
  for (const [name, sections] of documents)
    for (const [number, { line, overview }] of sections)
      if (!overview && ![...used].some((cited) => `${cited}.`.startsWith(`${name} ${number}.`)))
        findings.push(`${SPECIFICATION}/${name}:${line}: no source cites section ${number}`);

  const isPacked = packedIn(root);
  const pages = readdirSync(root).concat(
    ...['bench', 'docs', 'examples', 'scripts', 'src'].map((folder) => filesBelow(root, folder)),
  );
  for (const file of pages.filter((path) => path.endsWith('.md'))) {
    const text = read(file);
    findings.push(...linkFindings(root, file, text, isPacked));
    if (/^(src|scripts)\//.test(file)) findings.push(...namedFileFindings(root, file, text));
    if (!file.startsWith(SPECIFICATION)) continue;
    citations(file, text);
    const report = (/** @type {string} */ what) => findings.push(`${file}: ${what}`);
    for (const { 1: numbers = '' } of text.matchAll(OWN_SECTION))
      follow(basename(file), sectionsOf(text), numbers, report);
  }
  return findings;
}

if (isCommand(import.meta.filename)) exitWith(scan(rootArgument()));
