#!/usr/bin/env node
/**
 * Wraps the compiler from npm as a command for tools that run one: `--version`, and `--standard-json` with all sources
 * on stdin. Paths among the arguments are ignored.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const solc = createRequire(import.meta.url)('solc');

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else if (process.argv.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
} else {
  process.stderr.write('solc: expected --version or --standard-json\n');
  process.exitCode = 1;
}
