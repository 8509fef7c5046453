/**
 * Finds words that the project no longer uses, because the field has a better one: in names, comments, texts, file names
 * and documents. Each rule gives the word to use. Usage: `node scripts/checks/retired_words.mjs [ROOT] [--count]`;
 * `--count` prints how many findings each folder has, listed or not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exitWith, filesBelow, isCommand, lineAt, printCounts, rootArgument, textOf } from './findings.mjs';

const FOLDERS = ['src', 'docs', 'scripts', 'test', 'bench'];

/** Matches files that are not read: recorded and generated ones, and those that have to name retired words. */
const SKIPPED = [
  /\.generated\.ts$/,
  /^test\/(vectors|golden|compat)\//,
  /^docs\/reference\/api/,
  /^docs\/glossary\.md$/,
  /^CHANGELOG\.md$/,
  /^(scripts\/checks|test\/lint)\/retired_words\./,
];

/**
 * Maps words that are refused everywhere, also as a part of a name (`untoldHeights`), to better ones.
 * @type {Readonly<Record<string, string>>}
 */
export const WORDS = {
  'announcer announcers': 'publisher',
  'canary canaries': 'lint test',
  'chronicle chronicles': 'history',
  'dishonest dishonestly': 'byzantine',
  'door doors': 'import boundary, or endpoint',
  'eventwise stepwise': 'yieldsBetweenEvents, allowsStep',
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
 * Maps phrases that are refused in every text, also across a line break, to better ones. Case does not matter.
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
 * Maps words that are plain English elsewhere, and are refused as a whole name or as a part of one, to better names.
 * @type {Readonly<Record<string, string>>}
 */
export const NAME_PARTS = {
  lane: 'SenderTxs',
  kept: 'persistent, retained or cached',
  scene: 'TestDevnet, or scenario',
  tell: 'publish, report or return',
  tells: 'publishes, reports or returns',
  world: 'SimNetwork',
};

/**
 * Maps names that are refused as they are, because their parts are good words, to better ones.
 * @type {Readonly<Record<string, string>>}
 */
export const NAMES = {
  'accuse isPunished punished': 'conflictingVotes, isCommitted, committedEvidence',
  'TransactionSaid saidBy saidIn': 'TransactionConsoleCalls, consoleCalls',
  'armPull armEverybody': 'scheduleGossip, scheduleGossipForAll',
  'CallRests BlockRests Rests': 'CallYielding, BlockYielding, Yielding',
  'DevnetNode NodeState': 'ChainRuntime, SimNode',
  'EvmNotices Notice notice notices': 'EvmEvents, SubscriptionEvent, event',
  'EvmPort EvmSurface Surface': 'EvmBackend, ProtocolHandler',
  'FaceParts openFace': 'ApiDeps, createApi',
  'Follower Following': 'IndexFollower, HeightIndex',
  GuardedStore: 'ChecksummedStore',
  'Inbox Intake TxIntake': 'CommandQueue, TxAdmission',
  'InForce Ledger': 'ValidatorsAndParams, DecidedState',
  'Lot severs Happening': 'DrawRule, partitions, NetworkEvent',
  'PlainNote notePlain': 'PlainEngineEvent, emitEvent',
  'NativeContract NativeContracts': 'StatefulPrecompile',
  Verdict: 'ProposalStatus',
  RecentMap: 'LruCache',
  'Rewind undoing': 'Rollback, beforeRevert',
  'Turns turns Slice TurnHost afterOthers owes':
    'FairScheduler, scheduler, TimeSlice, EventLoop, afterIo, isOverBudget',
  'waysIn WaysIn': 'txBroadcaster, TxBroadcaster',
};

/**
 * Lists where a retired word stays, because a client, a store, a recording or a seed uses it. A finding is allowed when
 * its file begins with `file` and its line matches `line`.
 * @type {readonly { file: string, line: RegExp, why: string }[]}
 */
export const ALLOWED = [
  { file: 'docs/guides/genesis.md', line: /`pace`/, why: 'a key of genesis documents' },
  { file: 'docs/reference/', line: /--pace|halley_setPace/, why: 'former names, which still work' },
  { file: 'scripts/checks/doc_comments.mjs', line: /FRAGMENT/, why: 'a word that begins a fragment' },
  { file: 'src/config/schema.ts', line: /formerKey/, why: 'a former name' },
  { file: 'src/dashboard/', line: /notice/i, why: 'a short text that tells the reader of a page what happened' },
  { file: 'src/dashboard/', line: /lane/i, why: 'a line of a space-time diagram, one for each validator' },
  { file: 'src/devnet/api/', line: /\b(pace|setPace)\b/, why: 'former names, which still work' },
  { file: 'src/devnet/export/network_json.ts', line: /pace:/, why: 'a key of genesis documents' },
  { file: 'src/devnet/former_names.ts', line: /Pace/, why: 'former names, which still work' },
  { file: 'src/devnet/index.ts', line: /Pace/, why: 'former names, which still work' },
  { file: 'src/devnet/options/', line: /\bpace\b/, why: 'a former name' },
  { file: 'src/devnet/plan/read_plan.ts', line: /'pace'/, why: 'a key of genesis documents' },
  { file: 'src/devnet/runtime/loop.ts', line: /'pace'/, why: 'the label of a random stream' },
  { file: 'src/evm/halley/interpreter/word.ts', line: /load_lane/, why: 'an instruction of WebAssembly' },
  { file: 'src/rpc/evm/methods/halley_setMiningMode.ts', line: /halley_setPace/, why: 'a former name' },
  { file: 'src/simulation/', line: /'setPace'/, why: 'the type of a command, which traces contain' },
  { file: 'src/simulation/forge.ts', line: /'twins'/, why: 'the name of a value in snapshots' },
  { file: 'test/app/support/tokens.ts', line: /as it is told/, why: 'the compiled code contains a hash of its source' },
  { file: 'test/config/former_names.test.ts', line: /pace/i, why: 'a former name' },
  { file: 'test/dashboard/shell/', line: /notice/i, why: 'a short text that tells the reader of a page what happened' },
  { file: 'test/devnet/api/former_names.test.ts', line: /pace/i, why: 'a former name' },
  { file: 'test/devnet/chains/', line: /chain_id: HUB, pace/, why: 'a key of genesis documents' },
  { file: 'test/devnet/log/chains.test.ts', line: /chain_id: HUB, pace/, why: 'a key of genesis documents' },
  { file: 'test/devnet/options/options_table.test.ts', line: /'pace'/, why: 'a former name' },
  { file: 'src/crypto/scrypt_small_blocks.ts', line: /lane/i, why: 'a lane of a vector register' },
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

const INSTEAD = new Map(
  [...entriesOf(WORDS), ...entriesOf(NAME_PARTS)].map(([word, instead]) => [word.toLowerCase(), instead]),
);
const WORD = partPattern(entriesOf(WORDS).map(([word]) => word));
const NAME_PART = partPattern(entriesOf(NAME_PARTS).map(([word]) => word));
const WHOLE_NAMES = new Map(entriesOf(NAMES));
const ANY_NAME = new RegExp(`${NAME_PART.source}|\\b(?:${[...WHOLE_NAMES.keys()].join('|')})\\b`);
const PHRASE = Object.entries(PHRASES).map(
  ([phrase, instead]) => /** @type {const} */ ([new RegExp(`\\b${phrase.replaceAll(' ', GAP)}\\b`, 'gi'), instead]),
);

/** Calls `report` for each retired name in the code of a file. */
function scanNames(
  /** @type {string} */ file,
  /** @type {string} */ text,
  /** @type {(index: number, word: string, instead: string) => void} */ report,
) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const whole = WHOLE_NAMES.get(node.text);
      if (whole !== undefined) report(node.getStart(), node.text, whole);
      for (const { 0: part } of node.text.matchAll(NAME_PART))
        report(node.getStart(), node.text, INSTEAD.get(part.toLowerCase()) ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Returns the findings of one file: of its name, then of its text. */
export function scanFile(/** @type {string} */ file, /** @type {string} */ text) {
  const lines = text.split('\n');
  const allowed = ALLOWED.filter((entry) => file.startsWith(entry.file));
  /** @type {import('./findings.mjs').Finding[]} */
  const findings = [];
  const add = (/** @type {number} */ line, /** @type {string} */ word, /** @type {string} */ instead) => {
    if (!allowed.some((entry) => entry.line.test(line === 0 ? file : (lines[line - 1] ?? ''))))
      findings.push({ file, line, what: `"${word}" is retired: use ${instead}` });
  };
  for (const { 0: word } of file.matchAll(WORD)) add(0, word, INSTEAD.get(word.toLowerCase()) ?? '');
  for (const { 0: word, index } of text.matchAll(WORD))
    add(lineAt(text, index), word, INSTEAD.get(word.toLowerCase()) ?? '');
  for (const [pattern, instead] of PHRASE)
    for (const { 0: phrase, index } of text.matchAll(pattern))
      add(lineAt(text, index), phrase.replace(/[\s*/]+/g, ' '), instead);
  if (!file.endsWith('.md') && ANY_NAME.test(text))
    scanNames(file, text, (index, word, instead) => add(lineAt(text, index), word, instead));
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
