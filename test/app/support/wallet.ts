/** Signs with viem for the dev accounts. */
import { type Address, type Hex, hexToBytes, type SignedAuthorization, type TransactionSerializable } from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x } from '../../../src/kernel/hex.js';
import type { TestChain } from './chain.js';

const MNEMONIC = 'test test test test test test test test test test test junk';

export interface Dev {
  readonly account: HDAccount;
  readonly address: Address;
  readonly bytes: Bytes;
}

/** Returns the account of the mnemonic at an index, which the genesis document need not have. */
export function accountAt(addressIndex: number): Dev {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex });
  return { account, address: account.address, bytes: hexToBytes(account.address) };
}

export const devs: readonly Dev[] = Array.from({ length: 20 }, (_, index) => accountAt(index));

export function dev(index: number): Dev {
  const found = devs[index];
  if (found === undefined) throw new RangeError(`there is no dev account ${index}`);
  return found;
}

export const GWEI = 1_000_000_000n;
export const COIN = 10n ** 18n;

/** Returns the raw bytes of exactly this transaction. */
export async function signExactly(from: Dev, tx: TransactionSerializable): Promise<Bytes> {
  return hexToBytes(await from.account.signTransaction(tx));
}

export interface Wish {
  readonly to?: Address | Bytes;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly gas?: bigint;
  readonly nonce?: number;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
}

/** Signs a type 2 transaction with the sender's next nonce, and prices that any block accepts. */
export function sign(chain: TestChain, from: Dev, { to, ...wish }: Wish): Promise<Bytes> {
  return signExactly(from, {
    type: 'eip1559',
    chainId: Number(chain.app.params.evmChainId),
    nonce: Number(chain.nonce(from.bytes)),
    gas: 3_000_000n,
    maxFeePerGas: 10n * GWEI,
    maxPriorityFeePerGas: GWEI,
    ...(to && { to: typeof to === 'string' ? to : (to0x(to) as Address) }),
    ...wish,
  });
}

/** Signs an authorization: `authority` delegates to the code of `address` (EIP-7702). */
export async function authorize(
  authority: Dev,
  wish: { readonly address: Address; readonly chainId: number; readonly nonce: number },
): Promise<SignedAuthorization> {
  const signed = await authority.account.signAuthorization?.(wish);
  if (signed === undefined) throw new Error('this account signs no authorizations');
  return signed;
}
