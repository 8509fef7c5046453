/**
 * Provides a project that has installed the package: the build with its dependencies, and the project's own packages.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { builtFile } from './current_build.js';

export interface Consumer {
  readonly folder: string;
  /** Folder for temporary files of the commands that it runs. */
  readonly temporary: string;
  /** Runs a file of the folder, or of a package, in Node with the given arguments. */
  run(file: string, ...args: string[]): Promise<Ended>;
  exec(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
}

interface Ended {
  readonly code: number;
  /** Output of both streams. */
  readonly output: string;
}

/** Creates a temporary folder with `files` by path; it is removed when the test ends. */
export function aProject(files: Readonly<Record<string, string>> = {}): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'halley-consumer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  // The variables that vitest sets for its workers are removed. Files that programs store for a user are removed with
  // the folder.
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(HALLEY_|VITEST|NODE_OPTIONS$|TEST$|FORCE_COLOR$)/.test(name)),
  );
  const surroundings = { ...own, NO_COLOR: '1', TMPDIR: temporary, HOME: temporary };
  const exec: Consumer['exec'] = (command, args, env = {}) =>
    new Promise((resolve) => {
      const child = execFile(
        command,
        args,
        { cwd: folder, env: { ...surroundings, ...env } },
        (error, stdout, stderr) =>
          resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}${child.exitCode === null ? error : ''}` }),
      );
    });
  return { folder, temporary, exec, run: (file, ...args) => exec(process.execPath, [file, ...args]) };
}

/** Creates a project that has installed the package; `packages` of this checkout are installed too. */
export function aConsumer(packages: readonly string[], files: Readonly<Record<string, string>> = {}): Consumer {
  const project = aProject(files);
  const home = join(project.folder, 'node_modules/halley-devnet');
  cpSync(dirname(builtFile('index.mjs')), join(home, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(home, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  for (const name of packages) link(project, name, join(ROOT, 'node_modules', name));
  return project;
}

function link({ folder }: Consumer, name: string, target: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Copies the files of an example into the project, without the output of its tools. */
export function copyExample({ folder }: Consumer, name: string): void {
  const from = join(ROOT, 'examples', name);
  const left = /^(node_modules|artifacts|cache|out|broadcast|types)$/;
  cpSync(from, folder, { recursive: true, filter: (path) => !left.test(basename(path)) });
}
