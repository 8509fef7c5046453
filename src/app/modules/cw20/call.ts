/**
 * Is a decoded call of a token: `{"transfer":{"recipient":"…","amount":"1"}}` or
 * `{"send":{"contract":"…","amount":"1","msg":"…"}}`.
 */
import { tryFromBase64 } from '../../../codec/base64.js';
import { isJsonObject, tryJsonObject } from '../../../codec/go_json.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { tryFromUtf8 } from '../../../kernel/text.js';
import { executeFailed } from './failure.js';

export type TokenCall =
  | { readonly type: 'transfer'; readonly to: string; readonly amount: bigint }
  | { readonly type: 'send'; readonly to: string; readonly amount: bigint; readonly order: BridgeOrder };

/** Is the order to a bridge in the `msg` of a send. */
export interface BridgeOrder {
  readonly channel: string;
  readonly remoteAddress: string;
  /** Is in seconds. When it is undefined, the bridge's own timeout applies. */
  readonly timeout: bigint | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const MAX_UINT128 = 2n ** 128n - 1n;

const parseError = (what: string, problem: string) => executeFailed(`Error parsing into type ${what}: ${problem}`);

/** Decodes a call. Throws TxFailure. */
export function readTokenCall(msg: Bytes): TokenCall {
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
