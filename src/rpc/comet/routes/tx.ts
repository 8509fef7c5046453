/** Implements `tx` (consensus-rpc.md 4.4): a committed transaction by the hash of its bytes, including failed ones. */

import { HalleyError } from '../../../kernel/errors.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { CALL_TX_HASH } from '../../examples.js';
import { bool, bytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const tx = defineRoute({
  name: 'tx',
  summary: 'A committed transaction, its result and, on request, a proof that its block includes it.',
  example: `/tx?hash=0x${CALL_TX_HASH}&prove=true`,
  args: { hash: bytes, prove: bool },
  caching: 'always',
  handle: ({ backend, dialect, proofs, cache }, args) => {
    if (args.hash.length === 0) throw new HalleyError('invalid-argument', 'transaction hash cannot be empty');
    const location = backend.tx(args.hash);
    if (location === undefined)
      throw new HalleyError('not-found', `tx (${toUpperHex(args.hash)}) not found`, { hash: args.hash });
    const make = () =>
      dialect.results.tx({ hash: args.hash, location, proof: args.prove ? proofs.of(backend, location) : undefined });
    const stored = backend.block(location.height);
    return stored === undefined ? make() : cache.text(stored, `tx ${location.index} ${args.prove}`, make);
  },
});
