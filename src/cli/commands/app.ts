/**
 * Implements `halley app`, which runs the application for a CometBFT node: ABCI for the engine, and the EVM JSON-RPC,
 * the asset API and the dashboard beside it.
 */
import type { Command } from 'commander';
import { ABCI_DEFAULTS, ABCI_FLAGS, readAbciSettings } from '../../config/abci_settings.js';
import { accountsOf } from '../../config/accounts.js';
import { readDevAuthorityKey } from '../../config/dev_authority_key.js';
import { readHome } from '../../config/files.js';
import { resolveConfig } from '../../config/resolve.js';
import type { ResolvedConfig } from '../../config/schema.js';
import type { AppNode, AppNodeOptions } from '../../devnet/app_node/app_node.js';
import { addFlagsOf, givenFlags, refuseWords } from '../flags.js';
import { addHomeFlag, homeOf } from '../home_flag.js';
import { reportError } from '../report_error.js';
import { table } from '../table.js';

/** Sections whose settings apply to an application under CometBFT. */
const SECTIONS: readonly string[] = [
  'jsonRpc',
  'evm',
  'evmMempool',
  'tls',
  'api',
  'assets',
  'dashboard',
  'grpc',
  'grpcWeb',
];
/** Further settings that apply. */
const FLAGS = [
  ...['--accounts', '--auto-impersonate', '--color', '--compat', '--derivation-path', '--disable-console-log'],
  ...['--json', '--max-transactions', '--mnemonic', '--order', '--quiet', '--silent'],
];

/** Flags that only this command has. */
type OwnFlags = Partial<Record<keyof typeof ABCI_FLAGS, string>>;

export function app(program: Command): void {
  const command = program
    .command('app')
    .description(
      'Run the application for a node of CometBFT 0.38 to 0.40: serve ABCI to the engine, and the EVM JSON-RPC, the asset API and the dashboard to clients',
    )
    .summary('Run the application for a CometBFT node')
    .option(
      '--abci <address>',
      `Where ABCI listens: tcp://host:port or unix:///path (default: ${ABCI_DEFAULTS.address})`,
    )
    .option('--node <url>', `URL of the engine's RPC (default: ${ABCI_DEFAULTS.node})`)
    .option(
      '--min-retain-blocks <number>',
      'Minimum number of blocks that the engine retains; 0 retains all (default: 0)',
    )
    .option('--snapshot-interval <heights>', 'Heights between two snapshots for state sync; 0 makes none (default: 0)')
    .option('--snapshot-keep-recent <number>', 'Number of snapshots that are retained (default: 2)');
  addHomeFlag(command);
  addFlagsOf(command, FLAGS, SECTIONS);
  refuseWords(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const home = homeOf(command);
  const given = givenFlags(command);
  const names = Object.keys(ABCI_FLAGS).filter((name) => given.has(`--${name}`));
  const own: OwnFlags = Object.fromEntries(names.map((name) => [name, given.get(`--${name}`)]));
  const flags = new Map([...given].filter(([flag]) => flag !== '--home' && !names.includes(flag.slice(2))));
  const { settings, rest } = readAbciSettings(own, readHome(home)['app.toml']);
  const config = resolveConfig({ flags, env: process.env, files: rest === undefined ? {} : { 'app.toml': rest } });
  const [{ startAppNode }, { logTo }, { closeOnSignals }] = await Promise.all([
    import('../../devnet/app_node/app_node.js'),
    import('../log/log.js'),
    import('../signals.js'),
  ]);
  const { quiet, silent } = config.run;
  const log = quiet || silent ? undefined : logTo(process.stdout, config.run);
  const print = (text: string): void => void (silent || process.stdout.write(text));
  const node = await startAppNode({
    ...(await appOptions(home, config)),
    abci: settings.address,
    node: settings.node,
    minRetainBlocks: settings.minRetainBlocks,
    snapshotInterval: settings.snapshotInterval,
    snapshotKeepRecent: Number(settings.snapshotKeepRecent),
    log: log?.listener,
    onServing: (serving) => {
      print(servingText(serving));
      log?.open();
    },
    onEngine: (text) => print(`${text}\n`),
    onBug: (where, error) => reportError(error, `bug in ${where}: `),
    onDamage: (error) => reportError(error),
    onSkippedKey: (file, why) => process.stderr.write(`halley: warning: ${file}: ${why}\n`),
    onFatal: (error, closed) => {
      reportError(error);
      process.exitCode = 1;
      void closed.then(() => process.exit());
    },
  });
  closeOnSignals(async () => {
    await node.close();
    log?.end();
  });
  print(`ABCI listens on ${node.abci} for a CometBFT node with the home ${home}\n`);
}

/** Converts the settings to the options of the node. */
async function appOptions(home: string, config: ResolvedConfig): Promise<Omit<AppNodeOptions, 'abci' | 'node'>> {
  const { jsonRpcOptions, surfaceOptions } = await import('../devnet_options.js');
  const { devnet, evm, mempool, evmMempool } = config;
  const { api = false, assets = false, dashboard = false, grpc = false } = surfaceOptions(config);
  return {
    home,
    artifacts: devnet.artifacts,
    api,
    assets,
    dashboard,
    grpc,
    devAuthority: readDevAuthorityKey(home),
    privateKeys: (await accountsOf(devnet)).map(({ privateKey }) => privateKey),
    machine: evm.machine,
    compat: devnet.compat,
    order: devnet.order,
    maxTransactions: devnet.maxTransactions,
    autoImpersonate: devnet.autoImpersonate,
    mempool: { ...mempool, ...evmMempool },
    jsonRpc: jsonRpcOptions(config),
  };
}

function servingText({ chain, urls }: AppNode): string {
  const rows: [string, string | undefined][] = [
    ['Chain id', chain && `${chain.evmChainId} (EVM), ${chain.genesis.chainId} (consensus)`],
    ['EVM JSON-RPC', urls?.evmHttp],
    ['EVM WebSocket', urls?.evmWs],
    ['REST', urls?.api],
    ['gRPC', urls?.grpc],
    ['Asset API', urls?.assets],
    ['Dashboard', urls?.dashboard],
  ];
  return `${table(rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))).join('\n')}\n`;
}
