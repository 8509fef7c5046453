/** A node, as far as the genesis document needs it. */
import type { PubKey } from '../../abci/application.js';

export interface GenesisNode {
  readonly name: string;
  /** Key of its validator. */
  readonly pubKey: PubKey;
}
