/** Implements the methods of `personal` about accounts and wallets (evm-json-rpc.md 1.7). */
import { type Bytes, bytesToBigint } from '../../../kernel/bytes.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import { ALICE, BOB, NEW_ADDRESS } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { password, rawKey, unlockSeconds, url } from '../params/account.js';
import { address } from '../params/values.js';
import { checkUnlockAllowed, listAccounts } from '../signing/account_unlock.js';
import { unknownAccount } from '../signing/sign.js';

const KEY_DIGITS = 64;
/** Group order of secp256k1. */
const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Reads a private key of 32 bytes as geth does, with its error texts: 64 hex digits and nothing else. Throws RpcError
 * for an invalid key.
 */
function readPrivateKey(text: string): Bytes {
  const stranger = /[^0-9a-fA-F]/u.exec(text)?.[0];
  if (stranger !== undefined) throw refusal(`invalid hex character '${stranger}' in private key`);
  if (text.length % 2 === 1) throw refusal('invalid hex data for private key');
  if (text.length !== KEY_DIGITS) throw refusal('invalid length, need 256 bits');
  const bytes = fromHex(text);
  const scalar = bytesToBigint(bytes);
  if (scalar === 0n) throw refusal('invalid private key, zero or negative');
  if (scalar >= GROUP_ORDER) throw refusal('invalid private key, >=N');
  return bytes;
}

/** The form of the key, without 0x, and the error texts for an invalid key are Go's. */
export const personal_importRawKey = evmMethod({
  name: 'personal_importRawKey',
  summary: 'Stores a private key under a password as a locked account, unless the node already has it.',
  params: [rawKey, password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, key, secret) => to0x(await evm.importKey(readPrivateKey(key), secret)),
  example: { params: ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'secret'], result: ALICE },
});

export const personal_initializeWallet = evmMethod({
  name: 'personal_initializeWallet',
  summary: 'Is not supported: there are no smart cards.',
  params: [url],
  result: 'always an error',
  handler: (_context, _url) => {
    throw refusal('smartcard wallet not supported yet');
  },
  example: { params: ['keycard://1'], result: undefined, alone: 'smartcard wallet not supported yet' },
});

/** The result is that of `eth_accounts`. */
export const personal_listAccounts = evmMethod({
  name: 'personal_listAccounts',
  summary: 'Lists the accounts of the node, also locked ones; empty for callers that may not use them.',
  params: [],
  result: 'array of addresses',
  handler: listAccounts,
  example: { params: [], result: [ALICE, BOB] },
});

/** On other nodes the result lists devices, of which a node of this chain has none. */
export const personal_listWallets = evmMethod({
  name: 'personal_listWallets',
  summary: 'Lists hardware wallets: always null; use personal_listAccounts for the accounts.',
  params: [],
  result: 'null',
  handler: () => null,
  example: { params: [], result: null },
});

/** As in geth, the result is also true for an account that is already locked or unknown. */
export const personal_lockAccount = evmMethod({
  name: 'personal_lockAccount',
  summary: 'Locks an account that personal_unlockAccount unlocked.',
  params: [address],
  result: 'boolean: false for an account of the mnemonic, which is never locked',
  trustedOnly: true,
  handler: ({ evm }, account) => evm.lock(account),
  example: { params: [ALICE], result: false },
});

/** The key is random and does not come from the mnemonic, as in geth. */
export const personal_newAccount = evmMethod({
  name: 'personal_newAccount',
  summary: 'Creates a private key and stores it under a password as a locked account.',
  params: [password],
  result: 'address',
  trustedOnly: true,
  handler: async ({ evm }, secret) => to0x(await evm.newAccount(secret)),
  example: { params: ['secret'], result: NEW_ADDRESS },
});

/** Duration that geth uses when none is given. */
const DEFAULT_SECONDS = 300n;
/** Longest duration that Go's `time.Duration` can represent. */
const MAX_SECONDS = (2n ** 63n - 1n) / 10n ** 9n;

/** The result is true, as in geth; that of a cosmos-evm node is always false. */
export const personal_unlockAccount = evmMethod({
  name: 'personal_unlockAccount',
  summary: 'Lets the node sign for an account, for 300 seconds by default; 0 means until the node stops.',
  params: [address, password, unlockSeconds],
  result: 'true',
  trustedOnly: true,
  handler: async (context, account, secret, seconds = DEFAULT_SECONDS) => {
    checkUnlockAllowed(context);
    const { evm } = context;
    if (seconds > MAX_SECONDS) throw refusal('unlock duration too large');
    if (!evm.isLocked(account) && evm.signer(account) === undefined) throw unknownAccount(account);
    await evm.unlock(account, secret, seconds === 0n ? undefined : Number(seconds));
    return true;
  },
  example: { params: [ALICE, ''], result: true },
});

export const personal_unpair = evmMethod({
  name: 'personal_unpair',
  summary: 'Is not supported: there are no smart cards.',
  params: [url, password],
  result: 'always an error',
  handler: (_context, _url, _pin) => {
    throw refusal('smartcard wallet not supported yet');
  },
  example: { params: ['keycard://1', '123456'], result: undefined, alone: 'smartcard wallet not supported yet' },
});
