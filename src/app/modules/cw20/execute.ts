/** Runs calls of contracts: a token moves, or goes through a bridge to another chain. */
import { tryFromBase64 } from '../../../codec/base64.js';
import type { MsgExecuteContract } from '../../../codec/cosmos/cosmwasm.js';
import { isJsonObject, tryJsonObject } from '../../../codec/go_json.js';
import { NO_HEIGHT } from '../../../codec/ibc/client.js';
import { encodePacketData } from '../../../codec/ibc/fungible_token_packet.js';
import { TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { tryFromUtf8 } from '../../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { Channels } from '../ibc/channel/channels.js';
import { addressProblem, calledEvents, executeFailed, moveTokens, noSuchContract, portOf } from './contract.js';
import { readContract, readSent, writeSent } from './store.js';

const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Decoded call of a token: `{"transfer":{"recipient":"…","amount":"1"}}` or
 * `{"send":{"contract":"…","amount":"1","msg":"…"}}`.
 */
type TokenCall =
  | { readonly type: 'transfer'; readonly to: string; readonly amount: bigint }
  | { readonly type: 'send'; readonly to: string; readonly amount: bigint; readonly order: BridgeOrder };

/** Order to a bridge in the `msg` of a send. */
interface BridgeOrder {
  readonly channel: string;
  readonly remoteAddress: string;
  /** In seconds. When it is undefined, the bridge's own timeout applies. */
  readonly timeout: bigint | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const MAX_UINT128 = 2n ** 128n - 1n;

const parseError = (what: string, problem: string) => executeFailed(`Error parsing into type ${what}: ${problem}`);

/** Decodes a call. Throws TxFailure. */
function readTokenCall(msg: Bytes): TokenCall {
  const what = 'cw20_base::msg::ExecuteMsg';
  const object = objectOf(msg, what);
  const [[kind, body] = ['', undefined], ...rest] = Object.entries(object);
  if (rest.length > 0 || !isJsonObject(body)) throw parseError(what, 'expected one variant');
  if (kind === 'transfer')
    return { type: 'transfer', to: textOf(body, 'recipient', what), amount: amountOf(body, what) };
  if (kind !== 'send') throw parseError(what, `unknown variant \`${kind}\`, expected \`transfer\` or \`send\``);
  const order = tryFromBase64(textOf(body, 'msg', what));
  if (order === undefined) throw parseError(what, 'Invalid base64 in msg');
  return { type: 'send', to: textOf(body, 'contract', what), amount: amountOf(body, what), order: readOrder(order) };
}

function readOrder(msg: Bytes): BridgeOrder {
  const what = 'cw20_ics20::msg::TransferMsg';
  const object = objectOf(msg, what);
  const { timeout } = object;
  const isSeconds = typeof timeout === 'number' && Number.isSafeInteger(timeout) && timeout >= 0;
  if (timeout !== undefined && timeout !== null && !isSeconds) throw parseError(what, 'timeout: expected u64');
  if (object['memo'] !== undefined && object['memo'] !== null)
    throw executeFailed('this bridge does not support memos');
  return {
    channel: textOf(object, 'channel', what),
    remoteAddress: textOf(object, 'remote_address', what),
    timeout: isSeconds ? BigInt(timeout) : undefined,
  };
}

function objectOf(bytes: Bytes, what: string): Members {
  const text = tryFromUtf8(bytes);
  const object = text === undefined ? undefined : tryJsonObject(text);
  if (object === undefined) throw parseError(what, 'Invalid type');
  return object;
}

function textOf(object: Members, key: string, what: string): string {
  const value = object[key];
  if (typeof value !== 'string') throw parseError(what, `missing field \`${key}\``);
  return value;
}

function amountOf(object: Members, what: string): bigint {
  const text = textOf(object, 'amount', what);
  const amount = /^\d{1,39}$/.test(text) ? BigInt(text) : undefined;
  if (amount === undefined || amount > MAX_UINT128) throw parseError(what, 'amount: expected Uint128');
  if (amount === 0n) throw executeFailed('Invalid zero amount');
  return amount;
}

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
