/**
 * Finds static imports by which the command loads the devnet at every start. The command loads it with `import()`, after
 * it has checked its options and sent the request of a fork. Imports of types do not count. Usage:
 * `node scripts/checks/late_imports.mjs [ROOT]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exitWith, filesBelow, importedFile, isCommand, rootArgument } from './findings.mjs';

const COMMAND = 'src/cli/main.ts';
const LATE = 'src/devnet/';

/** Returns the modules that a file loads before it runs itself. `import { type X }` loads its module as well. */
function staticImports(/** @type {string} */ file, /** @type {string} */ text) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    const isOfTypes =
      (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(statement) && statement.isTypeOnly);
    if (isOfTypes || !(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

/** Returns a text for each file of the devnet that the command reaches first: the shortest way to it. */
export function scan(/** @type {string} */ root) {
  const files = new Set(filesBelow(root, 'src'));
  const ways = [[COMMAND]];
  const seen = new Set([COMMAND]);
  /** @type {string[]} */
  const findings = [];
  for (const way of ways) {
    const file = way.at(-1) ?? '';
    if (file.startsWith(LATE)) {
      findings.push(`${way.join(' imports\n    ')}: load it with import(), where it is needed`);
      continue;
    }
    for (const name of staticImports(file, readFileSync(join(root, file), 'utf8'))) {
      const imported = importedFile(files, file, name);
      if (imported === undefined || seen.has(imported)) continue;
      seen.add(imported);
      ways.push([...way, imported]);
    }
  }
  return findings;
}

if (isCommand(import.meta.filename)) exitWith(scan(rootArgument()));
