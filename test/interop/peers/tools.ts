/**
 * Runs tools that are installed beside the tests (`npm ci --prefix test/compat`). If they are missing, the tests that
 * need them are skipped with a message; with CI=true they fail instead.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COMPAT = fileURLToPath(new URL('../../compat/', import.meta.url));

/** Whether the tests that need the tools are skipped; a message is printed. */
export const toolsAreAbsent = !existsSync(join(COMPAT, 'node_modules')) && process.env['CI'] !== 'true';
if (toolsAreAbsent)
  console.warn('the tools of test/compat are not installed (npm ci --prefix test/compat): their tests are skipped');

/** Returns the path of the program. Foundry's packages start it by a script beside it, which loses its exit code. */
function programOf(name: string): string {
  const packaged = `@foundry-rs/${name}-${process.platform}-${process.arch.replace('x64', 'amd64')}/bin/${name}`;
  const beside = join(COMPAT, 'node_modules', packaged);
  return existsSync(beside) ? beside : join(COMPAT, 'node_modules/.bin', name);
}

export interface ToolRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a tool of test/compat to its end, in one of its folders. */
export const tool = (
  name: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ToolRun> => runProgram(programOf(name), args, join(COMPAT, cwd), env);

/** Runs a program to its end, in any folder. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ToolRun> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
