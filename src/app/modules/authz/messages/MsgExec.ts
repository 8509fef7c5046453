/**
 * `cosmos.authz.v1beta1.MsgExec` sends messages for the accounts that have granted it (SDK x/authz `DispatchActions`).
 * Its own messages are read with it, so a transaction with an unknown one is refused before it is admitted.
 */
import { Any, type Any as AnyValue } from '../../../../codec/cosmos/base.js';
import { compactText } from '../../../../codec/protobuf/compact_text.js';
import { repeated, repeatedBytes, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import type { AnyMessage, AnyMessageType, MessageContext, MessageTypeOf } from '../../../sdk/module/message.js';
import { bech32Address, readAddress } from '../../../types/address.js';
import { inGrantedMessage } from '../../../types/events.js';
import { failure, isOutOfGas, TxFailure } from '../../../types/refusal.js';
import { authzFailure, refuseDisabled } from '../failure.js';
import { deleteGrant, grantEvent, readGrant, updateGrant } from '../store.js';

/**
 * Level of a list of messages from which on cosmos/evm refuses a transaction. The list of a transaction has level 1, and
 * that in the nth message of this type of a list has n levels more.
 */
const LEVEL_LIMIT = 7;

const request = message(
  'cosmos.authz.v1beta1.MsgExec',
  { grantee: string(1), msgs: repeated(2, Any) },
  { aminoName: 'cosmos-sdk/MsgExec' },
);
const response = message('cosmos.authz.v1beta1.MsgExecResponse', { results: repeatedBytes(1) });

interface Granted {
  readonly any: AnyValue;
  readonly type: AnyMessageType;
  readonly message: AnyMessage;
}

/** Defines the message. It needs the message types of the chain. */
export const MsgExec = (messageTypeOf: MessageTypeOf): AnyMessageType => {
  const { typeUrl } = request;

  function readGranted(any: AnyValue, level: number): Granted {
    refuseDisabled(any.typeUrl);
    const type = messageTypeOf(any.typeUrl);
    if (type === undefined) throw failure('txParseError', `unable to resolve type URL ${any.typeUrl}: tx parse error`);
    return { any, type, message: any.typeUrl === typeUrl ? readAt(any.value, level) : type.read(any.value) };
  }

  /** Reads the message, whose list has this level. */
  function readAt(bytes: Bytes, level: number): AnyMessage {
    if (level >= LEVEL_LIMIT)
      throw failure(
        'unauthorized',
        `found more nested msgs than permitted; got: ${level}, expected: <${LEVEL_LIMIT}: unauthorized`,
      );
    const { grantee, msgs } = request.decode(bytes);
    let inner = level;
    const granted = msgs.map((any) => readGranted(any, any.typeUrl === typeUrl ? ++inner : inner));
    return {
      typeUrl,
      // Amino has the message only where it has all messages in it.
      aminoName: granted.every(({ message }) => message.aminoName !== undefined) ? request.aminoName : undefined,
      signers: ({ bech32Prefix }) => [readAddress('grantee address', grantee, bech32Prefix)],
      handle: async (context) => {
        const results = await execute(
          readAddress('grantee address', grantee, context.params.bech32Prefix),
          granted,
          context,
        );
        return { typeUrl: response.typeUrl, value: response.encode({ results }) };
      },
      amino: () => ({
        grantee: grantee || undefined,
        ...(granted.length > 0 && {
          msgs: granted.map(({ message }) => ({ type: message.aminoName, value: message.amino() })),
        }),
      }),
    };
  }

  return {
    typeUrl,
    aminoName: request.aminoName,
    message: request,
    response,
    read: (bytes, earlier = 0) => readAt(bytes, earlier + 2),
  };
};

/** Runs the messages, and returns their encoded responses. Throws TxFailure. */
async function execute(grantee: Bytes, messages: readonly Granted[], context: MessageContext): Promise<Bytes[]> {
  if (messages.length === 0) throw failure('invalidRequest', 'messages cannot be empty: invalid request');
  const results: Bytes[] = [];
  for (const [index, granted] of messages.entries()) {
    const [granter, ...others] = granted.message.signers(context.params);
    if (granter === undefined || others.length > 0) throw authzFailure('severalSigners');
    if (!equalBytes(granter, grantee)) use(granter, grantee, granted.any, context);
    results.push(await run(granted, index, context));
  }
  return results;
}

/** Checks that the granter allows a message, and reduces what it allows further. */
function use(granter: Bytes, grantee: Bytes, any: AnyValue, { state, params, block, gas, emit }: MessageContext): void {
  const pair = { granter, grantee };
  const grant = readGrant(state, pair, any.typeUrl);
  if (grant?.authorization === undefined) {
    const [from, to] = [granter, grantee].map((address) => bech32Address(address, params.bech32Prefix));
    throw authzFailure(
      'noAuthorization',
      `failed to get grant with given granter: ${from}, grantee: ${to} & msgType: ${any.typeUrl} `,
    );
  }
  if (grant.expiration !== undefined && grant.expiration < block.time) throw authzFailure('expired');
  const outcome = grant.authorization.accept(any, gas);
  if (outcome === 'unchanged') return;
  if (outcome !== 'used up') {
    updateGrant(state, pair, { authorization: outcome, expiration: grant.expiration });
    return;
  }
  deleteGrant(state, pair, any.typeUrl, gas);
  emit(grantEvent('EventRevoke', state, pair, any.typeUrl));
}

/** Runs one message. A failure names the message, as the SDK does. */
async function run({ any, type, message }: Granted, index: number, context: MessageContext): Promise<Bytes> {
  try {
    const { value } = await message.handle({
      ...context,
      emit: (...events) => context.emit(...inGrantedMessage(index, events)),
    });
    return value;
  } catch (error) {
    if (!(error instanceof TxFailure) || isOutOfGas(error.refusal)) throw error;
    const text = compactText(type.message, any.value);
    throw new TxFailure({
      ...error.refusal,
      log: `failed to execute message; message ${text}: ${error.refusal.log}`,
    });
  }
}
