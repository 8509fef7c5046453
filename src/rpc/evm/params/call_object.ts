/**
 * Decodes the call object (go-ethereum's `TransactionArgs`, evm-json-rpc.md 3.7). Unknown members are ignored. In calls
 * this includes blob members, as this chain has no blob transactions.
 */

import type { AccessListEntry, Authorization } from '../../../backend/evm/block.js';
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeAddress, decodeData, decodeHash } from './data.js';
import { decodeList, decodeObject, type JsonObject, member } from './go_json.js';
import { decodeBig, decodeUint64 } from './numbers.js';

const STRUCT = 'TransactionArgs';

const given = (value: unknown): boolean => value !== undefined && value !== null;

const read = <T>(object: JsonObject, key: string, decode: (value: unknown, field: string) => T): T | undefined =>
  member(object, key, (value) => decode(value, `${STRUCT}.${key}`));

function decodeAccessList(value: unknown, field: string): readonly AccessListEntry[] {
  return decodeList(value, 'types.AccessList', field).map((item) => {
    const entry = decodeObject(item, 'types.AccessTuple', field);
    const keys = member(entry, 'storageKeys', (list) => decodeList(list, '[]common.Hash', `${field}.storageKeys`));
    return {
      address: decodeAddress(entry['address'], `${field}.address`),
      storageKeys: (keys ?? []).map((key) => decodeHash(key, `${field}.storageKeys`)),
    };
  });
}

function decodeAuthorizations(value: unknown, field: string): readonly Authorization[] {
  return decodeList(value, '[]types.SetCodeAuthorization', field).map((item) => {
    const entry = decodeObject(item, 'types.SetCodeAuthorization', field);
    return {
      chainId: decodeBig(entry['chainId'], `${field}.chainId`),
      address: decodeAddress(entry['address'], `${field}.address`),
      nonce: decodeUint64(entry['nonce'], `${field}.nonce`),
      yParity: Number(decodeUint64(entry['yParity'], `${field}.yParity`)),
      r: decodeBig(entry['r'], `${field}.r`),
      s: decodeBig(entry['s'], `${field}.s`),
    };
  });
}

interface Member {
  /** Name of the member in the client's object. */
  readonly key: string;
  readonly name: keyof EvmCallRequest;
  readonly field: string;
  readonly decode: (value: unknown, field: string) => unknown;
}

const named = <K extends keyof EvmCallRequest>(
  name: K,
  decode: (value: unknown, field: string) => NonNullable<EvmCallRequest[K]>,
  key: string = name,
): Member => ({ key, name, field: `${STRUCT}.${key}`, decode });

/** Members in the order in which they are decoded. `input` takes precedence over `data`. */
const MEMBERS: readonly Member[] = [
  named('from', decodeAddress),
  named('to', decodeAddress),
  named('gas', decodeUint64),
  named('gasPrice', decodeBig),
  named('maxFeePerGas', decodeBig),
  named('maxPriorityFeePerGas', decodeBig),
  named('value', decodeBig),
  named('nonce', decodeUint64),
  named('input', decodeData),
  named('input', decodeData, 'data'),
  named('accessList', decodeAccessList),
  named('authorizationList', decodeAuthorizations),
  named('chainId', decodeBig),
];

export function decodeCallObject(value: unknown): EvmCallRequest {
  const object = decodeObject(value, `ethapi.${STRUCT}`);
  const request: Partial<Record<keyof EvmCallRequest, unknown>> = {};
  for (const { key, name, field, decode } of MEMBERS) {
    const member = object[key];
    if (given(member) && request[name] === undefined) request[name] = decode(member, field);
  }
  const call = request as EvmCallRequest;
  checkFees(call);
  return call;
}

function checkFees({ gasPrice, maxFeePerGas: cap, maxPriorityFeePerGas: tip }: EvmCallRequest): void {
  if (gasPrice !== undefined && (cap !== undefined || tip !== undefined))
    throw refusal('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified');
  if (cap !== undefined && tip !== undefined && cap < tip)
    throw refusal(
      `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas ${tip}, maxFeePerGas ${cap}`,
    );
}

const BLOB_MEMBERS = ['blobVersionedHashes', 'blobs'];

/**
 * Decodes a transaction to sign. If it has both `data` and `input`, they must be equal. A blob transaction is refused
 * rather than turned into one of another type.
 */
export function decodeTransactionObject(value: unknown): EvmCallRequest {
  const object = decodeObject(value, `ethapi.${STRUCT}`);
  if (object['type'] === '0x3' || BLOB_MEMBERS.some((key) => given(object[key])))
    throw refusal('transaction type not supported: there are no blob transactions on this chain');
  const input = read(object, 'input', decodeData);
  const data = read(object, 'data', decodeData);
  if (input !== undefined && data !== undefined && !equalBytes(input, data))
    throw refusal("both 'data' and 'input' are set and not equal. Please use 'input' to pass transaction call data");
  return decodeCallObject(value);
}

export const callObject: Param<EvmCallRequest> = required('call', 'call object', decodeCallObject);

export const transactionObject: Param<EvmCallRequest> = required(
  'transaction',
  'call object with `from`',
  decodeTransactionObject,
);
