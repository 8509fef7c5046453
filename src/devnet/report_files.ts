/** Writes the reports of a devnet's runs to files: coverage, and gas. */
import { access, constants, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CoverageOption } from '../config/options.js';
import { HalleyError } from '../kernel/errors.js';
import type { Host } from './host.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { hostSchedule } from './platform.js';

/** Time between two looks at the lock of a file, in ms, and number of looks after which its owner has ended. */
const LOOK_MS = 20;
const MAX_LOOKS = 500;

const coverageOf = ({ coverage }: DevnetOptions): CoverageOption | undefined =>
  typeof coverage === 'string' ? { file: coverage } : coverage;

/** Begins to watch the runs of a devnet whose options ask for reports. Throws HalleyError for a file that cannot be written. */
export async function beginReports({ options, sources }: Host): Promise<void> {
  const coverage = coverageOf(options);
  if (coverage === undefined) return;
  if (coverage.file !== undefined) await mustBeWritable(coverage.file);
  await sources.watchRuns();
}

/** Writes the files of the options. */
export async function writeReports({ options, sources: { reports } }: Host): Promise<void> {
  if (reports === undefined) return;
  const { file, add = false } = coverageOf(options) ?? {};
  if (file !== undefined)
    await (add
      ? locked(file, async () => write(file, await reports.coverage(await readFile(file, 'utf8').catch(() => ''))))
      : write(file, await reports.coverage()));
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

const write = (file: string, text: string): Promise<void> =>
  writeFile(file, text).catch((error: unknown) => {
    throw cannotWrite(file, (error as Error).message);
  });

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
