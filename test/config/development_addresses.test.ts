/** Compares addresses that are constants with derived ones. */
import { beforeAll, expect, it } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { addressOfKey, cosmosAddressOfKey } from '../../src/config/development_addresses.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from '../../src/config/development_cosmos_accounts.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { addressOfPrivateKey, cosmosAddressOfPrivateKey } from '../../src/crypto/secp256k1/index.js';
import { fromHex } from '../../src/kernel/hex.js';

beforeAll(installFastCrypto);

const keys = [...DEVELOPMENT_ACCOUNTS, ...DEVELOPMENT_COSMOS_ACCOUNTS].map(({ privateKey }) => fromHex(privateKey));

it.each([
  ['Ethereum', addressOfKey, addressOfPrivateKey],
  ['Cosmos', cosmosAddressOfKey, cosmosAddressOfPrivateKey],
])('gives the %s address of every key, whether it is a constant or derived', (_, addressOf, derive) => {
  for (const key of [...keys, new Uint8Array(32).fill(7)]) expect(addressOf(key)).toEqual(derive(key));
});
