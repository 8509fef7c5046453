/** The accounts that Hardhat and Anvil users have in their .env: the first 20 of the well-known test mnemonic. */
import { deriveAccounts } from '../crypto/mnemonic.js';
import type { Bytes } from '../kernel/bytes.js';

const MNEMONIC = 'test test test test test test test test test test test junk';
const ACCOUNTS = 20;

export const developmentKeys = (): Bytes[] => deriveAccounts(MNEMONIC, ACCOUNTS).map(({ privateKey }) => privateKey);
