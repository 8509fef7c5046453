/**
 * Decodes dev transactions, each once. Everything about one follows from its bytes, except whether it is the
 * authority's next one.
 */
import { CodecError } from '../../codec/codec_error.js';
import type { Any } from '../../codec/cosmos/base.js';
import { SignerInfo } from '../../codec/cosmos/signing.js';
import { decodeAuthInfo, decodeTxBody, decodeTxRaw } from '../../codec/cosmos/tx.js';
import { type DevSignDoc, devSignBytes, encodeDevTx, isDevTypeUrl, readEd25519Key } from '../../codec/dev/dev_tx.js';
import { ed25519Verify } from '../../crypto/ed25519.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { GenerationalCache } from '../../kernel/caches.js';
import { sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { MESSAGE_TYPES } from '../modules/assembly.js';
import { readAuthority, readSequence } from '../modules/dev/store.js';
import { readChainParams } from '../sdk/chain_params.js';
import type { AnyMessage } from '../sdk/module/message.js';
import type { StateReader } from '../state/types.js';
import { type Refusal, refuse } from '../types/refusal.js';

/** Most transactions in the cache, and most memory. Transactions beyond it are read and verified again. */
const MAX_CACHED_TXS = 20_000;
const MAX_CACHED_BYTES = 16_000_000;
/** Estimates the memory of a transaction object without its bytes, as measured. */
const OBJECT_BYTES = 2_000;

export interface DevTx extends DevSignDoc {
  readonly bytes: Bytes;
  readonly signature: Bytes;
  /** Decoded `messages`. */
  readonly steps: readonly AnyMessage[];
}

const isRefusal = (value: DevTx | Refusal): value is Refusal => 'log' in value;

/**
 * Decodes transactions and caches them by the hash of their bytes. It also remembers which of them the authority has
 * signed.
 */
export class DevTxDecoder {
  readonly #known = new GenerationalCache<DevTx | Refusal>(MAX_CACHED_TXS, MAX_CACHED_BYTES, (tx) =>
    isRefusal(tx) ? OBJECT_BYTES : OBJECT_BYTES + tx.bytes.length,
  );
  readonly #signed = new WeakSet<DevTx>();

  read(bytes: Bytes): DevTx | Refusal {
    const key = toHex(sha256(bytes));
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const tx = read(bytes);
    this.#known.set(key, tx);
    return tx;
  }

  /** Marks a transaction as signed, without verification: this process signed it with the key that it names. */
  vouch(bytes: Bytes): void {
    const tx = this.read(bytes);
    if (!isRefusal(tx)) this.#signed.add(tx);
  }

  /**
   * Returns the transaction if the authority has signed it with `sequence`, by default the next one of `state`.
   * Otherwise returns why it is refused.
   */
  readNext(bytes: Bytes, state: StateReader, sequence = readSequence(state)): DevTx | Refusal {
    const tx = this.read(bytes);
    return isRefusal(tx) ? tx : (this.#problem(tx, state, sequence) ?? tx);
  }

  #problem(tx: DevTx, state: StateReader, sequence: bigint): Refusal | undefined {
    const authority = readAuthority(state);
    if (authority === undefined)
      return refuse(
        'unauthorized',
        'dev transactions are off: the genesis document has no app_state.dev.authority; "halley init" and "halley testnet init" make one that has: unauthorized',
      );
    if (!equalBytes(authority, tx.publicKey) || !this.#isSigned(tx, state))
      return refuse(
        'unauthorized',
        `a dev transaction must be signed by the dev authority ${toHex(authority)}: unauthorized`,
      );
    if (tx.sequence === sequence) return undefined;
    return refuse(
      'wrongSequence',
      `the dev authority's sequence is ${sequence}, got ${tx.sequence}: incorrect account sequence`,
    );
  }

  #isSigned(tx: DevTx, state: StateReader): boolean {
    if (this.#signed.has(tx)) return true;
    const signBytes = devSignBytes(tx, readChainParams(state).chainId);
    if (!ed25519Verify({ type: 'ed25519', bytes: tx.publicKey }, signBytes, tx.signature)) return false;
    this.#signed.add(tx);
    return true;
  }
}

function read(bytes: Bytes): DevTx | Refusal {
  try {
    const { bodyBytes, authInfoBytes, signatures } = decodeTxRaw(bytes);
    const { messages } = decodeTxBody(bodyBytes);
    const [info] = decodeAuthInfo(authInfoBytes).signerInfos.map((info) => SignerInfo.decode(info));
    const steps = messages.map(readStep);
    const doc = {
      messages,
      publicKey: info?.publicKey === undefined ? EMPTY_BYTES : readEd25519Key(info.publicKey),
      sequence: info?.sequence ?? 0n,
    };
    const [signature = EMPTY_BYTES] = signatures;
    if (!equalBytes(encodeDevTx(doc, signature), bytes))
      return refuse(
        'invalidRequest',
        'a dev transaction must hold its messages, one signer, no fee and one signature, in the canonical encoding: invalid request',
      );
    return { ...doc, bytes, signature, steps };
  } catch (error) {
    if (error instanceof CodecError) return refuse('txParseError', `${error.message}: tx parse error`);
    throw error;
  }
}

function readStep({ typeUrl, value }: Any): AnyMessage {
  const type = isDevTypeUrl(typeUrl) ? MESSAGE_TYPES.get(typeUrl) : undefined;
  if (type === undefined) throw new CodecError(`${typeUrl} is not a message of the module dev`);
  return type.read(value);
}
