/**
 * Makes the declarations that the package ships, and a report of them in docs/reference/api, with a page for each
 * entry, so that a review sees how the public types change. TypeScript compiles the whole project of
 * scripts/tsconfig.build.json for them. The root's declarations are rolled up into one file. The other entries have their own
 * files, which import the root's types from the package.
 *
 * `node scripts/declarations.mjs` writes the report; `--check` compares it, and fails with the differences.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './ensure.mjs';
import { libraryEntries, MANIFEST } from './entries.mjs';

const TYPES = 'dist/types';
const REPORT = 'docs/reference/api';
/** Matches `from './a.js'`, `import './a.js'`, `import('./a.js')`. */
const RELATIVE_IMPORT = /(\b(?:from|import)\s*\(?\s*)(['"])(\.[^'"]+)\2/g;

/**
 * Returns the declarations of each entry. Exits with the compiler's output when the project does not compile.
 * @returns {Map<string, Map<string, string>>} by what a program imports: texts by their paths in the package
 */
export function publicTypes() {
  const draft = mkdtempSync(join(tmpdir(), 'halley-types-'));
  try {
    compile(draft);
    /** @type {Map<string, Map<string, string>>} */
    const found = new Map();
    for (const { specifier, types } of libraryEntries()) {
      const isRoot = specifier === MANIFEST.name;
      found.set(specifier, isRoot ? new Map([[types, rollUp(draft, types)]]) : ownFiles(draft, types));
    }
    return found;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function compile(/** @type {string} */ draft) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', 'scripts/tsconfig.build.json', '--outDir', join(draft, TYPES)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  process.exit(status ?? 1);
}

/**
 * Rolls declarations up into one file, in a process of its own, because the bundler prints messages.
 * @param {string} draft
 * @param {string} types
 */
function rollUp(draft, types) {
  const config = join(draft, 'tsconfig.json');
  const { target, module, strict, lib } = { target: 'ES2023', module: 'NodeNext', strict: true, lib: LIB };
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { target, module, strict, lib, types: [] }, files: [types] }),
  );
  const bundler = fileURLToPath(import.meta.resolve('dts-bundle-generator/dist/bin/dts-bundle-generator.js'));
  const output = join(draft, 'rolled.d.ts');
  const args = [bundler, '--silent', '--no-banner', '--sort', '--export-referenced-types=false'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...args, '--project', config, '--out-file', output, join(draft, types)],
    { cwd: draft, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`dts-bundle-generator failed: ${stdout}${stderr}`);
  const text = readFileSync(output, 'utf8');
  const left = text.match(RELATIVE_IMPORT);
  if (left !== null)
    throw new Error(`the public types refer to ${left.join(', ')}, which is not shipped: name the type instead`);
  return `${LIB_REFERENCE}\n\n${text.replaceAll('\t', '  ')}`;
}

const LIB = ['ES2023', 'ESNext.Disposable'];
/** Provides `Symbol.asyncDispose` to a program whose own `lib` lacks it. */
const LIB_REFERENCE = '/// <reference lib="esnext.disposable" />';

/**
 * Returns the entry's file and those of its folder that it imports. They import everything else from the package, or from
 * the entry whose file it is.
 * @param {string} draft
 * @param {string} types
 */
function ownFiles(draft, types) {
  /** @type {Map<string, string>} */
  const files = new Map();
  const folder = posix.dirname(types);
  const entries = new Map(libraryEntries().map((entry) => [entry.types, entry.specifier]));
  const visit = (/** @type {string} */ path) => {
    if (files.has(path)) return;
    files.set(path, '');
    const text = readFileSync(join(draft, path), 'utf8');
    const replaced = text.replace(RELATIVE_IMPORT, (all, before, quote, specifier) => {
      const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.d.ts');
      if (!target.startsWith(`${folder}/`)) return `${before}${quote}${entries.get(target) ?? MANIFEST.name}${quote}`;
      visit(target);
      return all;
    });
    files.set(path, replaced.endsWith('\n') ? replaced : `${replaced}\n`);
  };
  visit(types);
  return files;
}

/**
 * Writes the declarations below `folder`, in place of the existing ones.
 * @param {string} folder
 * @param {ReturnType<typeof publicTypes>} entries
 */
export function writeTypes(folder, entries) {
  rmSync(join(folder, TYPES), { recursive: true, force: true });
  for (const files of entries.values())
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
}

/**
 * Returns the report's pages by their paths.
 * @param {ReturnType<typeof publicTypes>} entries
 */
function reportPages(entries) {
  return new Map(
    [...entries].map(([specifier, files]) => {
      const page = [`# ${specifier}`, '', 'The public types, written by `npm run generate`. Do not edit.', ''];
      for (const [path, text] of files)
        page.push(`## ${path.slice(TYPES.length + 1)}`, '', `\`\`\`ts\n${text}\`\`\``, '');
      return [`${REPORT}/${specifier.replaceAll('/', '-')}.md`, page.join('\n')];
    }),
  );
}

/**
 * Returns the declarations as the report in the repository has them, by their paths in the package.
 * @returns {Map<string, string>}
 */
export function reportedTypes() {
  const folder = join(ROOT, REPORT);
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const sections = pages.flatMap((page) => [...page.matchAll(/^## ([^\n]+)\n\n```ts\n(.*?)^```$/gms)]);
  return new Map(sections.map(([, path, text = '']) => [`${TYPES}/${path}`, text]));
}

/**
 * Writes the report, or, with `check`, only prints the differences. Returns the number of pages that are out of date.
 * @param {Map<string, string>} pages
 * @param {boolean} check
 */
function updateReport(pages, check) {
  const there = existsSync(REPORT) ? readdirSync(REPORT).map((name) => `${REPORT}/${name}`) : [];
  let stale = 0;
  for (const path of new Set([...there, ...pages.keys()])) {
    const [current, text] = [existsSync(path) ? readFileSync(path, 'utf8') : undefined, pages.get(path)];
    if (current === text) continue;
    stale++;
    if (check) console.error(`${path}: ${firstDifference(current ?? '', text ?? '')}; run \`npm run generate\``);
    else if (text === undefined) rmSync(path);
    else {
      mkdirSync(REPORT, { recursive: true });
      writeFileSync(path, text);
    }
  }
  return stale;
}

function firstDifference(/** @type {string} */ current, /** @type {string} */ text) {
  const [old, lines] = [current.split('\n'), text.split('\n')];
  const at = old.findIndex((line, i) => line !== lines[i]);
  const line = at === -1 ? old.length : at;
  return `line ${line + 1} is "${old[line] ?? ''}", the public types have "${lines[line] ?? ''}"`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(ROOT);
  const check = process.argv.includes('--check');
  const stale = updateReport(reportPages(publicTypes()), check);
  process.exitCode = check && stale > 0 ? 1 : 0;
}
