/**
 * Defines a dev message: its content (`src/codec/dev`), and what it does. No account signs one: the dev authority signs
 * the transaction around it. It runs before its block begins; while it is pending it also runs on top of the newest
 * block. So it cannot read the block to come. A refusal's text is written for the developer who sent the message.
 */
import { type Message, message } from '../../../codec/protobuf/message.js';
import { type Account, EMPTY_ACCOUNT } from '../../../evm/state.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { type AnyMessageType, defineMessage, type MessageContext } from '../../sdk/module/message.js';
import { ADDRESS_BYTES } from '../../state/keys.js';
import type { StateReader } from '../../state/types.js';
import { moduleFailure, type TxFailure } from '../../types/refusal.js';

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

/**
 * States why a message is refused: it names what does not exist, it can never be valid, or the chain's current state
 * does not allow it.
 */
export type DevErrorReason = keyof typeof CODES;

export const devFailure = (reason: DevErrorReason, text: string): TxFailure =>
  moduleFailure(CODESPACE, CODES[reason], text);

/** Returns the reason of a refusal. It is undefined for a refusal of another codespace. */
export const devErrorReason = ({ code, codespace }: TxFailure['refusal']): DevErrorReason | undefined =>
  codespace === CODESPACE
    ? (Object.keys(CODES) as DevErrorReason[]).find((reason) => CODES[reason] === code)
    : undefined;

/** Checks the length of a field in bytes. Throws TxFailure. */
export function checkLength(what: string, bytes: Bytes, length: number): void {
  if (bytes.length !== length) throw devFailure('invalid', `${what} has ${bytes.length} bytes, expected ${length}`);
}

export const checkAddress = (address: Bytes): void => checkLength('an address', address, ADDRESS_BYTES);

/** Returns an account. One that does not exist is empty. Throws TxFailure when `address` is invalid. */
export function accountAt(state: StateReader, address: Bytes): Account {
  checkAddress(address);
  return state.account(address) ?? EMPTY_ACCOUNT;
}
