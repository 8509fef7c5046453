/** Defines the parameters of methods of coins and tokens, and encodes calls of ERC-20's view functions (EIP-20). */
import type { DenomMetadata } from '../../../codec/cosmos/denom_metadata.js';
import { type Bytes, concatBytes, leftPadded } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { optional, type Param, required } from '../../jsonrpc/method.js';
import { decodeAddress } from './data.js';
import { decodeObject, decodeString } from './go_json.js';
import { decodeWhole } from './numbers.js';

const WORD_BYTES = 32;
/** First four bytes of the hash of `balanceOf(address)`. */
const BALANCE_OF = fromHex('70a08231');
/** First four bytes of the hash of `allowance(address,address)`. */
const ALLOWANCE = fromHex('dd62ed3e');

const query = (selector: Bytes, ...addresses: readonly Bytes[]): Bytes =>
  concatBytes(selector, ...addresses.map((address) => leftPadded(address, WORD_BYTES)));

export const balanceQuery = (account: Bytes): Bytes => query(BALANCE_OF, account);
export const allowanceQuery = (owner: Bytes, spender: Bytes): Bytes => query(ALLOWANCE, owner, spender);

const MAX_DECIMALS = 255n;

export const denom: Param<string> = required('denom', 'text', (value) => decodeString(value));

/** Denom of a token, or address of its contract. */
export const token: Param<string> = required('token', 'text', (value) => decodeString(value));

export const contract: Param<Bytes | undefined> = optional('contract', '20-byte data', (value) => decodeAddress(value));

/** Base denom, and the unit in which it is displayed. */
export const metadata: Param<DenomMetadata> = required(
  'metadata',
  'object: base, symbol; optional name, display, decimals, description, uri',
  (value) => {
    const object = decodeObject(value, 'Metadata');
    const text = (name: string, fallback?: string): string => {
      if (object[name] === undefined && fallback !== undefined) return fallback;
      return decodeString(object[name], `Metadata.${name}`);
    };
    const decimals = decodeWhole(object['decimals'] ?? 0, 'the decimals');
    if (decimals > MAX_DECIMALS)
      throw new DecodeError(`the decimals are ${decimals}, expected at most ${MAX_DECIMALS}`);
    const [base, symbol] = [text('base'), text('symbol')];
    const display = text('display', decimals === 0n ? base : symbol.toLowerCase());
    const unit = { denom: base, exponent: 0, aliases: [] };
    return {
      description: text('description', ''),
      denomUnits: display === base ? [unit] : [unit, { denom: display, exponent: Number(decimals), aliases: [] }],
      base,
      display,
      name: text('name', symbol),
      symbol,
      uri: text('uri', ''),
    };
  },
);
