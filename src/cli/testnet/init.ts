/** Implements `halley testnet init`, which writes the homes of the validators of a new network. */
import { isAbsolute, join } from 'node:path';
import type { Command } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { checkMnemonic } from '../../config/mnemonic.js';
import { SETTINGS } from '../../config/names.js';
import { resolveConfig } from '../../config/resolve.js';
import type { ResolvedConfig } from '../../config/schema.js';
import { HalleyError } from '../../kernel/errors.js';
import { shellWord } from '../../kernel/text.js';
import { DEFAULT_VALIDATORS } from '../../settings/bounds.js';
import type { CreatedNetwork } from '../../testnet/index.js';
import { addFlagsOf, givenFlags, refuseWords } from '../flags.js';
import { withNewMnemonic } from '../new_mnemonic.js';
import { randomSource } from './random_source.js';

/** Single settings by section. */
const CHOSEN_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  run: ['genesis', 'loadState', 'json', 'silent'],
  devnet: ['validators', 'validatorKeyTypes', 'seed', 'accounts', 'mnemonic', 'derivationPath'],
  jsonRpc: ['api'],
};

/** Sections of which every setting applies. */
const WHOLE_SECTIONS: readonly string[] = ['genesis', 'evm', 'evmMempool', 'mempool', 'consensus'];

/** Settings that are flags of `halley testnet init`. */
const NETWORK_SETTINGS: readonly string[] = SETTINGS.filter(
  ({ section, name }) => WHOLE_SECTIONS.includes(section) || CHOSEN_SETTINGS[section]?.includes(name),
).map(({ flag }) => flag);

const isNetworkSetting = (flag: string): boolean => NETWORK_SETTINGS.includes(flag);

export function addInit(parent: Command): void {
  const command = parent
    .command('init')
    .description(
      'Write a home for each validator of a new network, with the files of CometBFT 0.38 to 0.40 and of the application, and files for Docker Compose and systemd',
    )
    .summary('Write the homes of the validators of a new network')
    .requiredOption('--out <folder>', 'Folder of the network; it must be new or empty')
    .option('--hosts <hosts>', 'Machines of the validators, separated by commas (default: all on this machine)')
    .option(
      '--starting-port <port>',
      'First of ten consecutive ports of the first node; on one machine, each next node uses the next ten (default: 26656 to 26660, 1317, 8545, 8546, 8580, 8591 and 9092, plus 10 for each next node)',
    )
    .option('--node-dir-prefix <prefix>', 'Prefix of the names of nodes and of their folders', 'node')
    .option('--install-dir <folder>', 'Folder in which the systemd units expect the homes', '/var/lib/halley')
    .option('--no-dev-authority', 'Create a network without dev methods, in which only transactions change the state')
    .option('--force', 'Replace a network that is in the folder, and delete its keys and blocks');
  addFlagsOf(command, NETWORK_SETTINGS);
  refuseWords(command);
  command.action(() => run(command));
}

/** Flags as commander parses them. */
interface GivenFlags {
  readonly out: string;
  readonly hosts?: string;
  readonly startingPort?: string;
  readonly nodeDirPrefix: string;
  readonly installDir: string;
  readonly devAuthority: boolean;
  readonly force?: boolean;
}

/** Checks the flags of `halley testnet init` that are not settings. */
interface InitFlags {
  readonly out: string;
  readonly hosts: readonly string[] | undefined;
  readonly startingPort: number | undefined;
  readonly prefix: string;
  readonly installDir: string;
  readonly withDevAuthority: boolean;
  readonly force: boolean;
}

/** A name of a machine, an IPv4 address, or an IPv6 address in brackets. */
const HOST =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9a-fA-F:.]+\])$/;
/** Form of names that can also be names of services of Docker Compose and of systemd units. */
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/;
const MAX_PORT = 65_535;

const wrong = (flag: string, value: string, expected: string): HalleyError =>
  new HalleyError('invalid-config', `${flag} is "${value}": expected ${expected}`, { flag, value, expected });

