/** Describes a node as the genesis document needs it. */
import type { PubKey } from '../../abci/application.js';

export interface GenesisNode {
  readonly name: string;
  /** Is the key of its validator. */
  readonly pubKey: PubKey;
}
