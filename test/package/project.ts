/** Runs commands in an installed project as a user does. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes every server listen on a free port without flags. */
export const FREE_PORTS = {
  HALLEY_JSON_RPC_ADDRESS: '127.0.0.1:0',
  HALLEY_JSON_RPC_WS_ADDRESS: '127.0.0.1:0',
  HALLEY_RPC_LADDR: 'tcp://127.0.0.1:0',
  HALLEY_ASSETS_ADDRESS: '127.0.0.1:0',
};

/**
 * Environment without the settings of the vitest that runs these tests, and without the user's own settings of a chain.
 */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(HALLEY_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|npm_)/.test(name)),
);

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  /** Output of both streams. */
  readonly output: string;
}

/** Runs a command to its end. */
export const run = (folder: string, command: string, ...args: string[]): Promise<Result> =>
  started(folder, command, args).result;

/** Runs a command until the test ends. Resolves to the groups of `pattern` when its output matches. */
export async function outputOf(
  folder: string,
  pattern: RegExp,
  command: string,
  ...args: string[]
): Promise<Readonly<Record<string, string>>> {
  const { child, result, text } = started(folder, command, args);
  onTestFinished(async () => {
    // npx is the parent of the command, so the whole process group gets the signal.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await result;
  });
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const match = pattern.exec(text());
      if (match !== null) resolve(match.groups ?? {});
    };
    child.stdout.on('data', look);
    result.then(({ code, output }) => reject(new Error(`${command} ended with ${code}: ${output}`)));
  });
}

function started(folder: string, command: string, args: readonly string[]) {
  const env = { ...ENVIRONMENT, ...FREE_PORTS, NO_COLOR: '1' };
  const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const result = new Promise<Result>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, output }));
  });
  return { child, result, text: () => output };
}

/** Checks all types of the package, and those to which they refer. */
const STRICT = { target: 'ES2022', module: 'NodeNext', strict: true, skipLibCheck: false, outDir: 'out' };

/** Returns a function that writes a program with its compiler's options into a folder of an installed project. */
export const writerIn =
  (folder: string) =>
  (name: string, files: Readonly<Record<string, string>>, options: object = {}): string => {
    const project = join(folder, name);
    mkdirSync(project);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
    const compilerOptions = { ...STRICT, ...options };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts'] }));
    return project;
  };

/** Compiles a program with the TypeScript of the project that holds it. */
export const compile = (project: string): Promise<Result> =>
  run(project, 'node', '../node_modules/typescript/bin/tsc', '--pretty', 'false');

/** Calls a JSON-RPC server. */
export async function call(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result } = (await response.json()) as { result?: unknown };
  return result;
}

/** Lists the files below a folder as sorted relative paths. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();

export const sizeOf = (folder: string, counts: (path: string) => boolean): number =>
  filesBelow(folder)
    .filter(counts)
    .reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it knows to be there
export const readJson = (path: string): any => JSON.parse(readFileSync(path, 'utf8'));
