/**
 * Makes the heights that relayers outside of the devnet wait for. Such a relayer reads the state of the height before
 * the newest one, because only the next header proves it. In automine that header would not come before the next
 * transaction, so a block follows each transaction of such a relayer, and each transaction about a channel whose light
 * client such a relayer has updated last. The chain's own data decide this, so reverts and restarts do not change it.
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import { readClientState, readNextClient } from '../../app/modules/ibc/client/store.js';
import { readConnection } from '../../app/modules/ibc/connection/store.js';
import { parseHeight } from '../../app/modules/ibc/height.js';
import { processedHeightKey } from '../../app/modules/ibc/keys.js';
import { decodeTxBody, decodeTxRaw } from '../../codec/cosmos/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { fromUtf8 } from '../../kernel/text.js';
import type { Chain } from '../chain/chain.js';
import type { Loop } from '../runtime/loop.js';
import { canDecide } from '../runtime/quorum.js';

/**
 * Serves external relayers of a chain from now on, also for the newest height that an earlier process has made. `own`
 * is the address of the built-in relayer on the chain; undefined in a devnet of one chain.
 */
export function serveExternalRelayers(
  { chain, loop }: { readonly chain: Chain; readonly loop: Loop },
  own: string | undefined,
): void {
  const { blockStore, state } = chain;
  const isOurs = ({ events }: ExecTxResult): boolean =>
    own !== undefined && valuesOf(events, 'acc_seq').some((signer) => signer.startsWith(`${own}/`));
  const wasUpdatedFromOutside = (clientId: string): boolean => {
    const client = readClientState(state.latest, clientId);
    const text = client && state.latest.get('ibc', processedHeightKey(clientId, client.latestHeight));
    const height = text && parseHeight(fromUtf8(text));
    const results = (height && blockStore.results(height.revisionHeight)?.txResults) ?? [];
    return results.some(
      (result) => valuesOf(result.events.filter(isOfClient), 'client_id').includes(clientId) && !isOurs(result),
    );
  };
  const isAwaited = (tx: Bytes, result: ExecTxResult): boolean => {
    const { code, events } = result;
    if (code !== 0 || !events.some(isOfIbc) || isOurs(result)) return false;
    if (isRelay(tx)) return true;
    const clients = valuesOf(events, 'connection_id').map((id) => readConnection(state.latest, id)?.clientId);
    // The client of a packet of IBC v2 takes the place of the channel.
    const linked = valuesOf(
      events.filter(({ type }) => type === 'send_packet'),
      'packet_source_client',
    );
    return [...clients, ...linked].some((clientId) => clientId !== undefined && wasUpdatedFromOutside(clientId));
  };
  const awaitsNext = (height: bigint): boolean => {
    if (!loop.inside.automine || readNextClient(state.latest) === 0n) return false;
    const txs = blockStore.block(height)?.block.txs ?? [];
    const results = blockStore.results(height)?.txResults ?? [];
    return results.some((result, index) => isAwaited(txs[index] as Bytes, result));
  };
  const check = (): void =>
    void loop.post(async () => {
      if (awaitsNext(blockStore.height) && canDecide(chain)) await loop.inside.produce();
    });
  chain.publishedHeights.listen((height) => {
    if (awaitsNext(height)) check();
  });
  // The notice comes within the command that reverts, so the check finds the height that stays.
  chain.beforeRevert.listen(check);
  loop.onMiningMode(check);
  check();
}

const isOfIbc = ({ type, attributes }: Event): boolean =>
  type === 'message' && attributes.some(({ key, value }) => key === 'module' && value.startsWith('ibc_'));

const isOfClient = ({ type }: Event): boolean => type === 'create_client' || type === 'update_client';

const valuesOf = (events: readonly Event[], name: string): readonly string[] =>
  events.flatMap(({ attributes }) => attributes.filter(({ key }) => key === name).map(({ value }) => value));

const isRelay = (tx: Bytes): boolean =>
  decodeTxBody(decodeTxRaw(tx).bodyBytes).messages.some(({ typeUrl }) => typeUrl.startsWith('/ibc.core.'));
