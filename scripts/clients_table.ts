/**
 * Checks the clients of `test/compat/clients` in all situations, and writes the table of `docs/guides/clients.md`. It
 * takes some ten minutes, most of which the clients wait: `npx tsx scripts/clients_table.ts [CLIENT...]`. With names, it
 * prints the columns of these clients and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientCheck, checkClient, detailOf } from '../src/cli/clients/check.js';
import { SITUATIONS, type Situation } from '../src/cli/clients/situations.js';
import { ROOT } from './ensure.mjs';

/** Clients of the table, each with the package that it is. */
export const CLIENTS = {
  viem: 'viem',
  ethers: 'ethers',
  web3: 'web3',
  wagmi: '@wagmi/core',
  cosmjs: '@cosmjs/stargate',
} as const;

export type ClientName = keyof typeof CLIENTS;

const COMPAT = join(ROOT, 'test/compat');
export const GUIDE = join(ROOT, 'docs/guides/clients.md');

/** Checks a client of the table as the table says. */
export const checkNamed = (
  name: ClientName,
  situations: readonly Situation[] = SITUATIONS,
  jobs = 7,
): Promise<ClientCheck> =>
  checkClient(
    {
      ...{ client: join(COMPAT, 'clients', `${name}.mjs`), situations, jobs },
      ...{ limitMs: 60_000, browser: 'chromium', blockMs: 300, seed: 'clients' },
    },
    (result) => {
      const { situation, verdict } = result;
      console.error(`${name.padEnd(8)} ${situation.name.padEnd(18)} ${verdict.padEnd(12)} ${detailOf(result)}`);
    },
  );

const HEAD = '| situation | ';

/** Reads the verdicts of the guide by client and situation. */
export function verdictsOfGuide(): ReadonlyMap<string, string> {
  const rows = tableOf(readFileSync(GUIDE, 'utf8'))
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const [, , ...names] = rows[0] ?? [];
  return new Map(
    rows.slice(2).flatMap(([, situation, ...cells]) =>
      cells.flatMap((cell, i): [string, string][] => {
        const client = names[i]?.split(' ')[0];
        return client ? [[`${client} ${situation}`, cell]] : [];
      }),
    ),
  );
}

/** Returns the table of a guide. */
function tableOf(guide: string): string {
  const begin = guide.indexOf(HEAD);
  const end = guide.indexOf('\n\n', begin);
  if (begin < 0 || end < 0) throw new Error(`${GUIDE} has no table that begins with "${HEAD}"`);
  return guide.slice(begin, end);
}

function versionOf(name: ClientName): string {
  const manifest = readFileSync(join(COMPAT, 'node_modules', CLIENTS[name], 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

async function main(names: readonly ClientName[]): Promise<void> {
  const chosen = names.length > 0 ? names : (Object.keys(CLIENTS) as ClientName[]);
  const checks: ClientCheck[] = [];
  for (const name of chosen) checks.push(await checkNamed(name));
  const head = `${HEAD}${chosen.map((name) => `${name} ${versionOf(name)}`).join(' | ')} |`;
  const rows = SITUATIONS.map(
    ({ name }, i) => `| ${name} | ${checks.map(({ results }) => results[i]?.verdict ?? '').join(' | ')} |`,
  );
  const table = [head, `|${' --- |'.repeat(chosen.length + 1)}`, ...rows].join('\n');
  console.log(table);
  if (names.length > 0) return;
  const guide = readFileSync(GUIDE, 'utf8');
  writeFileSync(GUIDE, guide.replace(tableOf(guide), table));
}

if (process.argv[1]?.endsWith('clients_table.ts')) await main(process.argv.slice(2) as ClientName[]);
