/** Stores what IBC v2 adds to clients: their counterparties, their relayers, and the records of their packets. */
import {
  Config,
  CounterpartyInfo,
  clientOfNextSend,
  counterpartyKey,
  LINKED_CLIENTS,
  nextSendKey,
  type PacketRecord,
  packetKey,
  packetPrefix,
} from '../../../../codec/ibc/v2.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { bigEndian, fromBigEndian } from '../keys.js';

const configKey = (clientId: string): Bytes => utf8(`clients/${clientId}/config`);

export function readCounterparty(state: StateReader, clientId: string): CounterpartyInfo | undefined {
  const value = state.get('ibc', counterpartyKey(clientId));
  return value && CounterpartyInfo.decode(value);
}

export const writeCounterparty = (state: WorkingState, clientId: string, info: CounterpartyInfo): void =>
  state.set('ibc', counterpartyKey(clientId), CounterpartyInfo.encode(info));

/** Yields the clients that have a counterparty, in the order of the store. */
export function* counterparties(
  state: StateReader,
): Iterable<{ readonly clientId: string; readonly counterparty: CounterpartyInfo }> {
  for (const [key] of state.entries('ibc', LINKED_CLIENTS)) {
    const clientId = clientOfNextSend(key);
    const counterparty = readCounterparty(state, clientId);
    if (counterparty !== undefined) yield { clientId, counterparty };
  }
}

/**
 * Returns a client's configuration; all may relay for a client without one. It iterates, because an iterator charges no
 * gas for an absent entry: updates of classic clients then cost what they always did.
 */
export function readConfig(state: StateReader, clientId: string): Config {
  for (const [, value] of state.entries('ibc', configKey(clientId))) return Config.decode(value);
  return { allowedRelayers: [] };
}

export const writeConfig = (state: WorkingState, clientId: string, config: Config): void =>
  state.set('ibc', configKey(clientId), Config.encode(config));

/** Returns the sequence of the next packet that a client sends; undefined for a client without a counterparty. */
export function readNextSend(state: StateReader, clientId: string): bigint | undefined {
  const value = state.get('ibc', nextSendKey(clientId));
  return value && fromBigEndian(value);
}

export const writeNextSend = (state: WorkingState, clientId: string, next: bigint): void =>
  state.set('ibc', nextSendKey(clientId), bigEndian(next));

export const readRecord = (
  state: StateReader,
  record: PacketRecord,
  clientId: string,
  sequence: bigint,
): Bytes | undefined => state.get('ibc', packetKey(record, clientId, sequence));

export const writeRecord = (
  state: WorkingState,
  record: PacketRecord,
  clientId: string,
  sequence: bigint,
  value: Bytes,
): void => state.set('ibc', packetKey(record, clientId, sequence), value);

export const deleteCommitment = (state: WorkingState, clientId: string, sequence: bigint): void =>
  state.delete('ibc', packetKey('commitments', clientId, sequence));

/** Yields a client's records of one kind, ascending by sequence. */
export function* records(
  state: StateReader,
  record: PacketRecord,
  clientId: string,
): Iterable<readonly [sequence: bigint, value: Bytes]> {
  const prefix = packetPrefix(record, clientId);
  for (const [key, value] of state.entries('ibc', prefix)) yield [fromBigEndian(key.subarray(prefix.length)), value];
}
