/** Dumps and loads state files for programs. */
import type { EvmStateFiles } from '../../backend/evm/state_files.js';
import { bytesOfStateFile, stateFilePath } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import { boolean, type Members, optionsOf, text, where } from '../../settings/reader.js';
import type { DumpOptions } from '../options/state_options.js';
import type { StateDumps } from './dump_state.js';
import { writeStateFile } from './write_state_file.js';

/** Identifies the program as a client of the scheduler. */
const PROGRAM: Client = { id: 'loadState' };

const MEMBERS = { historicalStates: boolean } satisfies Members<DumpOptions>;
const readDumpOptions = optionsOf<DumpOptions>('dumpState', MEMBERS);
const readState = where<string | Uint8Array>(
  (value) => value instanceof Uint8Array || (typeof value === 'string' && value !== ''),
  'the path of a state file, or its bytes',
);

/** Writes the state file `file`. */
export function dumpStateTo(dumps: StateDumps, file: unknown, options: unknown): Promise<void> {
  const { historicalStates = false } = readDumpOptions(options);
  return writeStateFile(dumps, text(file, 'file'), { historicalStates });
}

/** Loads a state file: its path, or its bytes. */
export async function loadStateFrom({ loadState }: Pick<EvmStateFiles, 'loadState'>, given: unknown): Promise<void> {
  const state = readState(given, 'state');
  await loadState(typeof state === 'string' ? await bytesOf(stateFilePath(state)) : state, PROGRAM);
}

const bytesOf = (file: string): Promise<Uint8Array> =>
  bytesOfStateFile(
    file,
    (problem, facts) => new HalleyError('invalid-argument', `state file ${file}: ${problem}`, { file, ...facts }),
  );
