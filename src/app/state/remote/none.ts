/** A remote that is not there: nobody to ask, and nothing to read. */
import { remoteKeyText } from '../../../evm/absent_remote.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { RemoteReader, RemoteSource } from '../remote_source.js';

/** For a state that is opened to be read: what it has not fetched it does not get. */
export const OFFLINE: RemoteSource = {
  fetch: async ([key]) => {
    throw new HalleyError(
      'unavailable',
      `${key === undefined ? 'nothing' : remoteKeyText(key)} of the forked chain is not in the store, and no node was named to ask`,
    );
  },
};

/** Under genesis: what a chain begins with is its own. */
export const NOTHING_REMOTE: RemoteReader = {
  accountOf: () => undefined,
  codeOf: () => undefined,
  slotOf: () => EMPTY_BYTES,
};
