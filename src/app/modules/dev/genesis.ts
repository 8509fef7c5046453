/**
 * Parses, writes and exports `app_state.dev`: the authority that may sign dev transactions, its sequence, the coinbase
 * that it has set, and the first block's base fee. A chain whose document has no authority accepts no dev transactions.
 */
import { toBase64 } from '../../../codec/base64.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { readNextHeader, writeNextHeader } from '../../sdk/next_header.js';
import { ADDRESS_BYTES } from '../../state/keys.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { readAuthority, readSequence, writeAuthority, writeSequence } from './store.js';

/** Length of an ed25519 public key. */
const KEY_BYTES = 32;
const ED25519 = '/cosmos.crypto.ed25519.PubKey';

export interface DevGenesis {
  readonly authority: Bytes | undefined;
  readonly sequence: bigint;
  readonly coinbase: Bytes | undefined;
  /** Base fee of the first block, where it does not follow from the fee market. */
  readonly nextBaseFee: bigint | undefined;
}

export function parseDevGenesis(node: GenesisReader): DevGenesis {
  const authority = node.field('authority');
  const coinbase = node.field('coinbase');
  const nextBaseFee = node.field('next_base_fee');
  return {
    coinbase: coinbase.present ? coinbase.bytes(ADDRESS_BYTES) : undefined,
    nextBaseFee: nextBaseFee.present ? nextBaseFee.uint() : undefined,
    authority: authority.present ? parseKey(authority) : undefined,
    sequence: node.field('sequence').int64(0n),
  };
}

function parseKey(node: GenesisReader): Bytes {
  const type = node.field('@type');
  if (type.text(ED25519) !== ED25519) throw type.bad(ED25519);
  return node.field('key').base64(KEY_BYTES);
}

export function writeDevGenesis(state: WorkingState, genesis: DevGenesis): void {
  const { authority, sequence, coinbase, nextBaseFee } = genesis;
  if (coinbase !== undefined || nextBaseFee !== undefined)
    writeNextHeader(state, {
      coinbase,
      baseFee: nextBaseFee,
    });
  if (authority !== undefined) writeAuthority(state, authority);
  writeSequence(state, sequence);
}

/** Exports the module's state. Values for one block only no longer exist when that block has ended. */
export function exportDev(state: StateReader): object {
  const authority = readAuthority(state);
  const { coinbase } = readNextHeader(state);
  return {
    authority: authority && { '@type': ED25519, key: toBase64(authority) },
    sequence: readSequence(state).toString(),
    coinbase: coinbase && to0x(coinbase),
  };
}
