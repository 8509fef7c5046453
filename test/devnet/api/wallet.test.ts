/** Tests every kind of transaction that the wallet signs: viem parses it and recovers the signer. */
import { type Hex, hexToBytes, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem';
import { expect, it } from 'vitest';
import type { UnsignedEthereumTx } from '../../../src/codec/ethereum/tx.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { Wallet } from '../../../src/devnet/actions/wallet.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';

await installFastCrypto();

const [first, second, third] = DEVELOPMENT_ACCOUNTS as unknown as { privateKey: string; address: string }[];
const keysOf = (...accounts: ({ privateKey: string } | undefined)[]) =>
  accounts.map((account) => fromHex(account?.privateKey ?? ''));
const wallet = new Wallet(keysOf(first, second));
const addressOf = (account: { address: string } | undefined): Bytes => hexToBytes((account?.address ?? '0x') as Hex);

const to = new Uint8Array(20).fill(7);
const legacy: UnsignedEthereumTx = {
  type: 0,
  chainId: 31337n,
  nonce: 1n,
  gasPrice: 2n,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  gas: 21_000n,
  to,
  value: 3n,
  input: Uint8Array.of(4),
  accessList: undefined,
  authorizationList: undefined,
};
const dynamic = { gasPrice: undefined, maxFeePerGas: 9n, maxPriorityFeePerGas: 8n, accessList: [] };

it('lists its accounts in the order of their keys, and has no others', () => {
  expect(wallet.addresses).toEqual([first, second].map(addressOf));
  expect([first, second, third].map((account) => wallet.has(addressOf(account)))).toEqual([true, true, false]);
});

it.each<[string, UnsignedEthereumTx]>([
  ['legacy', legacy],
  ['legacy', { ...legacy, chainId: undefined }],
  ['eip2930', { ...legacy, type: 1, accessList: [{ address: to, storageKeys: [] }] }],
  ['eip1559', { ...legacy, ...dynamic, type: 2 }],
])('signs %s so that its sender can be recovered', async (type, tx) => {
  // Among six nonces both parities occur.
  for (let nonce = 0n; nonce < 6n; nonce++)
    for (const account of [first, second]) {
      const raw = to0x(wallet.sign(addressOf(account), { ...tx, nonce }) as Bytes) as TransactionSerialized;
      const sender = await recoverTransactionAddress({ serializedTransaction: raw });
      expect(sender.toLowerCase()).toBe(account?.address);
      expect(parseTransaction(raw)).toMatchObject({
        type,
        ...(nonce === 0n ? {} : { nonce: Number(nonce) }),
        gas: 21_000n,
        value: 3n,
        data: '0x04',
        to: to0x(to),
      });
      expect(parseTransaction(raw).chainId).toBe(tx.chainId === undefined ? undefined : 31337);
    }
});

it('signs the same transaction alike each time', () => {
  const from = addressOf(first);
  expect(wallet.sign(from, legacy)).toEqual(new Wallet(keysOf(third, first)).sign(from, legacy));
});
