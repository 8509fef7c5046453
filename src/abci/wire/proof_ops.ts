/** Encodes `tendermint.crypto.ProofOps`, the proof of a query's response. */
import { bytes, repeated, string } from '../../codec/protobuf/field.js';
import { type Field, message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ProofOp } from '../application.js';

const Op = message('tendermint.crypto.ProofOp', { type: string(1), key: bytes(2), data: bytes(3) }, { lenient: true });
const Ops = message('tendermint.crypto.ProofOps', { ops: repeated(1, Op) }, { lenient: true });

export const encodeProofOps = (ops: readonly ProofOp[]): Bytes => Ops.encode({ ops });

/** Throws CodecError for bytes that are not a proof. */
export const decodeProofOps = (bytes: Bytes): readonly ProofOp[] => Ops.decode(bytes).ops;

/** Encodes a proof that is omitted when it has no operations. */
export const proofOps = (number: number): Field<readonly ProofOp[]> => ({
  number,
  kind: Ops,
  initial: [],
  write: (out, ops) => ops.length > 0 && out.message(number, encodeProofOps(ops)),
  read: (reader) => decodeProofOps(reader.bytes()),
  amino: () => undefined,
});
