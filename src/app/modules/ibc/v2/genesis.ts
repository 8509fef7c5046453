/** Parses, writes and exports `client_v2_genesis` and `channel_v2_genesis` of `app_state.ibc`. */
import { toBase64 } from '../../../../codec/base64.js';
import { type CounterpartyInfo, PACKET_RECORDS, type PacketRecord } from '../../../../codec/ibc/v2.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { GenesisReader } from '../../../sdk/genesis_reader.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { readCounterparty, readNextSend, records, writeCounterparty, writeNextSend, writeRecord } from './store.js';

interface AtSequence {
  readonly clientId: string;
  readonly sequence: bigint;
}

export interface GenesisV2 {
  readonly counterparties: readonly { readonly clientId: string; readonly info: CounterpartyInfo }[];
  readonly sequences: readonly AtSequence[];
  readonly packets: readonly (AtSequence & { readonly record: PacketRecord; readonly data: Bytes })[];
}

/** Member of `channel_v2_genesis` for each kind of record. */
const LISTS: Readonly<Record<PacketRecord, string>> = {
  acks: 'acknowledgements',
  commitments: 'commitments',
  receipts: 'receipts',
};

const parseAt = (entry: GenesisReader): AtSequence => ({
  clientId: entry.field('client_id').text(),
  sequence: entry.field('sequence').uint64(),
});

export function parseGenesisV2(node: GenesisReader): GenesisV2 {
  const channel = node.field('channel_v2_genesis');
  const waiting = channel.field('async_packets');
  if (waiting.elements().length > 0) throw waiting.bad('no packets, because all are acknowledged when they arrive');
  return {
    counterparties: node
      .field('client_v2_genesis')
      .field('counterparty_infos')
      .elements()
      .map((entry) => {
        const info = entry.field('counterparty_info');
        const prefix = info.field('merkle_prefix');
        const merklePrefix = prefix.elements().map((part) => part.base64());
        if (merklePrefix.length === 0) throw prefix.bad('the path of the store of the other chain');
        return {
          clientId: entry.field('client_id').text(),
          info: { merklePrefix, clientId: info.field('client_id').text() },
        };
      }),
    sequences: channel.field('send_sequences').elements().map(parseAt),
    packets: PACKET_RECORDS.flatMap((record) =>
      channel
        .field(LISTS[record])
        .elements()
        .map((entry) => ({ ...parseAt(entry), record, data: entry.field('data').base64() })),
    ),
  };
}

export function writeGenesisV2(state: WorkingState, { counterparties, sequences, packets }: GenesisV2): void {
  for (const { clientId, info } of counterparties) writeCounterparty(state, clientId, info);
  for (const { clientId, sequence } of sequences) writeNextSend(state, clientId, sequence);
  for (const { record, clientId, sequence, data } of packets) writeRecord(state, record, clientId, sequence, data);
}

/** Exports both members for the clients of a state. */
export function exportGenesisV2(state: StateReader, clientIds: readonly string[]): object {
  const packets = (record: PacketRecord): readonly object[] =>
    clientIds.flatMap((client_id) =>
      Array.from(records(state, record, client_id), ([sequence, data]) => ({
        client_id,
        sequence: sequence.toString(),
        data: toBase64(data),
      })),
    );
  return {
    client_v2_genesis: {
      counterparty_infos: clientIds.flatMap((client_id) => {
        const info = readCounterparty(state, client_id);
        if (info === undefined) return [];
        const merkle_prefix = info.merklePrefix.map(toBase64);
        return [{ client_id, counterparty_info: { merkle_prefix, client_id: info.clientId } }];
      }),
    },
    channel_v2_genesis: {
      acknowledgements: packets('acks'),
      commitments: packets('commitments'),
      receipts: packets('receipts'),
      async_packets: [],
      send_sequences: clientIds.flatMap((client_id) => {
        const sequence = readNextSend(state, client_id);
        return sequence === undefined ? [] : [{ client_id, sequence: sequence.toString() }];
      }),
    },
  };
}
