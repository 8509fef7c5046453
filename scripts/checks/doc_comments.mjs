/**
 * Finds doc comments in `src` that are not as CONTRIBUTING asks. One of an exported symbol begins with a capital letter,
 * a name or a number, and ends with a full stop; that of a function has a verb. A verb is guessed: a word that ends as
 * one does, or a common short one. One of a type, a constant or a field is a noun phrase: it does not begin with a verb
 * such as "Is", "Holds" or "Names".
 * Usage: `node scripts/checks/doc_comments.mjs [ROOT] [--count]`; `--count` prints how many findings each folder has.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exitWith, filesBelow, isCommand, printCounts, rootArgument, textOf } from './findings.mjs';

/** Matches words that begin a clause and say nothing alone: "Of the tip." or "What a call costs." */
const FRAGMENT = /^(?:Of|What|Whatever|Who|Whose|Whoever|How|Why|Which)\b/;

/** Matches verbs of which a noun phrase has no need. Some are plurals too: "Names of the modules." */
const NEEDLESS_VERB =
  /^(?:Are|Carries|Describes|Gives|Has|Holds|Is|Means|Remembers|Says)\b|^(?:Caches|Counts|Limits|Lists|Maps|Marks|Names|Sets) (?!(?:by|for|from|in|of|on|that|which|with)\b)/;

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

/**
 * Returns the fault of a doc comment of an exported symbol, or undefined for none. Comments that consist of tags are not
 * checked.
 */
export function problemOf(/** @type {string} */ comment, /** @type {boolean} */ ofFunction) {
  const prose = proseOf(comment);
  if (prose === '') return undefined;
  if (!BEGINS.test(prose)) return 'does not begin with a capital letter';
  const last = prose.split('\n').at(-1) ?? '';
  if (!ENDS.test(prose) && !/^\s*[-*] /.test(last)) return 'does not end with a full stop';
  const [first = ''] = prose.replace(/\s+/g, ' ').split(/(?<=[.!?:])\s/);
  if (FRAGMENT.test(first) || (ofFunction && first.startsWith('Whether ')))
    return `begins with "${first.split(' ')[0]}", which makes no sentence`;
  if (!ofFunction) return needlessVerbIn(comment);
  return VERB.test(first.replace(/`[^`]*`/g, '')) ? undefined : 'has no verb in its first sentence';
}

/** Returns the fault of a comment that should be a noun phrase and begins with a verb, or undefined for none. */
export function needlessVerbIn(/** @type {string} */ comment) {
  const prose = proseOf(comment).replace(/\s+/g, ' ');
  return NEEDLESS_VERB.test(prose) ? `begins with the verb "${prose.split(' ')[0]}" and is of no function` : undefined;
}

/** Returns true for a function, a method, and whatever is declared as one. */
function isFunction(/** @type {ts.Node} */ node) {
  if (ts.isVariableStatement(node)) {
    const [{ type, initializer } = {}] = node.declarationList.declarations;
    return isFunctionType(type) || (initializer !== undefined && ts.isFunctionLike(initializer));
  }
  if (ts.isTypeAliasDeclaration(node)) return isFunctionType(node.type);
  if (ts.isPropertySignature(node) || ts.isParameter(node)) return isFunctionType(node.type);
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    const type = ts.isPropertyDeclaration(node) ? node.type : undefined;
    return isFunctionType(type) || (node.initializer !== undefined && ts.isFunctionLike(node.initializer));
  }
  return ts.isFunctionLike(node) && !ts.isGetAccessor(node);
}

/** Returns true for a type of functions, also beside undefined. */
function isFunctionType(/** @type {ts.TypeNode | undefined} */ type) {
  if (type === undefined) return false;
  if (ts.isParenthesizedTypeNode(type)) return isFunctionType(type.type);
  return ts.isUnionTypeNode(type) ? type.types.some(isFunctionType) : ts.isFunctionTypeNode(type);
}

const isExported = (/** @type {ts.Node} */ node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Returns the findings of one file. The comment before the imports is about the file and is not checked. */
export function scanFile(/** @type {string} */ file, /** @type {string} */ text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {{ file: string, line: number, what: string }[]} */
  const findings = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const comment = ts.isImportDeclaration(node) ? undefined : ownComment(node);
    const what = comment && faultOf(node, comment.getText());
    if (comment && what) {
      const line = source.getLineAndCharacterOfPosition(comment.getStart()).line + 1;
      findings.push({ file, line, what: `the doc comment ${what}` });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return findings;
}

const ownComment = (/** @type {ts.Node} */ node) =>
  /** @type {ts.JSDoc[] | undefined} */ (Reflect.get(node, 'jsDoc'))?.filter(ts.isJSDoc).at(-1);

function faultOf(/** @type {ts.Node} */ node, /** @type {string} */ comment) {
  if (ts.isSourceFile(node.parent) && isExported(node)) return problemOf(comment, isFunction(node));
  return isFunction(node) ? undefined : needlessVerbIn(comment);
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
