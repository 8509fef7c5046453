/** What a record of the store is, in words, by its key, whichever room it belongs to. */
import { stateRecordName } from '../../app/state/record_names.js';
import { blockStoreRecordName } from '../../chain/block_store/record_names.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { RecordName } from '../../storage/store.js';

export const recordName = (key: Bytes): RecordName =>
  blockStoreRecordName(key) ?? stateRecordName(key) ?? { text: `record ${toHex(key)}` };
