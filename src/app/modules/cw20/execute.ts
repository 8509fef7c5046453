/** Runs calls of contracts: a token moves, or goes through a bridge to another chain. */

import type { MsgExecuteContract } from '../../../codec/cosmos/cosmwasm.js';
import { encodePacketData } from '../../../codec/ibc/fungible_token_packet.js';
import { NO_HEIGHT } from '../../../codec/ibc/height.js';
import { TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import { NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { Channels } from '../ibc/channel/channels.js';
import { addressProblem } from './address.js';
import { type BridgeOrder, readTokenCall } from './call.js';
import { calledEvents } from './events.js';
import { executeFailed, noSuchContract } from './failure.js';
import { moveTokens } from './ledger.js';
import { portOf } from './port.js';
import { readContract, readSent, writeSent } from './store.js';

const MAX_UINT64 = 2n ** 64n - 1n;

/** Runs a call. Throws TxFailure. */
export function execute(call: MsgExecuteContract, context: MessageContext, channels: Channels): void {
  const { sender, contract: token, msg, funds } = call;
  const { state, params, emit } = context;
  const contract = readContract(state, token);
  if (contract === undefined) throw noSuchContract(token);
  if (funds.length > 0) throw executeFailed('This message does no accept funds');
  if (contract.kind !== 'cw20-base') throw executeFailed('a bridge cannot be called: send a token to it');
  const asked = readTokenCall(msg);
  const problem = addressProblem(asked.to, params.bech32Prefix);
  if (problem !== undefined) throw executeFailed(`Generic error: addr_validate errored: ${problem}`);
  moveTokens(state, token, sender, asked.to, asked.amount);
  const amount = asked.amount.toString();
  emit(...calledEvents(token, { action: asked.type, from: sender, to: asked.to, amount }));
  if (asked.type === 'send') sendAway({ bridge: asked.to, token, sender, ...asked }, context, channels);
}

interface Sending {
  readonly bridge: string;
  readonly token: string;
  readonly sender: string;
  readonly amount: bigint;
  readonly order: BridgeOrder;
}

/** Sends a token that the bridge has already received (cw20-ics20 `execute_transfer`). */
function sendAway(sending: Sending, context: MessageContext, channels: Channels): void {
  const { bridge, token, sender, amount, order } = sending;
  const { state, block, emit } = context;
  const contract = readContract(state, bridge);
  if (contract === undefined) throw noSuchContract(bridge);
  if (contract.kind !== 'cw20-ics20') throw executeFailed('the receiver of a send must be a bridge');
  const portId = portOf(bridge);
  if (channels.readChannel(state, portId, order.channel)?.version !== TRANSFER_VERSION)
    throw executeFailed(`Channel doesn't exist: ${order.channel}`);
  if (amount > MAX_UINT64) throw executeFailed('Amount larger than 2**64, not supported by ics20 packets');
  const denom = `cw20:${token}`;
  writeSent(state, bridge, order.channel, denom, readSent(state, bridge, order.channel, denom) + amount);
  const data = { amount: amount.toString(), denom, memo: '', receiver: order.remoteAddress, sender };
  const attributes = { action: 'transfer', sender, receiver: order.remoteAddress, denom, amount: data.amount };
  emit(...calledEvents(bridge, attributes));
  channels.sendPacket(context, {
    portId,
    channelId: order.channel,
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: block.time + (order.timeout ?? contract.defaultTimeout) * NANOS_PER_SECOND,
    data: encodePacketData(data),
  });
}
