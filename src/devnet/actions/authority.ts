/** The key of a dev authority, with the check that it is the chain's. */
import type { DevAuthority } from '../../config/development_authority.js';
import { ed25519Sign } from '../../crypto/ed25519.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';

/** Key of this node; `undefined` when it has none. */
export interface OwnAuthority {
  readonly key: DevAuthority | undefined;
  /** Way to give the node another key, for errors. */
  readonly hint: string;
}

export class Authority {
  constructor(
    private readonly app: Chain['app'],
    private readonly own: OwnAuthority,
  ) {}

  get publicKey(): Bytes {
    return this.#checked().publicKey;
  }

  /** Checks whether the chain has a dev authority whose key this node has. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Throws HalleyError `unavailable` when the chain has no dev authority, or one whose key this node does not have. */
  check(): void {
    this.#checked();
  }

  get #held(): DevAuthority | undefined {
    const { authority } = this.app.devTxs;
    const { key } = this.own;
    return authority !== undefined && key !== undefined && equalBytes(authority, key.publicKey) ? key : undefined;
  }

  #checked(): DevAuthority {
    const held = this.#held;
    if (held !== undefined) return held;
    const { authority } = this.app.devTxs;
    const { key, hint } = this.own;
    if (authority === undefined)
      throw new HalleyError(
        'unavailable',
        'dev methods are off: the genesis document has no app_state.dev.authority; "halley init" and "halley testnet init" make one that has',
      );
    const has = key === undefined ? 'this node has no key of it' : `this node has the key of ${toHex(key.publicKey)}`;
    throw new HalleyError(
      'unavailable',
      `dev methods are off: the genesis document has the dev authority ${toHex(authority)}, but ${has}; ${hint}`,
    );
  }

  sign(bytes: Bytes): Bytes {
    return ed25519Sign(this.#checked().secret, bytes);
  }
}