/** Returns the checked flags. Throws HalleyError `invalid-config`. */
export function readInitFlags(given: GivenFlags): InitFlags {
  const { out, nodeDirPrefix: prefix, installDir, devAuthority: withDevAuthority, force = false } = given;
  if (out === '') throw wrong('--out', out, 'the folder of the network');
  if (!PREFIX.test(prefix)) throw wrong('--node-dir-prefix', prefix, 'letters, digits, "-" and "_"');
  if (!isAbsolute(installDir)) throw wrong('--install-dir', installDir, 'an absolute path');
  const hosts = given.hosts === undefined ? undefined : hostsOf(given.hosts);
  const startingPort = given.startingPort === undefined ? undefined : portOf(given.startingPort);
  return { out, hosts, startingPort, prefix, installDir, withDevAuthority, force };
}

function hostsOf(text: string): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim());
  const seen = new Set<string>();
  for (const host of hosts) {
    if (!HOST.test(host)) throw wrong('--hosts', text, `names or IP addresses without ports; "${host}" is not one`);
    if (seen.size === seen.add(host.toLowerCase()).size)
      throw wrong('--hosts', text, `each host once; "${host}" is there twice`);
  }
  return hosts;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > MAX_PORT) throw wrong('--starting-port', text, `a port from 1 to ${MAX_PORT}`);
  return port;
}

async function run(command: Command): Promise<void> {
  const { out, force, ...flags } = readInitFlags(command.opts());
  const given = new Map([...givenFlags(command)].filter(([flag]) => isNetworkSetting(flag)));
  const config = await withNewMnemonic(resolveConfig({ flags: given, env: process.env }));
  await checkMnemonic(config.devnet.mnemonic);
  const [{ clockOf, lockHome }, { chosenGenesis }, network, { NodeLocks }] = await Promise.all([
    import('../../devnet/index.js'),
    import('../chosen_genesis.js'),
    import('../../testnet/index.js'),
    import('./node_locks.js'),
  ]);
  const { document, privateKeys } = await chosenGenesis(config);
  if (privateKeys !== undefined)
    throw new HalleyError(
      'invalid-config',
      `--genesis ${config.run.genesis} has keys of accounts, which app.toml does not store: use --mnemonic, --accounts and --balance`,
    );
  const { clock, seed, validators, validatorKeyTypes: keyTypes } = config.devnet;
  await network.loadKeyTypes(keyTypes ?? []);
  const created = network.createNetwork({
    ...flags,
    document,
    defaultTime: clockOf(clock, seed).now(),
    keyTypes,
    validators: validators ?? flags.hosts?.length ?? DEFAULT_VALIDATORS,
    secretOf: seed === undefined ? network.randomSecrets(randomSource) : network.seededSecrets(seed),
    config,
    npmPackage: `${manifest.name}@${manifest.version}`,
  });
  network.checkFolder(out, force);
  const lock = await lockHome(out);
  // Refuses to remove the homes of nodes that run.
  await (await NodeLocks.inLocked(network.homesIn(out))).releaseAll();
  network.clearFolder(out);
  network.writeFiles(out, created.files);
  await lock.release();
  report(out, created, config, flags.hosts === undefined);
}

function report(
  out: string,
  { nodes, genesis }: CreatedNetwork,
  { run: { json, silent }, genesis: chosen, devnet }: ResolvedConfig,
  onOneMachine: boolean,
): void {
  const homes = nodes.map(({ name }) => join(out, name));
  if (json) {
    const facts = { chainId: genesis.chainId, evmChainId: `${genesis.evmChainId}`, homes };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    return;
  }
  if (silent) return;
  const mnemonic = chosen.mnemonicRandom === undefined ? [] : [`Mnemonic: ${devnet.mnemonic}`];
  // Validators on several machines are started one by one, as the guide describes.
  const next = onOneMachine ? ['', `Next: npx halley-devnet testnet start ${shellWord(out)}`] : [];
  process.stdout.write(`${[...mnemonic, ...homes, ...next].join('\n')}\n`);
}
