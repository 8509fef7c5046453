/** Signs transfers and ERC-20 calls before the measurement starts. */
import { encodeEthereumTx, signingHash, type UnsignedEthereumTx } from '../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../src/crypto/install.js';
import { deriveAccounts } from '../src/crypto/mnemonic.js';
import { secp256k1Sign, splitSignature } from '../src/crypto/secp256k1/index.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../src/kernel/bytes.js';
import { to0x } from '../src/kernel/hex.js';

const MNEMONIC = 'test test test test test test test test test test test junk';
export const CHAIN_ID = 31_337n;

export interface Sender {
  readonly address: Bytes;
  readonly privateKey: Bytes;
  nonce: bigint;
}

/** Derives the development accounts, which all targets fund. */
export async function senders(): Promise<Sender[]> {
  await installFastCrypto();
  const derived = await deriveAccounts(MNEMONIC, 20);
  return derived.map(({ address, privateKey }) => ({ address, privateKey, nonce: 0n }));
}

/** Returns a new address that depends only on `index`. */
export const recipient = (index: number): Bytes => bigintToBytes(0xbe_0000_0000_0000n + BigInt(index), 20);

export function sign(sender: Sender, to: Bytes | undefined, value: bigint, input: Bytes, gas: bigint): string {
  const unsigned: UnsignedEthereumTx = {
    type: 2,
    chainId: CHAIN_ID,
    nonce: sender.nonce++,
    gasPrice: undefined,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    gas,
    to,
    value,
    input,
    accessList: [],
    authorizationList: undefined,
  };
  const { r, s, yParity } = splitSignature(secp256k1Sign(signingHash(unsigned), sender.privateKey));
  return to0x(encodeEthereumTx({ ...unsigned, r, s, v: BigInt(yParity) }));
}

/** Makes `count` transfers of one wei, from the senders in turn to the recipients in turn, which begin at `first`. */
export function transfers(from: readonly Sender[], count: number, recipients: number, first = 0): string[] {
  return Array.from({ length: count }, (_, i) =>
    sign(from[i % from.length] as Sender, recipient(first + (i % recipients)), 1n, EMPTY_BYTES, 21_000n),
  );
}
