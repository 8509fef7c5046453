/**
 * Describes the Cosmos transactions of a block for the log, with dev transactions and with what they did to packets.
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import { decodeTxBody, decodeTxRaw } from '../../codec/cosmos/tx.js';
import { isDevTx } from '../../codec/dev/dev_tx.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { CosmosTransactionEntry, PacketEntry } from './entry.js';

const ACTIONS: Readonly<Record<string, PacketEntry['action'] | undefined>> = {
  send_packet: 'sent',
  recv_packet: 'received',
  acknowledge_packet: 'acknowledged',
  timeout_packet: 'timed out',
};

/** Returns the entries of those of a block's transactions that are no Ethereum transactions. */
export function cosmosEntries(
  txs: readonly Bytes[],
  results: readonly ExecTxResult[],
): readonly CosmosTransactionEntry[] {
  return txs.flatMap((tx, index) => {
    const result = results[index];
    const messages = messageTypes(tx);
    if (result === undefined || messages.some((type) => type.endsWith('.MsgEthereumTx'))) return [];
    return [entryOf(tx, messages, result)];
  });
}

const messageTypes = (tx: Bytes): readonly string[] =>
  decodeTxBody(decodeTxRaw(tx).bodyBytes).messages.map(({ typeUrl }) => typeUrl);

function entryOf(tx: Bytes, messages: readonly string[], result: ExecTxResult): CosmosTransactionEntry {
  const { code, codespace, log, gasUsed, gasWanted, events } = result;
  // The ante handler names each signer and its sequence: `halley1…/7`.
  const signer = isDevTx(tx) ? 'the dev authority' : attribute(events, 'tx', 'acc_seq')?.split('/')[0];
  const fee = attribute(events, 'tx', 'fee');
  return {
    hash: toUpperHex(txHash(tx)),
    messages,
    ...(signer !== undefined && { sender: signer }),
    ...(fee && { fee }),
    gasUsed: `${gasUsed}`,
    gasWanted: `${gasWanted}`,
    ...(code !== 0 && { error: `${log} (${codespace} ${code})` }),
    packets: code === 0 ? packetsOf(events) : [],
  };
}

/** Returns the value of the first attribute of this type and key; undefined where no event has it. */
function attribute(events: readonly Event[], type: string, key: string): string | undefined {
  for (const event of events) {
    const found = event.type === type ? event.attributes.find((one) => one.key === key) : undefined;
    if (found !== undefined) return found.value;
  }
  return undefined;
}

const packetsOf = (events: readonly Event[]): readonly PacketEntry[] =>
  events.flatMap((event) => {
    const action = ACTIONS[event.type];
    if (action === undefined) return [];
    const of = (key: string): string => attribute([event], event.type, `packet_${key}`) ?? '';
    return [
      {
        action,
        sequence: of('sequence'),
        source: `${of('src_port')}/${of('src_channel')}`,
        destination: `${of('dst_port')}/${of('dst_channel')}`,
      },
    ];
  });
