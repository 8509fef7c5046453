/**
 * Finds doc comments of exported symbols in `src` that are no sentences: each begins with a capital letter, a name or a
 * number, has a verb, and ends with a full stop. A verb is guessed: a word that ends as one does, or a common short one.
 * Usage: `node scripts/checks/doc_comments.mjs [ROOT] [--count]`; `--count` prints how many findings each folder has.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exitWith, filesBelow, isCommand, printCounts, rootArgument, textOf } from './findings.mjs';

/** Matches words that begin a clause, which is no sentence: "Of the tip." or "What a call costs." */
const FRAGMENT = /^(?:Of|What|Whatever|Whether|Who|Whose|Whoever|How|Why|Which)\b/;

const VERB =
  /\b(?:[Ii]s|[Aa]re|[Hh]as|was|were|be|has|have|had|do|does|did|can|may|must|will|would|should|[a-z]{2,}(?:[^su]s|[^e]ed|ied)|(?:come|go|give|take|make|hold|keep|run|see|show|use|need|want|let|put|set|get|stay|stand|begin|end|read|write|mean|count)|[A-Z]\w+(?:[^s]s|ed))\b/;

/** Matches a capital letter, code, a number, or the name of a thing: one with a digit in it, or one of these. */
const BEGINS = /^(?:[A-Z0-9`"'“({[<-]|\w*\d|(?:geth|ibc-go|viem|mcl|noble)\b)/;
const ENDS = /(?:[.!?:][)"'`”]*|```|\|)$/;

/** Returns the text of a doc comment without stars and tags. */
function proseOf(/** @type {string} */ comment) {
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const tag = lines.findIndex((line) => /^\s*@\w/.test(line));
  return (tag < 0 ? lines : lines.slice(0, tag)).join('\n').trim();
}

/** Returns the fault of a doc comment, or undefined for a sentence. Comments that consist of tags are not checked. */
export function problemOf(/** @type {string} */ comment) {
  const prose = proseOf(comment);
  if (prose === '') return undefined;
  if (!BEGINS.test(prose)) return 'does not begin with a capital letter';
  const last = prose.split('\n').at(-1) ?? '';
  if (!ENDS.test(prose) && !/^\s*[-*] /.test(last)) return 'does not end with a full stop';
  const [first = ''] = prose.replace(/\s+/g, ' ').split(/(?<=[.!?:])\s/);
  if (FRAGMENT.test(first)) return `begins with "${first.split(' ')[0]}", which makes no sentence`;
  return VERB.test(first.replace(/`[^`]*`/g, '')) ? undefined : 'has no verb in its first sentence';
}

const isExported = (/** @type {ts.Node} */ node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Returns the findings of one file. */
export function scanFile(/** @type {string} */ file, /** @type {string} */ text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(isExported).flatMap((node) => {
    const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
    const what = comment && problemOf(comment.getText());
    if (comment === undefined || what === undefined) return [];
    const line = source.getLineAndCharacterOfPosition(comment.getStart()).line + 1;
    return [{ file, line, what: `the doc comment ${what}` }];
  });
}

/** Returns the findings of the whole tree. */
export const findingsIn = (/** @type {string} */ root) =>
  filesBelow(root, 'src')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.generated.ts'))
    .flatMap((file) => scanFile(file, readFileSync(join(root, file), 'utf8')));

/** Returns the text of each finding of the whole tree. */
export const scan = (/** @type {string} */ root) => findingsIn(root).map(textOf);

if (isCommand(import.meta.filename)) {
  if (process.argv.includes('--count')) printCounts(findingsIn(rootArgument()));
  else exitWith(scan(rootArgument()));
}
