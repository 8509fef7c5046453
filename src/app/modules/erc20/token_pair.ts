/** A coin and a contract that are two faces of one asset (cosmos/evm x/erc20 `types/token_pair.go`). */
import { bool, named, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { fromHex, tryFromHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { checksumAddress } from '../../types/address.js';

/** `OWNER_MODULE`: the coin came first, and the contract shows its balances. `OWNER_EXTERNAL`: the contract did. */
export const OWNER = { OWNER_UNSPECIFIED: 0, OWNER_MODULE: 1, OWNER_EXTERNAL: 2 } as const;
export type Owner = keyof typeof OWNER;

export const TokenPair = message('cosmos.evm.erc20.v1.TokenPair', {
  /** EIP-55's. */
  erc20Address: string(1),
  denom: string(2),
  enabled: bool(3),
  contractOwner: named<Owner>(4, OWNER),
});
export type TokenPair = Of<typeof TokenPair>;

export const newTokenPair = (address: Bytes, denom: string, contractOwner: Owner): TokenPair => ({
  erc20Address: checksumAddress(address),
  denom,
  enabled: true,
  contractOwner,
});

export const pairId = ({ erc20Address, denom }: TokenPair): Bytes => sha256(utf8(`${erc20Address}|${denom}`));

/** 20 bytes. */
export const contractOf = ({ erc20Address }: TokenPair): Bytes => fromHex(erc20Address);

/** The coin of a contract that came first. */
export const denomOfContract = (address: Bytes): string => `erc20:${checksumAddress(address)}`;

const ADDRESS_BYTES = 20;
const VOUCHER = /^ibc\/([0-9A-Fa-f]{64})$/;

/** The contract of a voucher, `ibc/…`: the end of its hash. Undefined for another denom. */
export function contractOfVoucher(denom: string): Bytes | undefined {
  const hash = VOUCHER.exec(denom)?.[1];
  return hash === undefined ? undefined : fromHex(hash).slice(-ADDRESS_BYTES);
}

/** As go-ethereum's `IsHexAddress` has it: 40 hex digits, with or without `0x`. */
export function tryHexAddress(text: string): Bytes | undefined {
  const bytes = tryFromHex(/^0[xX]/.test(text) ? text.slice(2) : text);
  return bytes?.length === ADDRESS_BYTES ? bytes : undefined;
}
