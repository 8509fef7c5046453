/** Encodes `tendermint.abci.Snapshot`. */
import { bytes, uint } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { uint32 } from './fields.js';

export const AbciSnapshot = message(
  'tendermint.abci.Snapshot',
  { height: uint(1), format: uint32(2), chunks: uint32(3), hash: bytes(4), metadata: bytes(5) },
  { lenient: true },
);
