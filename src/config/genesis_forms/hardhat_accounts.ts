/**
 * Reads the `accounts` of a network in Hardhat's configuration: a list of `{ privateKey, balance }`, or a mnemonic with
 * `path`, `initialIndex`, `count`, `accountsBalance` and `passphrase`, whose defaults are Hardhat's.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { to0x, tryFromHex } from '../../kernel/hex.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { checkMnemonic } from '../mnemonic.js';
import { JsonNode, type Refuse } from './json_node.js';

export interface FundedAccount {
  readonly privateKey: string;
  readonly address: string;
  readonly balance: bigint;
}

const HARDHAT_PATH = "m/44'/60'/0'/0";
const HARDHAT_COUNT = 20n;
const HARDHAT_BALANCE = 10_000n * 10n ** 18n;
const MAX_COUNT = 10_000n;
/** Limits the index of the first account, so that the index of the last one is not hardened. */
const INDEX_LIMIT = 2n ** 31n - MAX_COUNT;
const WORD_LIMIT = MAX_UINT256 + 1n;
const PATH = /^m(\/\d{1,10}'?)*\/?$/;

/** Reads the accounts. Throws the error of `refuse` for an invalid member. No error contains a key or a mnemonic. */
export async function readHardhatAccounts(document: unknown, refuse: Refuse): Promise<readonly FundedAccount[]> {
  const root = new JsonNode(document, '', refuse);
  return Array.isArray(document) ? accountsOfKeys(root) : accountsOfMnemonic(root);
}

async function accountsOfKeys(root: JsonNode): Promise<readonly FundedAccount[]> {
  const [{ addressOfPrivateKey, isPrivateKey }, { installFastCrypto }] = await Promise.all([
    import('../../crypto/secp256k1/index.js'),
    import('../../crypto/install.js'),
  ]);
  await installFastCrypto();
  const seen = new Set<string>();
  return root.elements().map((node) => {
    const key = keyOf(node.field('privateKey'), isPrivateKey);
    const address = to0x(addressOfPrivateKey(key));
    if (seen.has(address)) throw node.field('privateKey').badSecret('a key without another entry');
    seen.add(address);
    return { privateKey: to0x(key), address, balance: node.field('balance').quantity(WORD_LIMIT) };
  });
}

function keyOf(node: JsonNode, isPrivateKey: (bytes: Bytes) => boolean): Bytes {
  const { value } = node;
  const bytes = typeof value === 'string' ? tryFromHex(value.replace(/^0x/, '')) : undefined;
  if (bytes !== undefined && isPrivateKey(bytes)) return bytes;
  throw node.badSecret('a private key: 32 bytes in hex');
}

async function accountsOfMnemonic(root: JsonNode): Promise<readonly FundedAccount[]> {
  const mnemonic = root.field('mnemonic').text();
  await checkMnemonic(mnemonic);
  const path = textOf(root.field('path'), HARDHAT_PATH);
  if (!PATH.test(path)) throw root.field('path').bad(`a derivation path, such as "${HARDHAT_PATH}"`);
  const count = root.field('count').quantity(MAX_COUNT + 1n, HARDHAT_COUNT);
  const firstIndex = root.field('initialIndex').quantity(INDEX_LIMIT, 0n);
  const balance = root.field('accountsBalance').quantity(WORD_LIMIT, HARDHAT_BALANCE);
  const passphrase = textOf(root.field('passphrase'), '');
  const [{ deriveAccounts }, { installFastCrypto }] = await Promise.all([
    import('../../crypto/mnemonic.js'),
    import('../../crypto/install.js'),
  ]);
  await installFastCrypto();
  const derived = await deriveAccounts(mnemonic, Number(count), path, { firstIndex: Number(firstIndex), passphrase });
  return derived.map(({ privateKey, address }) => ({ privateKey: to0x(privateKey), address: to0x(address), balance }));
}

const textOf = (node: JsonNode, fallback: string): string => (node.present ? node.text() : fallback);
