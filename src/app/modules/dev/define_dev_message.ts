/**
 * How a steering message is defined: what it says (`src/codec/dev`), and what it does. Nobody's account signs one:
 * the transaction around it is the dev authority's. It runs before its block begins, and on top of the newest block while
 * it waits, so it sees nothing of a block to come. Whatever it refuses is said in words for who asked.
 */
import { type Message, message } from '../../../codec/protobuf/message.js';
import { type Account, EMPTY_ACCOUNT } from '../../../evm/account.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { type AnyMessageType, defineMessage, type MessageContext } from '../../sdk/module/message.js';
import { ADDRESS_BYTES } from '../../state/keys.js';
import type { StateReader } from '../../state/types.js';
import { moduleFailure, type TxFailure } from '../../types/tx_failure.js';

export function defineDevMessage<T>(
  request: Message<T>,
  handle: (value: T, context: MessageContext) => void,
): AnyMessageType {
  return defineMessage({
    message: request,
    response: message(`${request.name}Response`, {}),
    signers: () => [],
    handle: (value, context) => {
      handle(value, context);
      return {};
    },
  });
}

const CODESPACE = 'dev';
const CODES = { notFound: 2, invalid: 3, refused: 4 } as const;

/** Why a message is refused: it names what does not exist, it can never be, or the chain as it is does not allow it. */
export type DevErrorReason = keyof typeof CODES;

export const devFailure = (reason: DevErrorReason, text: string): TxFailure =>
  moduleFailure(CODESPACE, CODES[reason], text);

/** Undefined for a refusal of another kind. */
export const devErrorReason = ({ code, codespace }: TxFailure['refusal']): DevErrorReason | undefined =>
  codespace === CODESPACE
    ? (Object.keys(CODES) as DevErrorReason[]).find((reason) => CODES[reason] === code)
    : undefined;

/** A field of so many bytes. */
export function checkLength(what: string, bytes: Bytes, length: number): void {
  if (bytes.length !== length) throw devFailure('invalid', `${what} has ${bytes.length} bytes, expected ${length}`);
}

export const checkAddress = (address: Bytes): void => checkLength('an address', address, ADDRESS_BYTES);

/** One that does not exist yet is empty. Throws TxFailure when `address` is none. */
export function accountAt(state: StateReader, address: Bytes): Account {
  checkAddress(address);
  return state.account(address) ?? EMPTY_ACCOUNT;
}
