/** Implements `--mnemonic-random`. */
import { randomBytes } from 'node:crypto';
import { newMnemonic } from '../config/mnemonic.js';
import type { ResolvedConfig } from '../config/schema.js';

/** Returns the configuration, with a new mnemonic instead of the default one where `--mnemonic-random` is given. */
export async function withNewMnemonic(config: ResolvedConfig): Promise<ResolvedConfig> {
  const { mnemonicRandom } = config.genesis;
  if (mnemonicRandom === undefined) return config;
  const mnemonic = await newMnemonic(mnemonicRandom, (length) => new Uint8Array(randomBytes(length)));
  return { ...config, devnet: { ...config.devnet, mnemonic } };
}
