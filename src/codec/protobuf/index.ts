/** Exports protobuf as CometBFT and the Cosmos SDK use it: the writer, the reader and the well-known types. */
export { CodecError } from '../codec_error.js';
export { readInt32, readUint32 } from './int32.js';
export { ProtoReader } from './reader.js';
export { decodeDuration, decodeTimestamp, encodeDuration, encodeTimestamp, writeTimestamp } from './timestamp.js';
export { delimitedSize, encodeVarint, lengthDelimited, ProtoWriter } from './writer.js';
