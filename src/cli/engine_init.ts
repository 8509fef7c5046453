/** Implements `halley engine init`, which gives the genesis document of an SDK application simulated validators. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readGenesisFile } from '../config/files.js';
import { OWNER_ONLY } from '../config/mnemonic.js';
import { resolveConfig } from '../config/resolve.js';
import { HalleyError } from '../kernel/errors.js';
import { shellWord } from '../kernel/text.js';
import { makeFolder } from '../storage/make_folder.js';
import { addFlagsOf, givenFlags, refuseWords } from './flags.js';

const FLAGS = ['--genesis', '--json', '--seed', '--silent', '--validators'];
const OWN_FLAGS: readonly string[] = ['--out', '--stake'];

export function addEngineInit(parent: Command): void {
  const command = parent
    .command('init')
    .description(
      "Write the genesis document of an SDK application with simulated validators in place of its own, and their keys. They take over operators, tokens and delegations of the document's largest validators",
    )
    .summary('Give the genesis document of an SDK application simulated validators')
    .requiredOption(
      '--out <path>',
      'Folder for genesis.json and keys/validator-N.json, or a file whose name ends in .json for the document alone',
    )
    .option('--stake <tokens>', 'Tokens of a validator that the document lacks (default: those of its largest one)');
  addFlagsOf(command, FLAGS);
  refuseWords(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const { out, stake } = command.opts<{ readonly out: string; readonly stake?: string }>();
  const flags = new Map([...givenFlags(command)].filter(([flag]) => !OWN_FLAGS.includes(flag)));
  const { run: chosen, devnet } = resolveConfig({ flags, env: process.env, files: {} });
  const { genesis: path, json, silent } = chosen;
  if (path === undefined) throw wrong('--genesis is missing: expected the document of the application, genesis.json');
  if (stake !== undefined && !/^[1-9]\d{0,30}$/.test(stake))
    throw wrong(`--stake is "${stake}": expected a whole number of tokens above 0`);
  const { engineGenesis } = await import('../devnet/index.js');
  const { genesis, keys } = await engineGenesis({
    genesis: readGenesisFile(path),
    ...(devnet.validators !== undefined && { validators: devnet.validators }),
    ...(devnet.seed !== undefined && { seed: devnet.seed }),
    ...(stake !== undefined && { stake: BigInt(stake) }),
  });
  const isFile = out.endsWith('.json');
  const file = isFile ? out : join(out, 'genesis.json');
  const keyFolder = join(out, 'keys');
  const files = [
    { path: file, value: genesis, mode: {} },
    ...(isFile ? [] : keys).map((value, index) => ({
      ...{ path: join(keyFolder, `validator-${index}.json`), value, mode: { mode: OWNER_ONLY } },
    })),
  ];
  const existing = files.find((each) => existsSync(each.path));
  if (existing !== undefined) throw wrong(`${existing.path} exists already: expected a new file`);
  try {
    if (!isFile) makeFolder(keyFolder);
    for (const { path: written, value, mode } of files)
      writeFileSync(written, `${JSON.stringify(value, undefined, 2)}\n`, mode);
  } catch (error) {
    throw wrong(`--out is "${out}": ${(error as Error).message}`);
  }
  if (json) {
    const validators = keys.map(({ address }, index) => ({ name: `validator-${index}`, address }));
    process.stdout.write(`${JSON.stringify({ written: files.map((each) => each.path), validators })}\n`);
    return;
  }
  if (silent) return;
  const keyFlag = isFile ? seedFlag(devnet.seed) : ` --keys ${shellWord(keyFolder)}`;
  const next = `Next: npx halley-devnet engine --app ADDRESS --genesis ${shellWord(file)}${keyFlag}`;
  process.stdout.write(`${[...files.map((each) => each.path), '', next].join('\n')}\n`);
}

const seedFlag = (seed: string | undefined): string => (seed === undefined ? '' : ` --seed ${shellWord(seed)}`);

const wrong = (text: string): HalleyError => new HalleyError('invalid-config', text);
