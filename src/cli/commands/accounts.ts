/**
 * Implements `halley accounts`, which prints the accounts of a mnemonic with the addresses of the chain of a genesis
 * document. It starts no chain.
 */
import type { Command } from 'commander';
import { accountsOf, cosmosAccountsOf } from '../../config/accounts.js';
import { homeFiles, readGenesisFile, readHome } from '../../config/files.js';
import { resolveConfig } from '../../config/resolve.js';
import type { ResolvedConfig } from '../../config/schema.js';
import { HalleyError } from '../../kernel/errors.js';
import { accountLines, cosmosAccountLines } from '../account_lines.js';
import { chosenGenesis } from '../chosen_genesis.js';
import { addFlagsOf, givenFlags } from '../flags.js';
import { table } from '../table.js';

const FLAGS = ['--mnemonic', '--accounts', '--derivation-path', '--home', '--genesis', '--json'];

export function accounts(program: Command): void {
  const command = program
    .command('accounts')
    .description('Print the accounts that a devnet starts with, their keys, and their addresses in hex and bech32')
    .summary('Print accounts, keys and addresses');
  addFlagsOf(command, FLAGS);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const flags = givenFlags(command);
  const { env } = process;
  const home = flags.get('--home') ?? env['HALLEY_HOME'];
  const config = resolveConfig({ flags, env, files: home ? readHome(home) : {} });
  const { addressTexts, genesisChains } = await import('../../devnet/index.js');
  const chains = genesisChains(await documentOf(config));
  const { bech32Prefix = '' } = chains[0] ?? {};
  const ethereum = (await accountsOf(config.devnet)).map(({ address, privateKey }) => {
    const { hex, bech32 } = addressTexts(address, bech32Prefix);
    return { address: hex, bech32, privateKey };
  });
  const cosmos = (await cosmosAccountsOf(config.devnet)).map(({ address, privateKey }) => ({
    address: addressTexts(address, bech32Prefix).bech32,
    privateKey,
  }));
  if (config.run.json) {
    process.stdout.write(`${JSON.stringify({ chains, accounts: ethereum, cosmosAccounts: cosmos })}\n`);
    return;
  }
  const rows = chains.map(({ chainId, denom, bech32Prefix: prefix }) => [chainId, denom, `${prefix}1…`]);
  const lines = [
    ...accountLines(ethereum),
    '',
    ...cosmosAccountLines(cosmos),
    '',
    'Chains: id, coin, addresses',
    ...table(rows),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Returns the genesis document. That of a folder is only read; `halley init` or `halley start` writes it. */
async function documentOf(config: ResolvedConfig): Promise<unknown> {
  const { home, genesis } = config.run;
  if (home === undefined) return (await chosenGenesis(config)).document;
  if (genesis === undefined) return readGenesisFile(homeFiles(home).genesis);
  throw new HalleyError(
    'invalid-config',
    '--home and --genesis exclude each other: the folder has its own genesis document',
  );
}
