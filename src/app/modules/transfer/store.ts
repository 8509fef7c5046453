/**
 * Reads and writes the keys of the store `transfer`, laid out as ibc-go v10's: its port, parameters, denoms by hash,
 * totals in escrow.
 */

import { denomHash } from '../../../codec/ibc/denom.js';
import { Denom, TransferParams } from '../../../codec/ibc/transfer.js';
import { integer } from '../../../codec/protobuf/field.js';
import { message } from '../../../codec/protobuf/message.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import type { Amount } from '../../types/coins.js';

const PORT_KEY = Uint8Array.of(1);
export const DENOM_PREFIX = Uint8Array.of(3);
const PARAMS_KEY = utf8('params');
const ESCROW_PREFIX = utf8('totalEscrowForDenom/');

const IntProto = message('cosmos.base.v1beta1.IntProto', { int: integer(1) });

const denomKey = (hash: Bytes): Bytes => concatBytes(DENOM_PREFIX, hash);
const escrowKey = (denom: string): Bytes => concatBytes(ESCROW_PREFIX, utf8(denom));

export const writePort = (state: WorkingState, portId: string): void => state.set('transfer', PORT_KEY, utf8(portId));

export const readPort = (state: StateReader): string => fromUtf8(state.get('transfer', PORT_KEY) ?? EMPTY_BYTES);

export const readTransferParams = (state: StateReader): TransferParams =>
  TransferParams.decode(state.get('transfer', PARAMS_KEY) ?? EMPTY_BYTES);

/** Writes the parameters. Nothing is written when neither is enabled. */
export function writeTransferParams(state: WorkingState, params: TransferParams): void {
  const value = TransferParams.encode(params);
  if (value.length > 0) state.set('transfer', PARAMS_KEY, value);
  else state.delete('transfer', PARAMS_KEY);
}

/** Returns the trace of a voucher that has arrived here, by the hash of its full path. */
export function readDenom(state: StateReader, hash: Bytes): Denom | undefined {
  const value = state.get('transfer', denomKey(hash));
  return value === undefined ? undefined : Denom.decode(value);
}

export function writeDenom(state: WorkingState, denom: Denom): void {
  state.set('transfer', denomKey(denomHash(denom)), Denom.encode(denom));
}

/** Yields all vouchers that have ever arrived here, ascending by hash. */
export function* readDenoms(state: StateReader): Iterable<Denom> {
  for (const [, value] of state.entries('transfer', DENOM_PREFIX)) yield Denom.decode(value);
}

/** Returns how much of a denom the chain's escrow accounts hold for other chains. */
export function totalEscrow(state: StateReader, denom: string): bigint {
  const value = state.get('transfer', escrowKey(denom));
  return value === undefined ? 0n : IntProto.decode(value).int;
}

/** Yields the totals, ascending by denom. None is zero. */
export function* totalEscrows(state: StateReader): Iterable<Amount> {
  for (const [key, value] of state.entries('transfer', ESCROW_PREFIX))
    yield { denom: fromUtf8(key.subarray(ESCROW_PREFIX.length)), amount: IntProto.decode(value).int };
}

export function writeTotalEscrow(state: WorkingState, { denom, amount }: Amount): void {
  invariant(amount >= 0n, `the total escrow of ${denom} would be ${amount}`);
  if (amount === 0n) state.delete('transfer', escrowKey(denom));
  else state.set('transfer', escrowKey(denom), IntProto.encode({ int: amount }));
}
