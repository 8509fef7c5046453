/** Implements remotes without a node: no value can be fetched. */
import { remoteKeyText } from '../../../evm/absent_remote.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { RemoteReader, RemoteSource } from '../remote_source.js';

/** Serves a state that is opened without a node. What was not fetched before is unavailable. */
export const OFFLINE: RemoteSource = {
  fetch: async ([key]) => {
    throw new HalleyError(
      'unavailable',
      `${key === undefined ? 'nothing' : remoteKeyText(key)} of the forked chain is not in the store, and the chain was opened without a node to fetch it from`,
    );
  },
};

/** Serves the state before genesis: a chain's genesis does not read the forked chain. */
export const NOTHING_REMOTE: RemoteReader = {
  accountOf: () => undefined,
  codeOf: () => undefined,
  slotOf: () => EMPTY_BYTES,
  blockHash: () => EMPTY_BYTES,
};
