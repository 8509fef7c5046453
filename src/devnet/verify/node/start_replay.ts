/** Starts the execution of a node's chain from its genesis document. */

import type { DeliverTx } from '../../../app/block/deliver_tx.js';
import { type GenesisDoc, type GenesisValidator, parseGenesis } from '../../../consensus/types/genesis.js';
import { addressOf } from '../../../consensus/types/pub_key.js';
import { type Bytes, compareBytes, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { ZERO_TIME } from '../../../kernel/time.js';
import { refuseFork } from '../../chain/open_fork.js';
import { Replay } from '../replay.js';

/** Parses the document. Throws HalleyError `invalid-genesis`. */
export async function readGenesis(json: unknown, label: string): Promise<GenesisDoc> {
  const genesis = await ofThisApplication(label, () => parseGenesis(json, ZERO_TIME));
  refuseFork(
    genesis,
    `the chain of ${label} is a fork, whose state is mostly on the forked chain: verify its home folder with --home`,
  );
  return genesis;
}

/**
 * Starts at genesis. CometBFT passes the validators to InitChain in the order of their set, and a simulated engine in that
 * of the document. `appHash`, that of the first header, shows which it was; if it is neither, CometBFT's order is used.
 * Throws HalleyError `invalid-genesis` for a document that this application refuses.
 */
export async function startReplay(
  genesis: GenesisDoc,
  appHash: Bytes,
  label: string,
  deliver: DeliverTx | undefined,
): Promise<Replay> {
  const start = (document: GenesisDoc): Promise<Replay> =>
    ofThisApplication(label, async () => (await Replay.start(document, '', undefined, deliver)).replay);
  const first = await start({ ...genesis, validators: inSetOrder(genesis.validators) });
  if (equalBytes(first.chain.appHash, appHash)) return first;
  const second = await start(genesis);
  return equalBytes(second.chain.appHash, appHash) ? second : first;
}

/** Orders validators as a validator set does: more power first, then the lesser address. */
const inSetOrder = (validators: readonly GenesisValidator[]): readonly GenesisValidator[] =>
  validators.toSorted((a, b) =>
    a.power === b.power ? compareBytes(addressOf(a.pubKey), addressOf(b.pubKey)) : a.power > b.power ? -1 : 1,
  );

/** Says whose genesis document is refused. */
async function ofThisApplication<T>(label: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof HalleyError && error.code === 'invalid-genesis')) throw error;
    throw new HalleyError('invalid-genesis', `the chain of ${label} is not one of this application: ${error.message}`);
  }
}
