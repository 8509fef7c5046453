/** How the node presents itself on the consensus RPC: the first validator's node. */

import { addressOf } from '../consensus/types/pub_key.js';
import { indexOfAddress, validatorAt } from '../consensus/types/validator_set.js';
import { ed25519PublicKey } from '../crypto/ed25519.js';
import { invariant } from '../kernel/errors.js';
import { sha256 } from '../kernel/hash.js';
import { utf8 } from '../kernel/text.js';
import type { NodeView } from '../rpc/ports.js';
import type { Chain } from './chain.js';

/** Nothing listens there: the peers live in this process. */
const P2P_ADDRESS = 'tcp://0.0.0.0:26656';

export function nodeIdentity(chain: Chain, seed: string, moniker: string, rpcAddress: () => string): () => NodeView {
  const secret = sha256(utf8(`halley node 0 of ${seed}`));
  const nodeId = addressOf({ type: 'ed25519', bytes: ed25519PublicKey(secret) });
  const key = chain.keys[0];
  invariant(key !== undefined, 'a devnet has a validator');
  return () => {
    const { validators } = chain.ledger.state;
    const at = indexOfAddress(validators, key.address);
    const absent = { address: key.address, pubKey: key.pubKey, votingPower: 0n, proposerPriority: 0n };
    const validator = at < 0 ? absent : validatorAt(validators, at);
    return { nodeId, moniker, listenAddress: P2P_ADDRESS, rpcAddress: rpcAddress(), validator };
  };
}
