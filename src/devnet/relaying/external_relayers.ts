/**
 * Makes the heights that relayers outside of the devnet wait for. Such a relayer reads the state of the height before the
 * newest one, because only the next header proves it. In automine that header would not come before the next
 * transaction, so a block follows each of a relayer's transactions, and each packet that no other relayer takes care of.
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import { readNextClient } from '../../app/modules/ibc/client/store.js';
import { decodeTxBody, decodeTxRaw } from '../../codec/cosmos/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Chain } from '../chain/chain.js';
import type { Loop } from '../runtime/loop.js';
import { canDecide } from '../runtime/quorum.js';
import type { Relayer } from './relayer.js';

/**
 * Serves external relayers of a chain from now on, also for the newest height that an earlier process has made.
 * `relayer` is the built-in one; undefined in a devnet of one chain.
 */
export function serveExternalRelayers(
  { chain, loop }: { readonly chain: Chain; readonly loop: Loop },
  relayer: Pick<Relayer, 'running' | 'addressOn'> | undefined,
): void {
  const { blockStore, genesis, state } = chain;
  const isAwaited = (tx: Bytes, { code, events }: ExecTxResult): boolean => {
    if (code !== 0 || !events.some(isOfIbc)) return false;
    if (relayer === undefined) return true;
    if (isSignedBy(events, relayer.addressOn(genesis.chainId))) return false;
    return !relayer.running || isRelay(tx);
  };
  const awaitsNext = (height: bigint): boolean => {
    if (!loop.inside.automine || readNextClient(state.latest) === 0n) return false;
    const txs = blockStore.block(height)?.block.txs ?? [];
    const results = blockStore.results(height)?.txResults ?? [];
    return results.some((result, index) => isAwaited(txs[index] as Bytes, result));
  };
  const check = (): void =>
    loop.soon(async () => {
      if (awaitsNext(blockStore.height) && canDecide(chain)) await loop.inside.produce();
    });
  chain.heights.listen((height) => {
    if (awaitsNext(height)) check();
  });
  // The notice comes within the command that reverts, so the check finds the height that stays.
  chain.beforeRevert.listen(check);
  loop.onMiningMode(check);
  check();
}

const isOfIbc = ({ type, attributes }: Event): boolean =>
  type === 'message' && attributes.some(({ key, value }) => key === 'module' && value.startsWith('ibc_'));

/** Reports whether the ante handler has named the address as a signer: `halley1…/7`. */
const isSignedBy = (events: readonly Event[], address: string): boolean =>
  events.some(
    ({ type, attributes }) =>
      type === 'tx' && attributes.some(({ key, value }) => key === 'acc_seq' && value.startsWith(`${address}/`)),
  );

const isRelay = (tx: Bytes): boolean =>
  decodeTxBody(decodeTxRaw(tx).bodyBytes).messages.some(({ typeUrl }) => typeUrl.startsWith('/ibc.core.'));
