/** Checks the arguments of `devnet.revert`, and reverts. */
import type { RevertOptions, Snapshots } from '../runtime/snapshots.js';
import { boolean, type Members, optionsOf, snapshotId } from '../schema/reader.js';

const OPTIONS = { settings: boolean } satisfies Members<RevertOptions>;
const readRevertOptions = optionsOf<RevertOptions>('revert', OPTIONS);

export const revertWith = (snapshots: Snapshots, id: number, options: RevertOptions): Promise<boolean> =>
  snapshots.revert(snapshotId(id, 'id'), readRevertOptions(options));
