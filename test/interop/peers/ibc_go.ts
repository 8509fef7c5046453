/**
 * Runs ibc-go's light client and proof verification as a child process (`ibc_go/`, a Go program that imports them). A
 * request is one line. If Go is missing, the tests that need it are skipped with a message; with CI=true they fail
 * instead.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../ibc_go/', import.meta.url));
const PROGRAM = join(SOURCES, 'ibc_go');

/** Whether the tests that need Go are skipped; a message is printed. */
export const goIsAbsent = spawnSync('go', ['version']).status !== 0 && process.env['CI'] !== 'true';
if (goIsAbsent) console.warn('go is not installed: the tests with ibc-go are skipped');

/** Longest build, in milliseconds. The first build on a computer compiles the Cosmos SDK. */
export const BUILD_MS = 1_200_000;

/** Members of a request as in `ibc_go/main.go`; bytes are base64. */
export type Asked = Readonly<Record<string, unknown>>;

export interface IbcGo {
  /** Sends a request. Rejects with the error that the program returns. */
  ask(asked: Asked): Promise<Readonly<Record<string, unknown>>>;
  stop(): void;
}

export function startIbcGo(): IbcGo {
  const built = spawnSync('go', ['build', '-o', PROGRAM, '.'], { cwd: SOURCES, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`go build: ${built.stdout}${built.stderr}`);
  const child: ChildProcess = spawn(PROGRAM, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => waiting.shift()?.(line));
  return {
    async ask(asked) {
      const line = await new Promise<string>((resolve) => {
        waiting.push(resolve);
        child.stdin?.write(`${JSON.stringify(asked)}\n`);
      });
      const answer = JSON.parse(line) as Readonly<Record<string, unknown>>;
      if (typeof answer['error'] === 'string') throw new Error(answer['error']);
      return answer;
    },
    stop: () => child.kill(),
  };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const fromBase64 = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'));
