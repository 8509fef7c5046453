/** The accounts that a devnet signs for. */
import { checksumAddress } from '../../app/address.js';
import { to0x } from '../../kernel/hex.js';
import type { EvmPort } from '../../rpc/ports/evm/port.js';
import type { Wallet } from '../control/wallet.js';

/** Bytes as text: `0x` and hex digits. */
export type HexText = `0x${string}`;

/** An account that the devnet signs for. */
export interface DevnetAccount {
  /** 0x hex with EIP-55's checksum. */
  readonly address: HexText;
  /** 0x hex. */
  readonly privateKey: HexText;
  /** Wei, at the newest block. */
  readonly balance: bigint;
}

/** `keys` are the wallet's, in its order. */
export const accountsOf = (
  { addresses }: Wallet,
  keys: readonly Uint8Array[],
  evm: EvmPort,
): readonly DevnetAccount[] =>
  addresses.map((address, i) => ({
    address: checksumAddress(address) as HexText,
    privateKey: to0x(keys[i] as Uint8Array) as HexText,
    balance: evm.balance(address, evm.head()),
  }));
