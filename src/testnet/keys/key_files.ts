/** Formats key files as CometBFT writes them. A private key is the seed followed by the public key, as in Go. */
import { keyFile } from '../../rpc/evm/validator_key.js';
import type { Ed25519Key } from './node_keys.js';

/** Returns `config/priv_validator_key.json`. */
export const validatorKeyText = (key: Ed25519Key): string => jsonText(keyFile(key));

/** Returns `config/node_key.json`. */
export const nodeKeyText = (key: Ed25519Key): string => `${JSON.stringify({ priv_key: keyFile(key).priv_key })}\n`;

/** Returns `config/dev_authority_key.json`, which only Halley reads. */
export function devAuthorityKeyText(key: Ed25519Key): string {
  const { pub_key, priv_key } = keyFile(key);
  return jsonText({ pub_key, priv_key });
}

/** Is `data/priv_validator_state.json` of a validator that has signed nothing yet. */
export const NEW_VALIDATOR_STATE = jsonText({ height: '0', round: 0, step: 0 });

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
