/** Runs grpcurl, which `.ci/run` installs with Go. Tests that need it are skipped without it; with CI=true they fail. */
import { spawnSync } from 'node:child_process';
import { runProgram, type ToolRun } from './tools.js';

const PROGRAM = 'grpcurl';

/** Whether the tests that need grpcurl are skipped; a message is printed. */
export const grpcurlIsAbsent = spawnSync(PROGRAM, ['-version']).error !== undefined && process.env['CI'] !== 'true';
if (grpcurlIsAbsent) console.warn('grpcurl is not installed: its tests are skipped');

/** Runs it without TLS, to its end. */
export const grpcurl = (...args: readonly string[]): Promise<ToolRun> =>
  runProgram(PROGRAM, ['-plaintext', '-max-time', '20', ...args], '.');
