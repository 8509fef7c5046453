/** Checks the arguments of `devnet.revert`, and reverts. */

import { boolean, type Members, optionsOf, snapshotId } from '../schema/reader.js';
import type { RevertOptions, Snapshots } from '../snapshots/snapshots.js';

const OPTIONS = { settings: boolean } satisfies Members<RevertOptions>;
const readRevertOptions = optionsOf<RevertOptions>('revert', OPTIONS);

export const revertWith = (snapshots: Snapshots, id: number, options: RevertOptions): Promise<boolean> =>
  snapshots.revert(snapshotId(id, 'id'), readRevertOptions(options));
