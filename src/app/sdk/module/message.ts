/** Defines a message type: how it is decoded, who must sign it, and what it does. Each type is one file. */
import type { Event } from '../../../abci/application.js';
import type { Any } from '../../../codec/cosmos/base.js';
import type { Message } from '../../../codec/protobuf/message.js';
import { type Awaitable, whenKnown } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { WorkingState } from '../../state/types.js';
import type { ChainParams } from '../chain_params.js';
import type { CallEvm } from './call_evm.js';
import type { GasMeter } from './gas_meter.js';

/** State and services for a message or a precompile. Its writes and events are undone when it, or its caller, fails. */
export interface MessageContext {
  readonly params: ChainParams;
  /** Charges `gas` for reads and writes. */
  readonly state: WorkingState;
  readonly block: { readonly height: bigint; readonly time: UnixNanos };
  readonly gas: GasMeter;
  /** Emits events. They appear in the order in which they are emitted. */
  readonly emit: (...events: readonly Event[]) => void;
  /**
   * Calls a contract. From a precompile the contract's logs belong to the transaction; from a message they are in no
   * receipt.
   */
  readonly callEvm: CallEvm;
}

/** State and services for a change that a message makes, or a phase of a block. */
export type ChangeContext = Pick<MessageContext, 'state' | 'params' | 'block' | 'emit'>;

export interface MessageType<T, R = unknown> {
  readonly message: Message<T>;
  readonly response: Message<R>;
  /** Returns 20-byte addresses without repetition. Throws TxFailure `invalidAddress` for an invalid text. */
  readonly signers: (value: T, params: ChainParams) => readonly Bytes[];
  /** Runs the message. Throws TxFailure; then nothing has changed. A message that runs contracts is asynchronous. */
  readonly handle: (value: T, context: MessageContext) => Awaitable<R>;
}

/** Message type without the type of its value, as registries need it. */
export interface AnyMessageType {
  readonly typeUrl: string;
  readonly aminoName: string | undefined;
  readonly message: Message<unknown>;
  readonly response: Message<unknown>;
  /** Decodes a message. `earlier` is the number of messages of its type before it in the transaction. Throws CodecError. */
  read(bytes: Bytes, earlier?: number): AnyMessage;
}

/** Message types by type URL. */
export type MessageTypes = ReadonlyMap<string, AnyMessageType>;

/**
 * Returns the type of a URL that accounts may send. It is undefined for an unknown one, and for those of dev
 * transactions.
 */
export type MessageTypeOf = (typeUrl: string) => AnyMessageType | undefined;

/** One decoded message. */
export interface AnyMessage {
  readonly typeUrl: string;
  readonly aminoName: string | undefined;
  signers(params: ChainParams): readonly Bytes[];
  /** Runs the message and returns the encoded response with its type URL. */
  handle(context: MessageContext): Awaitable<Any>;
  /** Returns the value in amino's JSON. */
  amino(): unknown;
}

/** Defines a message type. The value comes only from the type's own description, so its type can be dropped here. */
export function defineMessage<T, R>(
  type: MessageType<T, R>,
): Omit<AnyMessageType, 'message' | 'response'> & MessageType<T, R> {
  const { message, response } = type;
  const { typeUrl, aminoName } = message;
  return {
    ...type,
    typeUrl,
    aminoName,
    read(bytes) {
      const value = message.decode(bytes);
      return {
        typeUrl,
        aminoName,
        signers: (params) => type.signers(value, params),
        handle: (context) =>
          whenKnown(type.handle(value, context), (answer) => ({
            typeUrl: response.typeUrl,
            value: response.encode(answer),
          })),
        amino: () => message.amino(value),
      };
    },
  };
}
