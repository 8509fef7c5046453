/** Chain of another program's application under the simulated network. */
import type { WrapOutcome } from '../../app/tx/tx_reader.js';
import type { NodeIdentity } from '../../backend/comet.js';
import type { PastBlock } from '../../consensus/decided_state.js';
import { indexOfAddress } from '../../consensus/types/validator_set.js';
import type { Bytes } from '../../kernel/bytes.js';
import { finish } from '../../kernel/steps.js';
import type { ConsensusTimeouts, SimNetwork, ValidatorKey } from '../../simulation/index.js';
import { CoreChain, type CoreChainParts, identitiesIn, type SimulatedChain, simNetworkOf } from '../chain/chain.js';
import type { KnownIdentities, OwnPresentation } from '../chain/node_identity.js';
import { pastBlocks } from '../chain/past_blocks.js';
import { validatorKey } from '../chain/validator_keys.js';
import type { HostedApplication } from './hosted_application.js';

export interface HostedChainParts extends CoreChainParts<HostedApplication> {
  readonly seed: string;
  readonly timeouts: ConsensusTimeouts;
  /** Keys of the nodes with which the chain began. */
  readonly nodeKeys: readonly ValidatorKey[];
  readonly own: OwnPresentation;
}

export class HostedChain extends CoreChain<HostedApplication> implements SimulatedChain {
  readonly seed: string;
  readonly timeouts: ConsensusTimeouts;
  readonly remote = undefined;
  readonly simNetwork: SimNetwork;
  readonly nextBaseFee = 0n;
  readonly waitingDevTxs = 0;
  readonly #own: OwnPresentation;
  readonly #known: KnownIdentities = new WeakMap();
  /** Keys of the nodes with which the chain began. */
  readonly initialKeys: readonly ValidatorKey[];
  #nodeKeys: readonly ValidatorKey[];

  constructor(parts: HostedChainParts) {
    super(parts);
    this.seed = parts.seed;
    this.timeouts = parts.timeouts;
    this.#own = parts.own;
    this.initialKeys = parts.nodeKeys;
    this.#nodeKeys = parts.nodeKeys;
    this.simNetwork = this.newSimNetwork(finish(pastBlocks(this.blockStore, this.blockStore.height)));
  }

  override get maxGas(): bigint {
    return this.blockStore.state.params.block.maxGas;
  }

  override get staged(): HostedApplication['staged'] {
    return this.app.staged;
  }

  override get keys(): readonly ValidatorKey[] {
    return this.#nodeKeys;
  }

  /** Sets the keys of the nodes when the chain goes back. */
  setKeys(keys: readonly ValidatorKey[]): void {
    this.#nodeKeys = keys;
  }

  /** Adds the nodes of validators that have the next keys of the seed, which the application may let in. */
  get wantedNodes(): readonly ValidatorKey[] {
    const { nextValidators } = this.blockStore.state;
    for (;;) {
      const key = validatorKey(this.seed, this.#nodeKeys.length);
      if (indexOfAddress(nextValidators, key.address) < 0) return this.#nodeKeys;
      this.#nodeKeys = [...this.#nodeKeys, key];
    }
  }

  get identities(): readonly NodeIdentity[] {
    return identitiesIn(this, this.#own, this.#known);
  }

  newSimNetwork(past: readonly PastBlock[]): SimNetwork {
    return simNetworkOf(this, this.wantedNodes, past, this.timeouts);
  }

  override normalize(tx: Bytes): WrapOutcome {
    return { type: 'wrapped', tx };
  }
}
