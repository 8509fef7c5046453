/** A message type: how it reads, who must sign it, and what it does. One file each. */
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

/** What a message, or a precompile, works with. What it writes and emits is undone when it, or what calls it, fails. */
export interface MessageContext {
  readonly params: ChainParams;
  /** Charges `gas`. */
  readonly state: WorkingState;
  readonly block: { readonly height: bigint; readonly time: UnixNanos };
  readonly gas: GasMeter;
  /** Events appear in the order in which they are emitted. */
  readonly emit: (...events: readonly Event[]) => void;
  /** Calls a contract. From a precompile the contract's logs are the transaction's; from a message nobody sees them. */
  readonly callEvm: CallEvm;
}

export interface MessageType<T, R = unknown> {
  readonly message: Message<T>;
  readonly response: Message<R>;
  /** 20-byte addresses, without repetition. Throws TxFailure `invalidAddress` for a text that is none. */
  readonly signers: (value: T, params: ChainParams) => readonly Bytes[];
  /** Throws TxFailure: then nothing has happened. What runs contracts answers later. */
  readonly handle: (value: T, context: MessageContext) => Awaitable<R>;
}

/** A message type whose value's type is forgotten: what registries hold. */
export interface AnyMessageType {
  readonly typeUrl: string;
  readonly aminoName: string | undefined;
  /** Throws CodecError. */
  read(bytes: Bytes): AnyMessage;
}

/** Message types by their URL. */
export type MessageTypes = ReadonlyMap<string, AnyMessageType>;

/** One message, read. */
export interface AnyMessage {
  readonly typeUrl: string;
  readonly aminoName: string | undefined;
  signers(params: ChainParams): readonly Bytes[];
  /** The encoded response, and its type URL. */
  handle(context: MessageContext): Awaitable<Any>;
  /** As amino's JSON has it. */
  amino(): unknown;
}

/** The value of a message comes from its own description alone, so its type may be forgotten here. */
export function defineMessage<T, R>(type: MessageType<T, R>): AnyMessageType & MessageType<T, R> {
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
