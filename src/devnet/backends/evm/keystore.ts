/** Manages keys under a password, beside the accounts that are never locked. */

import type { EvmKeystore } from '../../../backend/evm/keystore.js';
import { addressOfPrivateKey, recoverAddress, splitSignature } from '../../../crypto/secp256k1/index.js';
import type { Wallet } from '../../actions/wallet.js';
import type { Keystore } from '../../keys/keystore.js';
import { signerOf } from './wallet.js';

export const evmKeystore = (wallet: Wallet, keystore: Keystore): EvmKeystore => ({
  importKey: async (key, password) => {
    const address = addressOfPrivateKey(key);
    return wallet.has(address) ? address : keystore.import(key, password);
  },
  newAccount: (password) => keystore.create(password),
  unlock: async (account, password, seconds) => {
    if (!wallet.has(account)) await keystore.unlock(account, password, seconds);
  },
  lock: (account) => {
    if (wallet.has(account)) return false;
    keystore.lock(account);
    return true;
  },
  recoverSigner: (hash, signature) => {
    const recovery = signature[64] === 27 ? 0 : 1;
    return recoverAddress(hash, splitSignature({ signature: signature.subarray(0, 64), recovery }));
  },
  signerWith: async (account, password) => signerOf(wallet.key(account) ?? (await keystore.decrypt(account, password))),
});
