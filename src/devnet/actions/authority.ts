/** Holds the key of the dev authority that follows from the chain's seed, and checks that it is the chain's. */
import { type DevAuthority, developmentAuthority } from '../../config/development_authority.js';
import { ed25519Sign } from '../../crypto/ed25519.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';

export class Authority {
  readonly #key: DevAuthority;

  constructor(private readonly chain: Pick<Chain, 'app' | 'seed'>) {
    this.#key = developmentAuthority(chain.seed);
  }

  get publicKey(): Bytes {
    return this.#key.publicKey;
  }

  /** Throws HalleyError `unavailable` when the chain has no dev authority, or one whose key this node does not have. */
  check(): void {
    const { authority } = this.chain.app.devTxs;
    if (authority === undefined)
      throw new HalleyError(
        'unavailable',
        'dev methods are off: the genesis document has no app_state.dev.authority; "halley init" makes one that has',
      );
    if (!equalBytes(authority, this.publicKey))
      throw new HalleyError(
        'unavailable',
        `dev methods are off: the genesis document has the dev authority ${toHex(authority)}, but ` +
          `the seed of this node gives ${toHex(this.publicKey)}; start it with the seed that made the document`,
      );
  }

  sign(bytes: Bytes): Bytes {
    return ed25519Sign(this.#key.secret, bytes);
  }
}
