/** The accounts that a devnet signs for. */
import { checksumAddress } from '../../app/address.js';
import { to0x } from '../../kernel/hex.js';
import type { EvmPort } from '../../rpc/ports/evm/port.js';
import type { Wallet } from '../control/wallet.js';

/** An account that the devnet signs for. */
export interface DevnetAccount {
  /** 0x hex with EIP-55's checksum. */
  readonly address: string;
  /** 0x hex. */
  readonly privateKey: string;
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
    address: checksumAddress(address),
    privateKey: to0x(keys[i] as Uint8Array),
    balance: evm.balance(address, evm.head()),
  }));
