/**
 * Shows the current state of the simulated network: the position of each node, and the traffic of the links. It also
 * causes faults.
 */

import type { ChainSlot } from '../../backend/chain_slot.js';
import type { NodeIdentity } from '../../backend/comet.js';
import type { ConflictingCommits } from '../../backend/evm/network_control.js';
import { stepName } from '../../consensus/round_step.js';
import { toHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Connection, SimNetwork } from '../../simulation/index.js';
import type { LightClientAttack } from '../actions/light_client_attack.js';
import type { SimulatedChain } from '../chain/chain.js';
import type { DevnetFault } from '../faults/fault_menu.js';
import type { LinkSettings, NetworkControl } from '../network/network_control.js';
import type { ActiveFault } from '../network/network_record.js';
import { conflictView } from '../views/conflict_view.js';

/** Node of a validator. */
export interface NetworkNode {
  /** Index among the validators. */
  readonly index: number;
  /** Id in hex, as in `status` and `net_info`. */
  readonly nodeId: string;
  readonly moniker: string;
  /** Whether the node runs. */
  readonly up: boolean;
  /** Height in consensus. */
  readonly height: bigint;
  readonly round: number;
  /** Name of the step in consensus: `NewHeight`, `Propose`, `Prevote`, … */
  readonly step: string;
  /** Nodes to which the node is connected. */
  readonly peers: readonly NetworkPeer[];
}

/** Connection, as one of its ends sees it. */
export interface NetworkPeer {
  readonly index: number;
  /** Time at which it began, in nanoseconds of the chain's time. */
  readonly since: UnixNanos;
  /** Bytes of consensus messages. */
  readonly sent: number;
  readonly received: number;
}

/**
 * Shows and controls the simulated network. Every change takes effect between two events, in each mining mode, also in the
 * middle of a round. It is part of snapshots and, with `home`, on disk when its promise resolves. In automine the promise
 * resolves after the blocks that the change makes possible. An invalid call rejects with HalleyError, and changes
 * nothing: `invalid-argument`, `not-found` (a validator or a fault), or `conflict`.
 */
export interface DevnetNetwork {
  /** Nodes in the order of the validators. */
  readonly nodes: readonly NetworkNode[];
  /**
   * Commits of two blocks at one height, which halted the chain; `undefined` otherwise. Only byzantine validators with
   * at least a third of the power can cause that. The chain stays at its first branch until a revert, a rollback or a
   * reset.
   */
  readonly conflict: ConflictingCommits | undefined;
  /** Active faults, oldest first. */
  readonly faults: readonly ActiveFault[];
  /** Links that are cut, as pairs of validators. */
  readonly cutLinks: readonly (readonly [number, number])[];
  /** Stops a validator. It loses data that it had not persisted, and receives nothing until it restarts. */
  crashValidator(index: number): Promise<void>;
  /**
   * Restarts a validator that has crashed, with the data that it had persisted. It receives the blocks that it missed.
   */
  restartValidator(index: number): Promise<void>;
  /**
   * Begins a fault between validators, such as `{ type: 'equivocate', node: 3 }`, or at the interfaces, such as
   * `{ type: 'slow', ms: 600 }`. Resolves to its id.
   */
  addFault(fault: DevnetFault): Promise<number>;
  /** Ends a fault. */
  removeFault(id: number): Promise<void>;
  /**
   * Separates groups of validators, such as `[[0, 1], [2, 3]]`. A validator in no group is alone. Resolves to the id of
   * the fault.
   */
  partition(groups: readonly (readonly number[])[]): Promise<number>;
  /** Ends all partitions and settings of links, and restores the links that were cut. Other faults continue. */
  heal(): Promise<void>;
  /** Replaces the settings of the link between two validators. `{}` restores the link. */
  setLink(a: number, b: number, link: LinkSettings): Promise<void>;
  /**
   * Sets how many milliseconds the clock of a validator is ahead of the network's clock. A negative number means behind,
   * and 0 ends the skew.
   */
  setClockSkew(index: number, ms: number): Promise<void>;
  /**
   * Lets validators sign a second block of a decided height for a light client, and submits the evidence, as a light
   * client does that has seen both blocks. The next block contains it, and the application punishes those validators.
   * Resolves to the hash of the evidence, in upper-case hex; in automine, after that block.
   */
  lightClientAttack(attack: LightClientAttack): Promise<string>;
}

export function networkOf(
  slot: ChainSlot<{ readonly chain: SimulatedChain; readonly networkControl: NetworkControl }>,
): DevnetNetwork {
  return {
    get nodes() {
      const { identities, simNetwork } = slot.now.chain;
      return identities.map((identity, index) => nodeOf(simNetwork, identity, index));
    },
    get conflict() {
      return conflictView(slot.now.chain.simNetwork, slot.now.chain.keys);
    },
    get faults() {
      return slot.now.networkControl.faults;
    },
    get cutLinks() {
      return slot.now.networkControl.cutLinks;
    },
    crashValidator: (index) => slot.now.networkControl.crashValidator(index),
    restartValidator: (index) => slot.now.networkControl.restartValidator(index),
    addFault: (fault) => slot.now.networkControl.addFault(fault),
    removeFault: (id) => slot.now.networkControl.removeFault(id),
    partition: (groups) => slot.now.networkControl.partition(groups),
    heal: () => slot.now.networkControl.heal(),
    setLink: (a, b, link) => slot.now.networkControl.setLink(a, b, link),
    setClockSkew: (index, ms) => slot.now.networkControl.setClockSkew(index, ms),
    lightClientAttack: (attack) => slot.now.networkControl.lightClientAttack(attack),
  };
}

function nodeOf(simNetwork: SimNetwork, { nodeId, moniker }: NodeIdentity, index: number): NetworkNode {
  const { up, engine } = simNetwork.node(index);
  const { height, round, step } = engine.round;
  const peers = Array.from({ length: simNetwork.size }, (_, peer) => peer).flatMap((peer) => {
    const connection = simNetwork.connection(index, peer);
    return connection === undefined ? [] : [peerOf(peer, connection)];
  });
  return { index, nodeId: toHex(nodeId), moniker, up, height, round, step: stepName(step), peers };
}

const peerOf = (index: number, { since, sent, received }: Connection): NetworkPeer => ({
  index,
  since,
  sent: sent.bytes,
  received: received.bytes,
});
