/**
 * Finds words for which the field has a better one: in names, comments, texts, file names and documents. Usage:
 * `node scripts/checks/words.mjs [ROOT] [--count]`; `--count` prints how many findings each folder has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, filesBelow, isCommand, lineAt, printCounts, rootArgument, textOf } from './findings.mjs';

const FOLDERS = ['src', 'docs', 'scripts', 'test', 'bench'];

/** Matches files that are not read: recorded and generated ones, and those that have to name such words. */
const SKIPPED = [
  /\.generated\.ts$/,
  /^test\/(vectors|golden|compat)\//,
  /^docs\/reference\/api/,
  /^docs\/glossary\.md$/,
  /^CHANGELOG\.md$/,
  /^(scripts\/checks|test\/lint)\/words\./,
];

/**
 * Better words for words that are refused everywhere, also as a part of a name (`untoldHeights`).
 * @type {Readonly<Record<string, string>>}
 */
export const WORDS = {
  'announcer announcers': 'publisher',
  'canary canaries': 'lint test',
  'chronicle chronicles': 'history',
  'dishonest dishonestly': 'byzantine',
  'door doors': 'import boundary, or endpoint',
  founding: 'stored genesis, or network setup',
  lacking: 'missing',
  'obey obeys obeyed obeying': 'apply a command',
  'overhear overheard overhears': 'collect console calls',
  'pace paces paced pacer pacers pacing': 'mining mode',
  rooms: 'layers',
  'ruin ruins ruined': 'permanent fault',
  'sighting sightings': 'observation',
  'steer steers steered steering': 'dev transaction, or dev change',
  'told untold': 'published, reported or returned',
  'trial trials': 'dry run',
  'trouble troubles': 'transient fault',
  'twin twins dumb': 'reference model',
  whoever: 'the caller, or the client',
};

/**
 * Better ones for phrases that are refused in every text, also across a line break. Case does not matter.
 * @type {Readonly<Record<string, string>>}
 */
export const PHRASES = {
  'interface [ABC]': 'EVM JSON-RPC, CometBFT RPC or asset API',
  'last words': 'final response',
  'native contracts?': 'stateful precompile',
  'pure rooms?': 'pure layer',
  '(?:below|above|at) the tip': 'last decided height',
  'tip of the chain': 'last decided height',
  'what waits': 'pending transactions',
  'who asks': 'the caller',
};

/**
 * Places where such a word may stand, because a client, a store, a recording or a seed uses it. `file` is the beginning
 * of a path, and `line` matches the line.
 * @type {readonly { file: string, line: RegExp, why: string }[]}
 */
export const ALLOWED = [
  { file: 'docs/guides/genesis.md', line: /`pace`/, why: 'a key of genesis documents' },
  { file: 'scripts/checks/doc_comments.mjs', line: /FRAGMENT/, why: 'a word that begins a fragment' },
  { file: 'src/devnet/export/network_json.ts', line: /pace:/, why: 'a key of genesis documents' },
  { file: 'src/devnet/plan/read_plan.ts', line: /'pace'/, why: 'a key of genesis documents' },
  { file: 'src/devnet/runtime/loop.ts', line: /'pace'/, why: 'the label of a random stream' },
  { file: 'src/simulation/', line: /'setPace'/, why: 'the type of a command, which traces contain' },
  { file: 'src/simulation/forge.ts', line: /'twins'/, why: 'the name of a value in snapshots' },
  { file: 'test/app/support/tokens.ts', line: /as it is told/, why: 'the compiled code contains a hash of its source' },
  { file: 'test/devnet/chains/', line: /chain_id: HUB, pace/, why: 'a key of genesis documents' },
  { file: 'test/devnet/log/chains.test.ts', line: /chain_id: HUB, pace/, why: 'a key of genesis documents' },
  {
    file: 'src/simulation/campaign/fault_draws.ts',
    line: /(trouble|ruin)[ `'"$]/,
    why: 'labels of random streams: another label would alter seeded runs',
  },
];

const GAP = String.raw`(?:\s|\*|//)+`;

/** Returns every word of `rules` with its replacement. */
const entriesOf = (/** @type {Readonly<Record<string, string>>} */ rules) =>
  Object.entries(rules).flatMap(([words, instead]) =>
    words.split(' ').map((word) => /** @type {const} */ ([word, instead])),
  );

const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Matches each of `words` as a whole word, as a part of a camel-case name, and as a part of a constant's name. */
function partPattern(/** @type {readonly string[]} */ words) {
  const any = (/** @type {readonly string[]} */ list) => `(?:${list.join('|')})`;
  const lower = words.map((word) => word.toLowerCase());
  return new RegExp(
    [
      `(?<![A-Za-z])${any(lower)}(?![a-z])`,
      `${any(lower.map(capital))}(?![a-z])`,
      `(?<![A-Za-z])${any(lower.map((word) => word.toUpperCase()))}(?![A-Za-z])`,
    ].join('|'),
    'g',
  );
}

const INSTEAD = new Map(entriesOf(WORDS));
const WORD = partPattern([...INSTEAD.keys()]);
const PHRASE = Object.entries(PHRASES).map(
  ([phrase, instead]) => /** @type {const} */ ([new RegExp(`\\b${phrase.replaceAll(' ', GAP)}\\b`, 'gi'), instead]),
);

/** Returns the findings of one file: of its name, then of its text. */
export function scanFile(/** @type {string} */ file, /** @type {string} */ text) {
  const lines = text.split('\n');
  const allowed = ALLOWED.filter((entry) => file.startsWith(entry.file));
  /** @type {import('./findings.mjs').Finding[]} */
  const findings = [];
  const add = (/** @type {number} */ line, /** @type {string} */ word, /** @type {string} */ instead) => {
    if (!allowed.some((entry) => entry.line.test(line === 0 ? file : (lines[line - 1] ?? ''))))
      findings.push({ file, line, what: `"${word}" is not a word of this project: use ${instead}` });
  };
  for (const { 0: word } of file.matchAll(WORD)) add(0, word, INSTEAD.get(word.toLowerCase()) ?? '');
  for (const { 0: word, index } of text.matchAll(WORD))
    add(lineAt(text, index), word, INSTEAD.get(word.toLowerCase()) ?? '');
  for (const [pattern, instead] of PHRASE)
    for (const { 0: phrase, index } of text.matchAll(pattern))
      add(lineAt(text, index), phrase.replace(/[\s*/]+/g, ' '), instead);
  return findings.sort((a, b) => a.line - b.line);
}

/** Returns the findings of the whole tree. */
export function findingsIn(/** @type {string} */ root) {
  const documents = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...documents, ...FOLDERS.flatMap((folder) => filesBelow(root, folder))]
    .filter((file) => /\.(tsx?|mjs|cjs|md)$/.test(file) && !SKIPPED.some((pattern) => pattern.test(file)))
    .flatMap((file) => scanFile(file, readFileSync(join(root, file), 'utf8')));
}

/** Returns the text of each finding of the whole tree. */
export const scan = (/** @type {string} */ root) => findingsIn(root).map(textOf);

if (isCommand(import.meta.filename)) {
  if (process.argv.includes('--count')) printCounts(findingsIn(rootArgument()));
  else exitWith(scan(rootArgument()));
}
