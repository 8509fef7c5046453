/** The accounts for which a devnet signs, and those of Cosmos wallets. */
import { bech32Address, checksumAddress } from '../../app/types/address.js';
import { cosmosAddressOfKey } from '../../config/development_addresses.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from '../../config/development_cosmos_accounts.js';
import type { Bytes } from '../../kernel/bytes.js';
import { refusalOf } from '../../kernel/errors.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import type { Wallet } from '../actions/wallet.js';
import type { Chain } from '../chain/chain.js';
import type { DevnetOptions } from '../options/devnet_options.js';

/** Writes bytes as text: `0x` and hex digits. */
export type HexText = `0x${string}`;

/** Account for which the devnet signs. */
export interface DevnetAccount {
  /** 0x hex with EIP-55's checksum. */
  readonly address: HexText;
  /** Same address in bech32 with the prefix of the chain, such as `halley1…`. */
  readonly bech32: string;
  /** 0x hex. */
  readonly privateKey: HexText;
  /** Wei, at the newest block. */
  readonly balance: bigint;
}

/** Account of the mnemonic at the Cosmos path, which CosmJS's default wallet derives. The node does not sign for it. */
export interface DevnetCosmosAccount {
  /** bech32 with the prefix of the devnet's own chain, such as `halley1…`. */
  readonly address: string;
  /** secp256k1 key in 0x hex. */
  readonly privateKey: HexText;
  /** Balance in the smallest unit of the coin that pays for gas, at the newest block. */
  readonly balance: bigint;
}

type Source = { readonly chain: Chain };

const prefixOf = ({ chain }: Source): string => chain.app.params.bech32Prefix;
/** Returns a balance. A fork has fetched the accounts of its wallets at the start. */
function balanceOf({ chain }: Source, address: Bytes): bigint {
  try {
    return chain.app.evm.at(chain.blockStore.height).account(address)?.balance ?? 0n;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** Returns the accounts. `keys` are those of the wallet, in its order. */
export const accountsOf = (
  { addresses }: Wallet,
  keys: readonly Uint8Array[],
  node: Source,
): readonly DevnetAccount[] =>
  addresses.map((address, i) => ({
    address: checksumAddress(address) as HexText,
    bech32: bech32Address(address, prefixOf(node)),
    privateKey: to0x(keys[i] as Uint8Array) as HexText,
    balance: balanceOf(node, address),
  }));

const developmentKeys = (): readonly string[] => DEVELOPMENT_COSMOS_ACCOUNTS.map(({ privateKey }) => privateKey);

export function cosmosAccountsOf(
  { cosmosPrivateKeys = developmentKeys() }: DevnetOptions,
  node: Source,
): readonly DevnetCosmosAccount[] {
  return cosmosPrivateKeys.map((text) => {
    const key = fromHex(text);
    const address = cosmosAddressOfKey(key);
    return {
      address: bech32Address(address, prefixOf(node)),
      privateKey: to0x(key) as HexText,
      balance: balanceOf(node, address),
    };
  });
}
