/** Finds the next steps of connections' handshakes (ICS-3). */
import { NO_HEIGHT } from '../../codec/ibc/client.js';
import {
  CONNECTION_STATE,
  type ConnectionEnd,
  MsgConnectionOpenAck,
  MsgConnectionOpenConfirm,
  MsgConnectionOpenTry,
} from '../../codec/ibc/connection.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { anyOf } from '../message_of.js';
import { connectionPath } from '../paths.js';
import { type NamedConnection, readConnection, readConnections } from '../read.js';
import type { Task } from '../task.js';
import type { IbcView } from '../types.js';

const PREFIX = { keyPrefix: utf8('ibc') };
/** Deprecated fields, which are ignored. */
const DEPRECATED = {
  clientState: undefined,
  proofClient: EMPTY_BYTES,
  proofConsensus: EMPTY_BYTES,
  consensusHeight: NO_HEIGHT,
  hostConsensusStateProof: EMPTY_BYTES,
} as const;

const { init, tryOpen, open } = CONNECTION_STATE;

/** Returns the task that the connection on `from` requires on the other chain, whose state is `there`. */
export function connectionTask(
  from: string,
  on: string,
  { id, end }: NamedConnection,
  there: IbcView,
): Task | undefined {
  const { clientId: hereClient, counterparty } = end;
  const { clientId } = counterparty;
  const of = (step: string, message: Task['message']): Task => ({
    kind: 'connection',
    name: `${step} ${from} ${id} ${on}`,
    on,
    from,
    clientId,
    proves: [connectionPath(id)],
    message,
  });
  if (end.state === init) {
    if (readConnections(there).some(({ end: other }) => isOf(other, id, hereClient, clientId))) return undefined;
    return of('try', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgConnectionOpenTry, {
        ...DEPRECATED,
        clientId,
        previousConnectionId: '',
        counterparty: { clientId: hereClient, connectionId: id, prefix: PREFIX },
        delayPeriod: end.delayPeriod,
        counterpartyVersions: end.versions,
        proofHeight: height,
        proofInit: proof,
        signer,
      }),
    );
  }
  const theirs = readConnection(there, counterparty.connectionId);
  if (end.state === tryOpen && theirs?.state === init)
    return of('ack', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgConnectionOpenAck, {
        ...DEPRECATED,
        connectionId: counterparty.connectionId,
        counterpartyConnectionId: id,
        version: end.versions[0],
        proofHeight: height,
        proofTry: proof,
        signer,
      }),
    );
  if (end.state === open && theirs?.state === tryOpen)
    return of('confirm', ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgConnectionOpenConfirm, {
        connectionId: counterparty.connectionId,
        proofAck: proof,
        proofHeight: height,
        signer,
      }),
    );
  return undefined;
}

const isOf = (end: ConnectionEnd, connectionId: string, theirClient: string, ownClient: string): boolean =>
  end.counterparty.connectionId === connectionId &&
  end.counterparty.clientId === theirClient &&
  end.clientId === ownClient;
