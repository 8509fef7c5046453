/** Reuses an interpreter, and the code in its memory, from run to run. */
import { type ByteText, textOfAddress } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { BlockContext } from '../block_context.js';
import type { Message } from '../machine.js';
import { Codes } from './codes.js';
import * as layout from './layout.js';
import { ADDRESS, WORD_BYTES } from './layout.js';
import { Instance, type InterpreterRules, type Watched } from './wasm_instance.js';

/** Blob base fee: there are no blobs, so it stays at its minimum. */
const BLOB_BASE_FEE = 1n;

interface NamedAddress {
  readonly address: Bytes;
  readonly text: ByteText;
}

const LAST_FOUR = ADDRESS + WORD_BYTES - 4;
/** Most cached addresses. */
const MAX_ADDRESSES = 4_096;

/**
 * Addresses that code passes. A contract calls the same few addresses repeatedly, and each is read and converted to
 * text once.
 */
class Addresses {
  /** Addresses by their last four bytes. A later address replaces one with the same last bytes. */
  readonly #named = new Map<number, NamedAddress>();

  /** Returns the address in the exchange area. */
  of(wasm: Instance): NamedAddress {
    const end = wasm.number(LAST_FOUR);
    const known = this.#named.get(end);
    if (known !== undefined && wasm.hasAddress(known.address)) return known;
    const { address } = wasm;
    const named = { address, text: textOfAddress(address) };
    if (this.#named.size >= MAX_ADDRESSES) this.#named.clear();
    this.#named.set(end, named);
    return named;
  }
}

export class Engine {
  codes = new Codes();
  readonly addresses = new Addresses();
  #instance: Instance | undefined;
  #context: BlockContext | undefined;

  constructor(
    private readonly rules: InterpreterRules,
    private readonly watched: Watched,
  ) {}

  /** Returns the instance of the current run. */
  get instance(): Instance {
    return this.#instance as Instance;
  }

  /** Prepares the instance for a run and clears what an earlier run left. */
  begin(context: BlockContext, message: Message): Instance {
    this.#instance ??= new Instance(this.rules, this.watched);
    const { call } = this.#instance;
    call.resetFrames();
    call.resetSlots();
    if (this.#context !== context) this.#setBlock(this.#instance, context);
    this.#instance.setSurrounding(layout.ORIGIN, message.from);
    this.#instance.setSurrounding(layout.GASPRICE, message.gasPrice);
    return this.#instance;
  }

  /** Ends a run. Drops an instance whose memory or code has grown too large. */
  end(): void {
    if (this.#instance?.isTooLarge === true || this.codes.areTooMany) this.drop();
  }

  /** Drops the instance, whose contents are unknown. */
  drop(): void {
    this.#instance = undefined;
    this.#context = undefined;
    this.codes = new Codes();
  }

  #setBlock(instance: Instance, context: BlockContext): void {
    this.#context = context;
    instance.setSurrounding(layout.COINBASE, context.coinbase);
    instance.setSurrounding(layout.TIMESTAMP, context.timestamp);
    instance.setSurrounding(layout.NUMBER, context.number);
    instance.setSurrounding(layout.PREVRANDAO, context.prevRandao);
    instance.setSurrounding(layout.GASLIMIT, context.gasLimit);
    instance.setSurrounding(layout.CHAINID, context.evmChainId);
    instance.setSurrounding(layout.BASEFEE, context.baseFeePerGas);
    instance.setSurrounding(layout.BLOBBASEFEE, BLOB_BASE_FEE);
  }
}
