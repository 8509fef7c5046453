/** Shows a validator's key as CometBFT's `priv_validator_key.json` does. */

import { KEY_TYPES } from '../../abci/pub_key.js';
import type { EvmValidatorKey } from '../../backend/evm/network_control.js';
import { toBase64 } from '../../codec/base64.js';
import { toUpperHex } from '../../kernel/hex.js';

/** Key in CometBFT's JSON. */
export interface ValidatorKeyFile {
  /** Consensus address in upper-case hex. */
  readonly address: string;
  readonly pub_key: { readonly type: string; readonly value: string };
  readonly priv_key: { readonly type: string; readonly value: string };
}

export const keyFile = ({
  address,
  pubKey,
  privateKey,
}: Omit<EvmValidatorKey, 'index' | 'name'>): ValidatorKeyFile => ({
  address: toUpperHex(address),
  pub_key: { type: KEY_TYPES[pubKey.type].publicName, value: toBase64(pubKey.bytes) },
  priv_key: { type: KEY_TYPES[pubKey.type].privateName, value: toBase64(privateKey) },
});
