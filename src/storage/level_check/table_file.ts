/**
 * Checks LevelDB's tables: blocks with a checksum each, located by an index block, which the footer locates (its page
 * on the table format). LevelDB verifies the checksum of a block only with an option that its binding does not offer.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { crc32c, masked } from './crc32c.js';
import { FieldReader, FormatError, uint32At } from './fields.js';
import { unpackSnappy } from './snappy.js';

const FOOTER_BYTES = 48;
const MAGIC = [0x8b80fb57, 0xdb477524] as const;
/** Is the size of the data after each block: the type of its compression and its checksum. */
const TRAILER_BYTES = 5;
const PLAIN = 0;
const SNAPPY = 1;

interface Handle {
  readonly offset: number;
  readonly size: number;
}

/** Throws FormatError unless the checksums of all blocks of the table are correct. */
export function checkTable(file: Bytes): void {
  const footer = file.length - FOOTER_BYTES;
  if (footer < 0 || uint32At(file, file.length - 8) !== MAGIC[0] || uint32At(file, file.length - 4) !== MAGIC[1])
    throw new FormatError('it does not end with a footer');
  const reader = new FieldReader(file, footer);
  const metaindex = handleIn(reader);
  const index = handleIn(reader);
  for (const block of [metaindex, index])
    for (const { offset, size } of handlesIn(checkedBlock(file, block))) checkedBlock(file, { offset, size });
}

const handleIn = (reader: FieldReader): Handle => ({ offset: reader.varint(), size: reader.varint() });

/** Returns the block as it is stored, with the first byte of its trailer. */
function checkedBlock(file: Bytes, { offset, size }: Handle): Bytes {
  const end = offset + size;
  if (end + TRAILER_BYTES > file.length) throw new FormatError(`its block at ${offset} ends after the end of the file`);
  if (masked(crc32c(file, offset, end + 1)) !== uint32At(file, end + 1))
    throw new FormatError(`its block at ${offset} fails its checksum`);
  return file.subarray(offset, end + 1);
}

/** Returns the handles that are the values of an index block. */
function handlesIn(stored: Bytes): Handle[] {
  const packing = stored[stored.length - 1];
  const content = stored.subarray(0, -1);
  if (packing !== PLAIN && packing !== SNAPPY)
    throw new FormatError(`a block has the unknown compression type ${packing}`);
  const block = packing === SNAPPY ? unpackSnappy(content) : content;
  if (block.length < 4) throw new FormatError('a block is too short');
  const restarts = uint32At(block, block.length - 4);
  const reader = new FieldReader(block, 0, block.length - 4 * (restarts + 1));
  const handles: Handle[] = [];
  while (!reader.done) {
    reader.varint();
    const keyBytes = reader.varint();
    const valueBytes = reader.varint();
    reader.bytes(keyBytes);
    handles.push(handleIn(new FieldReader(reader.bytes(valueBytes))));
  }
  return handles;
}
