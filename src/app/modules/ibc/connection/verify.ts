/**
 * Verifies what the chain at the other end of a connection has in its store (ibc-go v10 03-connection `verify.go`).
 * Functions throw TxFailure.
 */
import { Channel } from '../../../../codec/ibc/channel.js';
import type { Height } from '../../../../codec/ibc/client.js';
import { ConnectionEnd } from '../../../../codec/ibc/connection.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import { type Claim, type Delay, NO_DELAY, verifyMembership, verifyNonMembership } from '../client/verify_state.js';
import { ibcFailure, within } from '../failure.js';
import { channelKey, connectionKey } from '../keys.js';
import { readConnectionParams } from './store.js';

export interface Proof {
  readonly proof: Bytes;
  readonly height: Height;
}

export function verifyConnectionState(
  context: MessageContext,
  connection: ConnectionEnd,
  proof: Proof,
  connectionId: string,
  expected: ConnectionEnd,
): void {
  const claim = claimOf(connection, proof, connectionKey(connectionId), NO_DELAY);
  within(`failed connection state verification for client (${connection.clientId})`, () =>
    verifyMembership(context, claim, ConnectionEnd.encode(expected)),
  );
}

export function verifyChannelState(
  context: MessageContext,
  connection: ConnectionEnd,
  proof: Proof,
  { portId, channelId }: { readonly portId: string; readonly channelId: string },
  expected: Channel,
): void {
  const claim = claimOf(connection, proof, channelKey(portId, channelId), NO_DELAY);
  within(`failed channel state verification for client (${connection.clientId})`, () =>
    verifyMembership(context, claim, Channel.encode(expected)),
  );
}

/**
 * Verifies a record of a packet in the counterparty's store. `what` names it in errors. The connection's delay must
 * have passed.
 */
export function verifyPacketState(
  context: MessageContext,
  connection: ConnectionEnd,
  proof: Proof,
  what: string,
  key: Bytes,
  value: Bytes,
): void {
  const claim = claimOf(connection, proof, key, delayOf(context.state, connection));
  within(`failed ${what} verification for client (${connection.clientId})`, () =>
    verifyMembership(context, claim, value),
  );
}

export function verifyPacketStateAbsence(
  context: MessageContext,
  connection: ConnectionEnd,
  proof: Proof,
  what: string,
  key: Bytes,
): void {
  const claim = claimOf(connection, proof, key, delayOf(context.state, connection));
  within(`failed ${what} verification for client (${connection.clientId})`, () => verifyNonMembership(context, claim));
}

function claimOf({ clientId, counterparty }: ConnectionEnd, { proof, height }: Proof, key: Bytes, delay: Delay): Claim {
  const { keyPrefix } = counterparty.prefix;
  if (keyPrefix.length === 0) throw ibcFailure('invalidPrefix', "prefix can't be empty");
  return { clientId, height, delay, proof, path: [keyPrefix, key] };
}

/**
 * Returns the connection's delay in time and in blocks: the time divided by the maximum expected time per block,
 * rounded up.
 */
function delayOf(state: StateReader, { delayPeriod }: ConnectionEnd): Delay {
  if (delayPeriod === 0n) return NO_DELAY;
  const { maxExpectedTimePerBlock: perBlock } = readConnectionParams(state);
  return { time: delayPeriod, blocks: perBlock === 0n ? 0n : (delayPeriod + perBlock - 1n) / perBlock };
}
