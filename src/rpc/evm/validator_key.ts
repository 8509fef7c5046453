/** Shows a validator's key as CometBFT's `priv_validator_key.json` does. */

import type { EvmValidatorKey } from '../../backend/evm/network_control.js';
import { toBase64 } from '../../codec/base64.js';
import { concatBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';

/** Key in CometBFT's JSON. */
export interface ValidatorKeyFile {
  /** Consensus address in upper-case hex. */
  readonly address: string;
  readonly pub_key: { readonly type: string; readonly value: string };
  readonly priv_key: { readonly type: string; readonly value: string };
}

/** Converts an ed25519 key. As in Go, the private key is its seed followed by the public key. */
export const keyFile = ({ address, pubKey, seed }: Omit<EvmValidatorKey, 'index' | 'name'>): ValidatorKeyFile => ({
  address: toUpperHex(address),
  pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(pubKey.bytes) },
  priv_key: { type: 'tendermint/PrivKeyEd25519', value: toBase64(concatBytes(seed, pubKey.bytes)) },
});
