/** Provides the options with which every store of a home folder is opened. */
import manifest from '../../../package.json' with { type: 'json' };
import { stateRecordName } from '../../app/state/records.js';
import { blockStoreRecordName } from '../../chain/block_store/record_names.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { RecordName } from '../../storage/store.js';
import { historyRecordName } from '../history/records.js';

/** Describes a record of the store by its key, whether it belongs to the application or to the block store. */
export const recordName = (key: Bytes): RecordName =>
  blockStoreRecordName(key) ?? stateRecordName(key) ?? historyRecordName(key) ?? { text: `record ${toHex(key)}` };

export const STORE_OPTIONS = { nameOf: recordName, writer: `halley ${manifest.version}` } as const;
