/** Encodes the lists inside typed transactions: EIP-2930 access lists and EIP-7702 authorizations. */
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { encodeRlp, hashFromRlp, RlpFields, type RlpItem, rlpUint } from './rlp.js';

export interface AccessListEntry {
  readonly address: Bytes;
  readonly storageKeys: readonly Bytes[];
}

/** Lets the code of `address` run for the account that signed this (EIP-7702). */
export interface Authorization {
  readonly chainId: bigint;
  readonly address: Bytes;
  readonly nonce: bigint;
  readonly yParity: number;
  readonly r: bigint;
  readonly s: bigint;
}

const AUTHORIZATION_MAGIC = Uint8Array.of(5);

export function readAccessList(fields: RlpFields): readonly AccessListEntry[] {
  return fields.list('AccessList', 'types.AccessList', (item, context) => {
    const entry = new RlpFields(item, 'types.AccessTuple', context);
    const address = entry.address('Address');
    const storageKeys = entry.list('StorageKeys', '[]common.Hash', hashFromRlp);
    entry.end();
    return { address, storageKeys };
  });
}

export const accessListItem = (list: readonly AccessListEntry[]): RlpItem =>
  list.map(({ address, storageKeys }) => [address, storageKeys]);

export function readAuthorizations(fields: RlpFields): readonly Authorization[] {
  return fields.list('AuthList', '[]types.SetCodeAuthorization', (item, context) => {
    const entry = new RlpFields(item, 'types.SetCodeAuthorization', context);
    const authorization = {
      chainId: entry.uint256('ChainID'),
      address: entry.address('Address'),
      nonce: entry.uint64('Nonce'),
      yParity: Number(entry.uint('V', 'uint8', 1)),
      r: entry.uint256('R'),
      s: entry.uint256('S'),
    };
    entry.end();
    return authorization;
  });
}

export const authorizationsItem = (list: readonly Authorization[]): RlpItem =>
  list.map(({ chainId, address, nonce, yParity, r, s }) => [
    rlpUint(chainId),
    address,
    rlpUint(nonce),
    rlpUint(BigInt(yParity)),
    rlpUint(r),
    rlpUint(s),
  ]);

/** Returns the hash that the authority signs. */
export function authorizationHash({ chainId, address, nonce }: Omit<Authorization, 'yParity' | 'r' | 's'>): Bytes {
  return keccak256(concatBytes(AUTHORIZATION_MAGIC, encodeRlp([rlpUint(chainId), address, rlpUint(nonce)])));
}
