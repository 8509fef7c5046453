/**
 * Reads the programs of ipsilon/evm-benchmarks from a checkout that BENCH_PROGRAMS names. Each is a state test with one
 * contract and some inputs. Without a checkout their rows are left out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Program {
  readonly name: string;
  /** Hex without 0x. */
  readonly code: string;
  readonly inputs: readonly { readonly label: string; readonly data: string }[];
}

interface StateTest {
  readonly _info: { readonly labels: Readonly<Record<string, string>> };
  readonly pre: Readonly<Record<string, { readonly code: string }>>;
  readonly transaction: { readonly to: string; readonly data: readonly string[] };
}

export function programs(): readonly Program[] {
  const checkout = process.env['BENCH_PROGRAMS'];
  if (checkout === undefined) {
    console.log('BENCH_PROGRAMS is not set to a checkout of evm-benchmarks: its rows are left out');
    return [];
  }
  const folders = ['main', 'micro']
    .map((name) => join(checkout, 'benchmarks', name))
    .filter((path) => existsSync(path));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .flatMap((file) => programsOf(join(folder, file))),
  );
}

function programsOf(file: string): Program[] {
  const tests = JSON.parse(readFileSync(file, 'utf8')) as Record<string, StateTest>;
  return Object.entries(tests).map(([name, { _info, pre, transaction }]) => ({
    name,
    code: (pre[transaction.to]?.code ?? '0x').slice(2),
    inputs: transaction.data.map((data, index) => ({ label: _info.labels[index] ?? String(index), data })),
  }));
}
