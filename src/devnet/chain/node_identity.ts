/** Defines how the simulated nodes identify themselves to each other and on the CometBFT RPC. */

import type { NodeIdentity } from '../../backend/comet.js';
import { addressOf } from '../../consensus/types/validator.js';
import { ed25519PublicKey } from '../../crypto/ed25519.js';
import { invariant } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import type { ValidatorKey } from '../../simulation/index.js';

/** Index of the validator whose node answers as "this node" on the CometBFT RPC, and whose events are published. */
export const OBSERVED_NODE = 0;

/** CometBFT's default port. */
const P2P_PORT = 26_656;
/** Separates the ports of two nodes, so that none is the port of the RPC. */
const PORT_STEP = 10;

/** Facts that the observed node reports of itself and that do not follow from the seed. */
export interface OwnPresentation {
  readonly moniker: string;
  /** Returns where its RPC listens; empty before it does. */
  readonly rpcAddress: () => string;
}

/** Identities by key, because a network may get nodes and lose them again. */
export type KnownIdentities = WeakMap<ValidatorKey, NodeIdentity>;

/**
 * Returns the identities of all nodes by index. Their ids follow from the seed. Nothing listens at their addresses,
 * because they run in this process; only the observed one has an RPC.
 */
export function nodeIdentities(
  seed: string,
  keys: readonly ValidatorKey[],
  own: OwnPresentation,
  known: KnownIdentities = new WeakMap(),
): readonly NodeIdentity[] {
  return keys.map((key, index) => {
    const found = known.get(key) ?? identity(seed, index, key, own);
    known.set(key, found);
    return found;
  });
}

function identity(seed: string, index: number, { name }: ValidatorKey, own: OwnPresentation): NodeIdentity {
  const secret = sha256(utf8(`halley node ${index} of ${seed}`));
  const nodeId = addressOf({ type: 'ed25519', bytes: ed25519PublicKey(secret) });
  if (index !== OBSERVED_NODE) return { nodeId, moniker: name, listenAddress: peerAddress(index), rpcAddress: '' };
  return {
    nodeId,
    moniker: own.moniker,
    listenAddress: `tcp://0.0.0.0:${P2P_PORT}`,
    get rpcAddress() {
      return own.rpcAddress();
    },
  };
}

const peerAddress = (index: number): string => `tcp://127.0.0.1:${P2P_PORT + PORT_STEP * index}`;

export function observedIdentity(identities: readonly NodeIdentity[]): NodeIdentity {
  const identity = identities[OBSERVED_NODE];
  invariant(identity !== undefined, 'a devnet has a node');
  return identity;
}
