/** Runs `go tool pprof`, which Go builds on its first use. */
import { execFileSync } from 'node:child_process';

/** Returns its standard output. Throws when it cannot read the file. */
export const goPprof = (...args: readonly string[]): string =>
  execFileSync('go', ['tool', 'pprof', '-symbolize=none', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
