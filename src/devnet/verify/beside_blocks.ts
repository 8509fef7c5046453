/**
 * Checks the records that no block makes. Those of pending transactions and evidence have hashes as keys. The records of
 * the clock and of the network's faults, the list of chains, what a fork has
 * fetched, and earlier blocks, can only be decoded.
 */
import { isRemembered, REMEMBERED_RANGE } from '../../app/state/remote/records.js';
import {
  CLOCK_KEY,
  FAULTS_KEY,
  NETWORK_KEY,
  PENDING_DEV_TXS,
  PENDING_EVIDENCE,
  PENDING_TXS,
  pendingDevTxKey,
  pendingEvidenceKey,
  pendingTxKey,
} from '../../chain/block_store/keys.js';
import { CodecError } from '../../codec/codec_error.js';
import { txHash } from '../../codec/tx_hash.js';
import { decodeEvidence, evidenceHash } from '../../consensus/types/evidence.js';
import { type ByteText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, concatBytes, equalBytes } from '../../kernel/bytes.js';
import type { KeyRange, Store } from '../../storage/store.js';
import { decodePendingTx } from '../chain/pending_store.js';
import { isClockRecord } from '../clock/chain_clock.js';
import { HISTORY_RANGE, isHistoryRecord } from '../history/records.js';
import { isHomeChainsRecord } from '../home/home_chains.js';
import { isNetworkRecord } from '../network/network_record.js';
import type { Findings } from './findings.js';

interface Kind {
  readonly range: KeyRange;
  /** Returns whether the value fits the key. Throws CodecError for a value of another kind. */
  readonly isSound: (key: Bytes, value: Bytes) => boolean;
}

/** Returns the range of this key alone, which ends before the next longer one. */
const only = (key: Bytes): KeyRange => ({ gte: key, lt: concatBytes(key, Uint8Array.of(0)) });

const KINDS: readonly Kind[] = [
  { range: PENDING_TXS, isSound: (key, value) => equalBytes(pendingTxKey(txHash(decodePendingTx(value).tx)), key) },
  { range: PENDING_DEV_TXS, isSound: (key, value) => equalBytes(pendingDevTxKey(txHash(value)), key) },
  {
    range: PENDING_EVIDENCE,
    isSound: (key, value) => equalBytes(pendingEvidenceKey(evidenceHash(decodeEvidence(value))), key),
  },
  { range: only(CLOCK_KEY), isSound: (_, value) => isClockRecord(value) },
  { range: only(NETWORK_KEY), isSound: (_, value) => isHomeChainsRecord(value) },
  { range: only(FAULTS_KEY), isSound: (_, value) => isNetworkRecord(value) },
  { range: REMEMBERED_RANGE, isSound: isRemembered },
  { range: HISTORY_RANGE, isSound: isHistoryRecord },
];

export const isBesideBlocks = (key: ByteText): boolean =>
  KINDS.some(({ range }) => key >= textOfBytes(range.gte) && key < textOfBytes(range.lt));

/** Checks those records of a store, and returns their number. */
export async function checkBesideBlocks(store: Store, findings: Findings): Promise<number> {
  let count = 0;
  for (const { range, isSound } of KINDS)
    for await (const key of store.keys(range)) {
      count++;
      const value = findings.read(() => store.need(key));
      if (value !== undefined && !isDecodable(() => isSound(key, value)))
        findings.record(key, 'does not hold what its key requires');
    }
  return count;
}

function isDecodable(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}
