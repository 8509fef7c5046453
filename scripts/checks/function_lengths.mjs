/**
 * Finds functions of more than 80 lines in `src` and `scripts`. A function may be longer when a comment before it has a
 * line `Long: …` with the reason. A reason without a long function is an error too.
 * Usage: `node scripts/checks/function_lengths.mjs [ROOT]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exitWith, filesBelow, isCommand, rootArgument, textOf } from './findings.mjs';

const FOLDERS = ['src', 'scripts'];

/** Most lines of a function, from its first word to its last brace. */
export const MAX_LINES = 80;

/** Matches a line of a comment that gives a reason: a few words at least. */
const REASON = /^[ \t]*(?:\/\/|\/?\*+) Long: (?:\S+ ){3,}\S+/m;

/** Returns the statement or class member that a function is, or that contains it: comments precede these. */
function statementOf(/** @type {ts.Node} */ node) {
  let at = node;
  while (!ts.isStatement(at) && !ts.isClassElement(at) && at.parent !== undefined) at = at.parent;
  return at;
}

/** Returns the findings of one file. */
export function scanFile(/** @type {string} */ file, /** @type {string} */ text) {
  /** @type {import('./findings.mjs').Finding[]} */
  const findings = [];
  /** @type {Set<ts.Node>} */
  const excused = new Set();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const hasReason = (/** @type {ts.Node} */ node) => REASON.test(text.slice(node.getFullStart(), node.getStart()));
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineOf(node.getStart());
      const lines = lineOf(node.getEnd()) - line + 1;
      const statement = statementOf(node);
      const name = ts.getNameOfDeclaration(node)?.getText() ?? 'a function';
      if (lines > MAX_LINES && hasReason(statement)) excused.add(statement);
      else if (lines > MAX_LINES)
        findings.push({ file, line, what: `${name} has ${lines} lines, more than ${MAX_LINES}: split it` });
    }
    ts.forEachChild(node, visit);
    if ((ts.isStatement(node) || ts.isClassElement(node)) && hasReason(node) && !excused.has(node))
      findings.push({ file, line: lineOf(node.getStart()), what: 'a reason for a long function that is not long' });
  };
  visit(source);
  return findings;
}

/** Returns the text of each finding of the whole tree. */
export function scan(/** @type {string} */ root) {
  return FOLDERS.flatMap((folder) => filesBelow(root, folder))
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .flatMap((file) => scanFile(file, readFileSync(join(root, file), 'utf8')))
    .map(textOf);
}

if (isCommand(import.meta.filename)) exitWith(scan(rootArgument()));
