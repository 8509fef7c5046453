/** The records of the state in words, by key, for reports of damaged records. */
import { textOfBytes } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { RecordName } from '../../storage/store.js';

/** Describes a value. Its key, without the record's kind, begins with the table's name or its first letter. */
function valueName(fullKey: Bytes): string {
  const table = textOfBytes(fullKey.subarray(0, 1));
  if (table === 'a') return `account ${toHex(fullKey.subarray(1))}`;
  if (table === 'c') return `code ${toHex(fullKey.subarray(1))}`;
  if (table === 'w') return `mark of local storage ${toHex(fullKey.subarray(1))}`;
  if (table === 'o') return `storage ${toHex(fullKey.subarray(1))}`;
  return `value ${toHex(fullKey)}`;
}

/** Describes a record. It is undefined for a key that is not the state's. */
export function stateRecordName(key: Bytes): RecordName | undefined {
  const rest = key.subarray(2);
  switch (textOfBytes(key.subarray(0, 2))) {
    case 'sL':
      return { text: `state's ${valueName(rest)}` };
    case 'sV':
      return { text: `state's earlier version ${toHex(rest.subarray(-4))} of ${valueName(rest.subarray(0, -4))}` };
    case 'sH': {
      const height = BigInt(`0x${toHex(rest) || '0'}`);
      return { text: `state's record of height ${height}`, height };
    }
    case 'sR':
      return { text: `forked chain's ${valueName(rest)}` };
    case 'sM':
      return { text: "state's latest height" };
    default:
      return undefined;
  }
}
