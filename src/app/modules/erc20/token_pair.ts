/** Defines a pair: a coin and a contract that represent one asset (cosmos/evm x/erc20 `types/token_pair.go`). */
import { bool, named, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { fromHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { checksumAddress } from '../../types/address.js';

/**
 * States which existed first. With `OWNER_MODULE` it is the coin, and the contract shows its balances. With
 * `OWNER_EXTERNAL` it is the contract.
 */
export const OWNER = { OWNER_UNSPECIFIED: 0, OWNER_MODULE: 1, OWNER_EXTERNAL: 2 } as const;
export type Owner = keyof typeof OWNER;

export const TokenPair = message('cosmos.evm.erc20.v1.TokenPair', {
  /** Address with EIP-55's checksum. */
  erc20Address: string(1),
  denom: string(2),
  enabled: bool(3),
  contractOwner: named<Owner>(4, OWNER, { enum: 'cosmos.evm.erc20.v1.Owner', values: Object.keys(OWNER) }),
});
export type TokenPair = Of<typeof TokenPair>;

export const newTokenPair = (address: Bytes, denom: string, contractOwner: Owner): TokenPair => ({
  erc20Address: checksumAddress(address),
  denom,
  enabled: true,
  contractOwner,
});

export const pairId = ({ erc20Address, denom }: TokenPair): Bytes => sha256(utf8(`${erc20Address}|${denom}`));

/** Returns the contract's address, 20 bytes. */
export const contractOf = ({ erc20Address }: TokenPair): Bytes => fromHex(erc20Address);

/** Returns the coin's denom of a contract that existed first. */
export const denomOfContract = (address: Bytes): string => `erc20:${checksumAddress(address)}`;

const ADDRESS_BYTES = 20;
const VOUCHER = /^ibc\/([0-9A-Fa-f]{64})$/;

/** Returns the contract of a voucher, `ibc/…`: the end of its hash. It is undefined for any other denom. */
export function contractOfVoucher(denom: string): Bytes | undefined {
  const hash = VOUCHER.exec(denom)?.[1];
  return hash === undefined ? undefined : fromHex(hash).slice(-ADDRESS_BYTES);
}
