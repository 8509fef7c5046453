/** A project that has installed the package: the build with its dependencies, and what else the project names. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { builtFile } from './current_build.js';

export interface Consumer {
  readonly folder: string;
  /** Where what it runs has its temporary files. */
  readonly temporary: string;
  /** Runs a file of the folder in Node, or a package's, with its arguments. */
  run(file: string, ...args: string[]): Promise<Ended>;
  exec(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
}

interface Ended {
  readonly code: number;
  /** Of both streams. */
  readonly output: string;
}

/** A folder of its own, which ends with the test, with `files` by their paths. */
export function aProject(files: Readonly<Record<string, string>> = {}): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'halley-consumer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  // Without what the runner of these tests tells its own workers; what programs keep for a user ends with the folder.
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

/** One that has installed the package; `packages` are those of this checkout that it has installed too. */
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

/** Puts what an example consists of into the project, without what its tools have left there. */
export function copyExample({ folder }: Consumer, name: string): void {
  const from = join(ROOT, 'examples', name);
  const left = /^(node_modules|artifacts|cache|out|broadcast|types)$/;
  cpSync(from, folder, { recursive: true, filter: (path) => !left.test(basename(path)) });
}
