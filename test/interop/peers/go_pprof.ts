/** `go tool pprof`; Go builds it when it is first asked for. */
import { execFileSync } from 'node:child_process';

/** Its standard output. Throws when it cannot read the file. */
export const goPprof = (...args: readonly string[]): string =>
  execFileSync('go', ['tool', 'pprof', '-symbolize=none', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
