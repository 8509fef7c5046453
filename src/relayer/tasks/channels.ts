/** Finds the next steps of channels' handshakes, for opening and closing (ICS-4). */
import { CHANNEL_STATE } from '../../codec/ibc/channel.js';
import {
  MsgChannelCloseConfirm,
  MsgChannelOpenAck,
  MsgChannelOpenConfirm,
  MsgChannelOpenTry,
} from '../../codec/ibc/channel_messages.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { anyOf } from '../message_of.js';
import { channelPath } from '../paths.js';
import { type NamedChannel, type NamedConnection, readChannel, readChannels } from '../read.js';
import type { Task } from '../task.js';
import type { IbcView } from '../types.js';

/**
 * Returns the task that the channel on `from`, over that connection, requires on the other chain, whose state is
 * `there`.
 */
export function channelTask(
  from: string,
  on: string,
  connection: NamedConnection,
  { portId, channelId, end }: NamedChannel,
  there: IbcView,
): Task | undefined {
  const { counterparty } = end;
  const { clientId, connectionId } = connection.end.counterparty;
  const of = (step: string, message: Task['message']): Task => ({
    kind: 'channel',
    name: `${step} ${from} ${portId}/${channelId} ${on}`,
    on,
    from,
    clientId,
    proves: [channelPath(portId, channelId)],
    message,
  });
  if (end.state === CHANNEL_STATE.init) {
    if (counterparty.channelId !== '') return undefined;
    const isTried = readChannels(there).some(
      ({ portId: port, end: other }) =>
        port === counterparty.portId &&
        other.connectionHops[0] === connectionId &&
        other.counterparty.portId === portId &&
        other.counterparty.channelId === channelId,
    );
    if (isTried) return undefined;
    return of('try', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgChannelOpenTry, {
        portId: counterparty.portId,
        previousChannelId: '',
        channel: {
          state: CHANNEL_STATE.tryOpen,
          ordering: end.ordering,
          counterparty: { portId, channelId },
          connectionHops: [connectionId],
          version: end.version,
        },
        counterpartyVersion: end.version,
        proofInit: proof,
        proofHeight: height,
        signer,
      }),
    );
  }
  const theirs = readChannel(there, counterparty.portId, counterparty.channelId);
  const ends = { portId: counterparty.portId, channelId: counterparty.channelId };
  if (end.state === CHANNEL_STATE.tryOpen && theirs?.state === CHANNEL_STATE.init)
    return of('ack', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgChannelOpenAck, {
        ...ends,
        counterpartyChannelId: channelId,
        counterpartyVersion: end.version,
        proofTry: proof,
        proofHeight: height,
        signer,
      }),
    );
  if (end.state === CHANNEL_STATE.open && theirs?.state === CHANNEL_STATE.tryOpen)
    return of('confirm', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgChannelOpenConfirm, { ...ends, proofAck: proof, proofHeight: height, signer }),
    );
  if (end.state === CHANNEL_STATE.closed && theirs !== undefined && theirs.state !== CHANNEL_STATE.closed)
    return of('close', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgChannelCloseConfirm, { ...ends, proofInit: proof, proofHeight: height, signer }),
    );
  return undefined;
}
