/** Runs `halley accounts` as users do. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing';
import { expect, it } from 'vitest';
import { DEVELOPMENT_MNEMONIC } from '../../src/config/development_accounts.js';
import { halley, temporaryFolder } from './run.js';

const OWN = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

async function accounts(...args: string[]) {
  const { code, stdout, stderr } = await halley('accounts', '--json', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const firstOf = async (mnemonic: string, prefix: string): Promise<string | undefined> =>
  (await (await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix })).getAccounts())[0]?.address;

it('prints the 20 accounts in hex and bech32, and those of CosmJS’s default wallet', async () => {
  const { code, stdout, stderr } = await halley('accounts');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines.filter((line) => /^ +\(\d+\) 0x/.test(line))).toHaveLength(20);
  expect(lines).toContain(
    '  (0) 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266  0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80  halley17w0adeg64ky0daxwd2ugyuneellmjgnxjn5qmu',
  );
  expect(stdout).toContain(`(0) ${await firstOf(DEVELOPMENT_MNEMONIC, 'halley')}  0xe64e7928`);
  expect(lines).toContain('  halley_31337-1  ahalley  halley1…');
});

it('derives the requested number of accounts from another mnemonic', async () => {
  const printed = await accounts('--mnemonic', OWN, '--accounts', '2');
  expect([printed.accounts.length, printed.cosmosAccounts.length]).toEqual([2, 2]);
  expect(printed.accounts[0].address).toBe('0x58A57ed9d8d624cBD12e2C467D34787555bB1b25');
  expect(printed.cosmosAccounts[0].address).toBe(await firstOf(OWN, 'halley'));
});

it('prints addresses with the prefix of the genesis document, and lists all of its chains', async () => {
  const { chains, cosmosAccounts } = await accounts('--genesis', 'genesis/ibc.json');
  expect(
    chains.map(({ chainId, denom, bech32Prefix }: Record<string, string>) => [chainId, denom, bech32Prefix]),
  ).toEqual([
    ['devnet_9000-1', 'aevm', 'cosmos'],
    ['hub-1', 'uhub', 'hub'],
    ['dex-1', 'udex', 'dex'],
    ['wasm-1', 'uwasm', 'wasm'],
    ['iso-1', 'uiso', 'iso'],
  ]);
  expect(cosmosAccounts[0].address).toBe('cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7');
});

it('reads mnemonic, number and genesis of a home folder, and writes nothing into one without a chain', async () => {
  const home = join(temporaryFolder(), 'chain');
  const missing = await halley('accounts', '--home', home);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/^halley: genesis .*genesis\.json: ENOENT/);
  expect((await halley('init', '--home', home, '--mnemonic', OWN, '--accounts', '3')).code).toBe(0);
  const printed = await accounts('--home', home);
  expect(printed.accounts.map(({ address }: { address: string }) => address)).toHaveLength(3);
  expect(printed.cosmosAccounts[0].address).toBe(await firstOf(OWN, 'halley'));
});

it('refuses a home folder together with another genesis document', async () => {
  const { code, stderr } = await halley('accounts', '--home', 'chain', '--genesis', 'ibc');
  expect(code).toBe(1);
  expect(stderr).toBe('halley: --home and --genesis exclude each other: the folder has its own genesis document\n');
});

it('names the path of a bad field in a genesis document', async () => {
  const file = join(temporaryFolder(), 'genesis.json');
  writeFileSync(file, JSON.stringify({ chain_id: 7 }));
  const { code, stderr } = await halley('accounts', '--genesis', file);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^halley: genesis\.chain_id is 7: expected text/);
});
