/** Reads and writes `halley.network.relayer` of a genesis document. Packets and validator sets are protobuf in base64. */
import type { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { toBase64 } from '../../codec/base64.js';
import { CodecError } from '../../codec/codec_error.js';
import { Packet } from '../../codec/ibc/channel.js';
import { Acknowledgement as AnswerV2, Packet as PacketV2 } from '../../codec/ibc/v2.js';
import { decodeValidatorSet } from '../../consensus/types/validator_set.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { RelayerGenesis } from '../../relayer/genesis.js';

/** Reads the relayer's data. Throws HalleyError `invalid-genesis` that names the path of the invalid field. */
export function readRelayerGenesis(node: GenesisReader): RelayerGenesis {
  return {
    packets: node
      .field('packets')
      .elements()
      .map((entry) => ({
        chain: entry.field('chain_id').text(),
        packet: decoded(entry.field('packet'), 'a packet (ibc.core.channel.v1.Packet)', Packet.decode),
      })),
    packetsV2: node
      .field('packets_v2')
      .elements()
      .map((entry) => ({
        chain: entry.field('chain_id').text(),
        packet: decoded(entry.field('packet'), 'a packet (ibc.core.channel.v2.Packet)', PacketV2.decode),
      })),
    acknowledgements: node
      .field('acknowledgements')
      .elements()
      .map((entry) => {
        const [port, answer] = [entry.field('port_id').text(''), entry.field('acknowledgement')];
        if (port === '') decoded(answer, 'an acknowledgement (ibc.core.channel.v2.Acknowledgement)', AnswerV2.decode);
        return {
          chain: entry.field('chain_id').text(),
          port,
          channel: entry.field('channel_id').text(),
          sequence: entry.field('sequence').uint64(),
          acknowledgement: answer.base64(),
        };
      }),
    validatorSets: node
      .field('validator_sets')
      .elements()
      .map((entry) => {
        const set = entry.field('validator_set');
        decoded(set, 'validators (tendermint.types.ValidatorSet)', decodeValidatorSet);
        return { chain: entry.field('chain_id').text(), validatorSet: set.base64() };
      }),
  };
}

export const relayerGenesisJson = ({
  packets,
  packetsV2,
  acknowledgements,
  validatorSets,
}: RelayerGenesis): object => ({
  packets: packets.map(({ chain, packet }) => ({ chain_id: chain, packet: toBase64(Packet.encode(packet)) })),
  packets_v2: packetsV2.map(({ chain, packet }) => ({ chain_id: chain, packet: toBase64(PacketV2.encode(packet)) })),
  acknowledgements: acknowledgements.map(({ chain, port, channel, sequence, acknowledgement }) => ({
    chain_id: chain,
    port_id: port,
    channel_id: channel,
    sequence: sequence.toString(),
    acknowledgement: toBase64(acknowledgement),
  })),
  validator_sets: validatorSets.map(({ chain, validatorSet }) => ({
    chain_id: chain,
    validator_set: toBase64(validatorSet),
  })),
});

function decoded<T>(node: GenesisReader, what: string, decode: (bytes: Bytes) => T): T {
  try {
    return decode(node.base64());
  } catch (error) {
    if (error instanceof CodecError) throw node.bad(`base64 of ${what}`);
    throw error;
  }
}
