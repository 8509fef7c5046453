/**
 * Forbids in `src` what makes two runs of one seed differ although it compiles everywhere. It refuses the wall clock
 * and undeclared randomness outside the listed host files, and `async` in the synchronous layers. It reads the syntax
 * tree, so that comments and strings may contain the names. Usage: `node scripts/checks/purity_scan.mjs [ROOT]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../ensure.mjs';
import { exitWith, filesBelow, isCommand, rootArgument } from './findings.mjs';

/** Files that may read the wall clock or use real randomness. */
export const HOST_FILES = [
  'src/cli/new_mnemonic.ts',
  'src/cli/testnet/random_source.ts',
  'src/dashboard/consensus/source.ts',
  'src/devnet/platform.ts',
  'src/devnet/profiling/gc_watch.ts',
  'src/server/response_text.ts',
];
/** Layers without `async`: their work is complete when a call returns. */
const SYNCHRONOUS = ['src/kernel/', 'src/codec/', 'src/consensus/', 'src/simulation/', 'src/mempool/'];

const FORBIDDEN_MEMBERS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'performance.timeOrigin',
  'process.hrtime',
  'crypto.getRandomValues',
  'crypto.randomUUID',
]);
const FORBIDDEN_IMPORTS = new Set(['node:perf_hooks', 'perf_hooks']);
const FORBIDDEN_NAMES = new Set(['hrtime', 'randomBytes', 'randomInt', 'randomUUID', 'randomFillSync', 'performance']);

/** @returns {string | undefined} what of the wall clock or of randomness this node uses */
function impurity(/** @type {ts.Node} */ node) {
  if (ts.isPropertyAccessExpression(node)) {
    const owner = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    const member = `${owner.getText()}.${node.name.text}`;
    return FORBIDDEN_MEMBERS.has(member) ? member : undefined;
  }
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    const member = `${node.expression.getText()}.${node.argumentExpression.text}`;
    return FORBIDDEN_MEMBERS.has(member) ? member : undefined;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0)
    return 'new Date()';
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()';
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const from = node.moduleSpecifier.text;
    if (FORBIDDEN_IMPORTS.has(from)) return from;
    const names = node.importClause?.namedBindings;
    if (from === 'node:crypto' && names !== undefined && ts.isNamedImports(names))
      return names.elements.map((e) => (e.propertyName ?? e.name).text).find((name) => FORBIDDEN_NAMES.has(name));
  }
  return undefined;
}

function isAsync(/** @type {ts.Node} */ node) {
  return ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword;
}

/** Returns findings as `file:line: what`. */
export function scanFile(/** @type {string} */ path, /** @type {string} */ text) {
  /** @type {string[]} */
  const findings = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const synchronous = SYNCHRONOUS.some((room) => path.startsWith(room));
  const visit = (/** @type {ts.Node} */ node) => {
    const line = () => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const what = HOST_FILES.includes(path) ? undefined : impurity(node);
    if (what !== undefined) findings.push(`${path}:${line()}: ${what} outside the host files`);
    if (synchronous && isAsync(node)) findings.push(`${path}:${line()}: async in a synchronous layer`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

/** Scans every TypeScript file under `src` of `root`. */
export function scan(root = ROOT) {
  const files = filesBelow(root, 'src').filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) => scanFile(file, readFileSync(join(root, file), 'utf8')));
}

if (isCommand(import.meta.filename)) exitWith(scan(rootArgument()));
