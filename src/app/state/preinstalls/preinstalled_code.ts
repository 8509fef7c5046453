/**
 * Code of the contracts that new development chains have. It is part of the program, not of each chain's tables: a
 * state finds it by its hash, so that a chain starts without decoding, hashing or writing it.
 */
import { tryFromBase64 } from '../../../codec/base64.js';
import type { ByteText } from '../../../kernel/byte_text.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { keccak256 } from '../../../kernel/hash.js';
import { fromHex } from '../../../kernel/hex.js';
import { wordText } from '../keys.js';
import { preinstalledCodes } from './code.generated.js';
import { PREINSTALLS } from './contracts.generated.js';
import type { PreinstalledAccount } from './preinstalled_account.js';

/** Chain id of the codes in the program. */
const OWN_ID = 31_337n;

let accounts: ReadonlyMap<ByteText, PreinstalledAccount> | undefined;
/** Codes that were read, by their position. */
const codes = new Map<number, Bytes>();

const accountsByHash = (): ReadonlyMap<ByteText, PreinstalledAccount> =>
  new Map(
    Object.values(PREINSTALLS)
      .flat()
      .map((account) => [wordText(fromHex(account.codeHash)), account]),
  );

/** Decodes one code: whole groups of four characters, which are three bytes. */
function codeOf({ start, length }: PreinstalledAccount): Bytes {
  const known = codes.get(start);
  if (known !== undefined) return known;
  const [first, end] = [Math.floor(start / 3), Math.ceil((start + length) / 3)];
  const bytes = tryFromBase64(preinstalledCodes().slice(4 * first, 4 * end));
  invariant(bytes !== undefined, 'the preinstalled codes are not base64');
  const code = bytes.slice(start - 3 * first, start - 3 * first + length);
  codes.set(start, code);
  return code;
}

/** Returns the code with this hash. It is undefined for the hash of another code. */
export function preinstalledCode(hash: ByteText): Bytes | undefined {
  accounts ??= accountsByHash();
  const account = accounts.get(hash);
  return account && codeOf(account);
}

/** Returns the code that a contract has on a chain with another id than 31337, where that differs; else undefined. */
export function codeOfChain(account: PreinstalledAccount, chainId: bigint): Bytes | undefined {
  const { ofChain, address } = account;
  if (ofChain === undefined || chainId === OWN_ID) return undefined;
  const code = codeOf(account).slice();
  const id = bigintToBytes(chainId, 32);
  const separator = keccak256(concatBytes(fromHex(ofChain.domain), id, new Uint8Array(12), fromHex(address)));
  for (const at of ofChain.chainId) code.set(id, at);
  for (const at of ofChain.separator) code.set(separator, at);
  return code;
}
