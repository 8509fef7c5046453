/** Writes the reports of a devnet's runs to files: coverage, and gas. */
import { access, constants, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ReportOption } from '../config/options.js';
import { HalleyError } from '../kernel/errors.js';
import { gasList, gasStats, gasTables, type MeasuredGas, NO_GAS, readGas, sumOfGas } from '../solidity/gas_report.js';
import type { Host } from './host.js';
import { hostSchedule } from './platform.js';

/** Time between two looks at the lock of a file, in ms, and number of looks after which its owner has ended. */
const LOOK_MS = 20;
const MAX_LOOKS = 500;

/** Name of the standard output as a file. */
const STANDARD_OUTPUT = '-';

const reportOf = (option: ReportOption | string | undefined): ReportOption | undefined =>
  typeof option === 'string' ? { file: option } : option;

/** Begins to watch the runs of a devnet whose options ask for reports. Throws HalleyError for a file that cannot be written. */
export async function beginReports({ options: { coverage, gasReport }, sources }: Host): Promise<void> {
  for (const { file } of [reportOf(coverage) ?? {}, reportOf(gasReport) ?? {}])
    if (file !== undefined && file !== STANDARD_OUTPUT) await mustBeWritable(file);
  await sources.watchRuns({ coverage: coverage !== undefined, gas: gasReport !== undefined });
}

/** Writes the files of the options. */
export async function writeReports({ options: { coverage, gasReport }, sources: { reports } }: Host): Promise<void> {
  if (reports === undefined) return;
  await writeReport(coverage, async (file, add) =>
    write(file, (await reports.coverage(add ? await readFile(file, 'utf8').catch(() => '') : '')) ?? ''),
  );
  await writeReport(gasReport, async (file, add) => {
    const own = (await reports.gas()) ?? NO_GAS;
    const gas = add ? sumOfGas(await earlierGas(file), own) : own;
    // The report itself has no single calls, whose median is part of the next one.
    if (add) await write(callsFileOf(file), JSON.stringify(gas));
    await write(file, gasText(file, gas));
  });
}

function gasText(file: string, gas: MeasuredGas): string {
  if (!file.endsWith('.json')) return gasTables(gas);
  return `${JSON.stringify(file.endsWith('.hardhat.json') ? gasStats(gas) : gasList(gas), undefined, 2)}\n`;
}

async function writeReport(
  option: ReportOption | string | undefined,
  work: (file: string, add: boolean) => Promise<void>,
): Promise<void> {
  const { file, add = false } = reportOf(option) ?? {};
  if (file !== undefined) await (add ? locked(file, () => work(file, true)) : work(file, false));
}

const callsFileOf = (file: string): string => `${file}.calls`;

/** Reads the gas that other devnets have added. Who removes the report begins anew. */
async function earlierGas(file: string): Promise<MeasuredGas> {
  const isBegun = await stat(file).catch(() => undefined);
  const text = isBegun && (await readFile(callsFileOf(file), 'utf8').catch(() => undefined));
  if (text === undefined) return NO_GAS;
  try {
    return readGas(text);
  } catch (error) {
    throw cannotWrite(file, `${callsFileOf(file)} is damaged, remove it: ${(error as Error).message}`);
  }
}

async function mustBeWritable(file: string): Promise<void> {
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isFolder === true) throw cannotWrite(file, 'it is a folder');
  const target = isFolder === undefined ? dirname(resolve(file)) : file;
  await access(target, constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(file, (error as Error).message);
  });
}

async function write(file: string, text: string): Promise<void> {
  if (file === STANDARD_OUTPUT) return void process.stdout.write(text);
  await writeFile(file, text).catch((error: unknown) => {
    throw cannotWrite(file, (error as Error).message);
  });
}

/** Runs work while no other process adds to the file. */
async function locked(file: string, work: () => Promise<void>): Promise<void> {
  const lock = `${file}.lock`;
  for (let looks = 0; ; looks++) {
    const own = await open(lock, looks < MAX_LOOKS ? 'wx' : 'w').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw cannotWrite(file, error.message);
    });
    if (own === undefined) {
      await new Promise<void>((look) => hostSchedule(LOOK_MS, look));
      continue;
    }
    await own.close();
    return work().finally(() => rm(lock, { force: true }));
  }
}

const cannotWrite = (file: string, cause: string): HalleyError =>
  new HalleyError('store-failed', `the report ${file} cannot be written: ${cause}`, { file, cause });
