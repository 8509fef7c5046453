/** Writes a state file: beside its place, then in it, so that no process ever sees a part of it. */
import { open, rename, rm } from 'node:fs/promises';
import { stateFilePath } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import type { DumpRequest, StateDumps } from './dump_state.js';

/** Identifies the writer as a client of the scheduler. */
const WRITER = { id: 'state file' };

/**
 * Writes the present state. Rejects with HalleyError `store-failed` when the file cannot be written, and as
 * `StateDumps.json` does. Then the file is as before.
 */
export async function writeStateFile(
  dumps: StateDumps,
  path: string,
  { historicalStates }: Pick<DumpRequest, 'historicalStates'>,
): Promise<void> {
  const file = stateFilePath(path);
  const begun = `${file}.new`;
  try {
    await writeWhole(dumps, begun, { historicalStates, client: WRITER });
    await rename(begun, file);
  } catch (error) {
    await rm(begun, { force: true }).catch(() => undefined);
    if (error instanceof HalleyError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new HalleyError('store-failed', `the state file ${file} cannot be written: ${cause}`, { file, cause });
  }
}

async function writeWhole(dumps: StateDumps, file: string, request: DumpRequest): Promise<void> {
  const handle = await open(file, 'w');
  let failure: { readonly error: unknown } | undefined;
  const check = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  try {
    await dumps.json(request, (json) => {
      check();
      return handle.writeFile(json).catch((error: unknown) => {
        failure = { error };
      });
    });
    check();
    await handle.sync();
  } finally {
    await handle.close();
  }
}
