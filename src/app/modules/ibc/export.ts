/** Exports `app_state.ibc` of a state. */
import { toBase64 } from '../../../codec/base64.js';
import type { Height } from '../../../codec/ibc/client.js';
import { ClientState, ConsensusState } from '../../../codec/ibc/tendermint.js';
import type { LeafOp, ProofSpec } from '../../../codec/merkle/ics23_spec.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import { formatTime } from '../../../kernel/time.js';
import type { StateReader } from '../../state/types.js';
import { formatDuration } from '../../types/duration.js';
import { channels, packetRecords, readNextChannel, readSequence } from './channel/store.js';
import { clients, consensusHeights, readClientParams, readConsensusState, readNextClient } from './client/store.js';
import { connections, readClientConnections, readConnectionParams, readNextConnection } from './connection/store.js';
import { PACKET_LISTS, SEQUENCE_LISTS } from './genesis.js';
import { HASH_OP_NAMES, LENGTH_OP_NAMES } from './genesis_clients.js';
import { channelJson, connectionJson } from './genesis_ends.js';
import { PACKET_RECORDS, SEQUENCES } from './keys.js';
import { exportGenesisV2 } from './v2/genesis.js';

export const exportIbc = (state: StateReader): object => ({
  client_genesis: exportClients(state),
  connection_genesis: {
    connections: Array.from(connections(state), ([id, connection]) => connectionJson(id, connection)),
    client_connection_paths: [...clients(state)].flatMap(([client_id]) => {
      const paths = readClientConnections(state, client_id);
      return paths === undefined ? [] : [{ client_id, paths }];
    }),
    next_connection_sequence: readNextConnection(state).toString(),
    params: { max_expected_time_per_block: readConnectionParams(state).maxExpectedTimePerBlock.toString() },
  },
  channel_genesis: exportChannels(state),
  ...exportGenesisV2(
    state,
    Array.from(clients(state), ([clientId]) => clientId),
  ),
});

function exportClients(state: StateReader): object {
  const all = [...clients(state)];
  return {
    clients: all.map(([client_id, client]) => ({ client_id, client_state: clientJson(client) })),
    clients_consensus: all.map(([client_id]) => ({
      client_id,
      consensus_states: [...consensusHeights(state, client_id)].flatMap((height) => {
        const consensus = readConsensusState(state, client_id, height);
        return consensus === undefined
          ? []
          : [{ height: heightJson(height), consensus_state: consensusJson(consensus) }];
      }),
    })),
    clients_metadata: all.map(([client_id]) => ({ client_id, client_metadata: metadataOf(state, client_id) })),
    params: { allowed_clients: readClientParams(state).allowedClients },
    create_localhost: false,
    next_client_sequence: readNextClient(state).toString(),
  };
}

/** Returns all entries below a client except those that have members of their own in the document. */
function metadataOf(state: StateReader, clientId: string): readonly object[] {
  const prefix = utf8(`clients/${clientId}/`);
  return [...state.entries('ibc', prefix)].flatMap(([full, value]) => {
    const key = full.subarray(prefix.length);
    const path = fromUtf8(key);
    if (['clientState', 'connections', 'counterparty'].includes(path) || /^consensusStates\/[^/]+$/.test(path))
      return [];
    return [{ key: toBase64(key), value: toBase64(value) }];
  });
}

const heightJson = ({ revisionNumber, revisionHeight }: Height) => ({
  revision_number: revisionNumber.toString(),
  revision_height: revisionHeight.toString(),
});

const clientJson = (client: ClientState) => ({
  '@type': ClientState.typeUrl,
  chain_id: client.chainId,
  trust_level: {
    numerator: client.trustLevel.numerator.toString(),
    denominator: client.trustLevel.denominator.toString(),
  },
  trusting_period: formatDuration(client.trustingPeriod),
  unbonding_period: formatDuration(client.unbondingPeriod),
  max_clock_drift: formatDuration(client.maxClockDrift),
  frozen_height: heightJson(client.frozenHeight),
  latest_height: heightJson(client.latestHeight),
  proof_specs: client.proofSpecs.map(specJson),
  upgrade_path: client.upgradePath,
  allow_update_after_expiry: client.allowUpdateAfterExpiry,
  allow_update_after_misbehaviour: client.allowUpdateAfterMisbehaviour,
});

const leafJson = ({ hash, prehashKey, prehashValue, length, prefix }: LeafOp) => ({
  hash: HASH_OP_NAMES[hash],
  prehash_key: HASH_OP_NAMES[prehashKey],
  prehash_value: HASH_OP_NAMES[prehashValue],
  length: LENGTH_OP_NAMES[length],
  prefix: toBase64(prefix),
});

const specJson = ({ leafSpec, innerSpec, maxDepth, minDepth, prehashKeyBeforeComparison }: ProofSpec) => ({
  leaf_spec: leafSpec && leafJson(leafSpec),
  inner_spec: innerSpec && {
    child_order: innerSpec.childOrder,
    child_size: innerSpec.childSize,
    min_prefix_length: innerSpec.minPrefixLength,
    max_prefix_length: innerSpec.maxPrefixLength,
    empty_child: toBase64(innerSpec.emptyChild),
    hash: HASH_OP_NAMES[innerSpec.hash],
  },
  max_depth: maxDepth,
  min_depth: minDepth,
  prehash_key_before_comparison: prehashKeyBeforeComparison,
});

const consensusJson = ({ timestamp, root, nextValidatorsHash }: ConsensusState) => ({
  '@type': ConsensusState.typeUrl,
  timestamp: formatTime(timestamp),
  root: { hash: toBase64(root.hash) },
  next_validators_hash: toUpperHex(nextValidatorsHash),
});

function exportChannels(state: StateReader): object {
  const all = [...channels(state)];
  const at = (port_id: string, channel_id: string, sequence: bigint) => ({
    port_id,
    channel_id,
    sequence: sequence.toString(),
  });
  const packets = PACKET_RECORDS.map((record) => [
    PACKET_LISTS[record],
    all.flatMap(({ portId, channelId }) =>
      Array.from(packetRecords(state, record, portId, channelId), ([sequence, data]) => ({
        ...at(portId, channelId, sequence),
        data: toBase64(data),
      })),
    ),
  ]);
  const sequences = SEQUENCES.map((kind) => [
    SEQUENCE_LISTS[kind],
    all.flatMap(({ portId, channelId }) => {
      const sequence = readSequence(state, kind, portId, channelId);
      return sequence === undefined ? [] : [at(portId, channelId, sequence)];
    }),
  ]);
  return {
    channels: all.map(({ portId, channelId, channel }) => channelJson(portId, channelId, channel)),
    ...Object.fromEntries([...packets, ...sequences]),
    next_channel_sequence: readNextChannel(state).toString(),
  };
}
