/** Steps of IBC v2 between the two chains of a link, with real headers and proofs. */
import * as v2 from '../../../src/codec/ibc/v2.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { type Ran, SIGNER } from './ibc_chain.js';
import { eventsOf, good, type Side, withClients } from './ibc_link.js';

export const PREFIX = [utf8('ibc'), utf8('')];

export const register = (side: Side, change: Partial<Parameters<typeof v2.MsgRegisterCounterparty.encode>[0]> = {}) =>
  side.chain.run(v2.MsgRegisterCounterparty, {
    clientId: side.clientId,
    counterpartyMerklePrefix: PREFIX,
    counterpartyClientId: side.other.clientId,
    signer: SIGNER,
    ...change,
  });

/** Opens two chains whose clients name each other: `07-tendermint-0` of the left one, `07-tendermint-1` of the right. */
export async function withCounterparties(): Promise<readonly [Side, Side]> {
  const [a, b] = await withClients();
  good(await b.createClient());
  good(await register(a));
  good(await register(b));
  return [a, b];
}

export const secondsAfter = (side: Side, seconds: bigint): bigint => side.chain.time / NANOS_PER_SECOND + seconds;

export const sentPacket = (ran: Ran): v2.Packet =>
  v2.Packet.decode(fromHex(eventsOf(good(ran).events, 'send_packet')[0]?.['encoded_packet_hex'] ?? ''));

export async function receive(side: Side, packet: v2.Packet, signer = SIGNER, proofKey?: Uint8Array): Promise<Ran> {
  const proofHeight = await side.sync();
  const key = proofKey ?? v2.packetKey('commitments', packet.sourceClient, packet.sequence);
  return side.chain.run(v2.MsgRecvPacket, {
    packet,
    proofCommitment: side.other.chain.proof(key),
    proofHeight,
    signer,
  });
}

export async function acknowledge(
  side: Side,
  packet: v2.Packet,
  appAcknowledgements: readonly Uint8Array[],
): Promise<Ran> {
  const proofHeight = await side.sync();
  const proofAcked = side.other.chain.proof(v2.packetKey('acks', packet.destinationClient, packet.sequence));
  const message = { packet, acknowledgement: { appAcknowledgements }, proofAcked, proofHeight, signer: SIGNER };
  return side.chain.run(v2.MsgAcknowledgement, message);
}

export async function timeOut(side: Side, packet: v2.Packet, seconds: bigint): Promise<Ran> {
  const proofHeight = await side.sync(seconds);
  const proofUnreceived = side.other.chain.proof(v2.packetKey('receipts', packet.destinationClient, packet.sequence));
  return side.chain.run(v2.MsgTimeout, { packet, proofUnreceived, proofHeight, signer: SIGNER });
}
