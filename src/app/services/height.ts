/** The height that a query about the chain names, and what a node says to a bad one. */
import { ProtoReader } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import { invalidArgument, plainError } from '../query/failure.js';
import type { NodeFacts } from '../query/node_facts.js';

/** Field 1 of the request; 0 when it is missing. */
export function readHeight(request: Bytes): bigint {
  let height = 0n;
  for (const reader = new ProtoReader(request); !reader.done; ) {
    if (reader.next().field === 1) height = reader.int();
    else reader.skip();
  }
  return height;
}

export function checkHeight(height: bigint, { head, earliestBlock }: NodeFacts): void {
  if (height > head.height) throw invalidArgument('requested block height is bigger then the chain length');
  if (height <= 0n) throw plainError(`height must be greater than 0, but got ${height}`);
  if (height < earliestBlock) throw plainError(`height ${height} is not available, lowest height is ${earliestBlock}`);
}
