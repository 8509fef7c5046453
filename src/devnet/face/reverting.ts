/** Goes back to a snapshot, as a program asks for it. */
import type { RevertOptions, Snapshots } from '../run/snapshots.js';
import { type Members, optionsOf, snapshotId, truth } from '../schema/reader.js';

const OPTIONS = { settings: truth } satisfies Members<RevertOptions>;
const readRevertOptions = optionsOf<RevertOptions>('revert', OPTIONS);

export const revertWith = (snapshots: Snapshots, id: number, options: RevertOptions): Promise<boolean> =>
  snapshots.revert(snapshotId(id, 'id'), readRevertOptions(options));
