/** Returns addresses of private keys. Those of the development accounts are constants, so that a start derives none. */
import { addressOfPrivateKey, cosmosAddressOfPrivateKey } from '../crypto/secp256k1/index.js';
import type { Bytes } from '../kernel/bytes.js';
import { fromHex, to0x } from '../kernel/hex.js';
import { DEVELOPMENT_ACCOUNTS, type DevelopmentAccount } from './development_accounts.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from './development_cosmos_accounts.js';

type AddressOf = (key: Bytes) => Bytes;

function known(accounts: readonly DevelopmentAccount[], derive: AddressOf): AddressOf {
  const addresses = new Map(accounts.map(({ privateKey, address }) => [privateKey, address]));
  return (key) => {
    const address = addresses.get(to0x(key));
    return address === undefined ? derive(key) : fromHex(address);
  };
}

/** Returns the Ethereum address of a key. */
export const addressOfKey = known(DEVELOPMENT_ACCOUNTS, addressOfPrivateKey);

/** Returns the Cosmos SDK's address of a key. */
export const cosmosAddressOfKey = known(DEVELOPMENT_COSMOS_ACCOUNTS, cosmosAddressOfPrivateKey);
