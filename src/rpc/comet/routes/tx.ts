/** `tx` (consensus-rpc.md 4.4): a committed transaction by the hash of its bytes, failed ones too. */
import { merkleProofs } from '../../../codec/merkle.js';
import { HalleyError } from '../../../kernel/errors.js';
import { sha256 } from '../../../kernel/hash.js';
import { toUpperHex } from '../../../kernel/hex.js';
import type { CometPort, TxLocation } from '../../ports.js';
import type { TxProofView } from '../dialects/views.js';
import { bool, bytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

/** That the block's `data_hash` covers the transaction. */
function prove(port: CometPort, { height, index }: TxLocation): TxProofView | undefined {
  const txs = port.block(height)?.block.txs ?? [];
  const { root, proofs } = merkleProofs(txs.map(sha256));
  const proof = proofs[index];
  return proof === undefined ? undefined : { rootHash: root, proof };
}

export const tx = defineRoute({
  name: 'tx',
  summary: 'A committed transaction, its result and, on request, a proof that its block holds it.',
  example: '/tx?hash=0x0000000000000000000000000000000000000000000000000000000000000000',
  args: { hash: bytes, prove: bool },
  caching: 'always',
  handle: ({ port, dialect }, args) => {
    if (args.hash.length === 0) throw new HalleyError('invalid-argument', 'transaction hash cannot be empty');
    const location = port.tx(args.hash);
    if (location === undefined)
      throw new HalleyError('not-found', `tx (${toUpperHex(args.hash)}) not found`, { hash: args.hash });
    return dialect.results.tx({
      hash: args.hash,
      location,
      proof: args.prove ? prove(port, location) : undefined,
    });
  },
});
