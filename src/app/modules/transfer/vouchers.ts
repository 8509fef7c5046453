/**
 * Mints and burns vouchers: coins that represent tokens of another chain. They are minted when the tokens arrive, and
 * burned when they return.
 */
import { denomHash, denomPath, hopText, localDenom } from '../../../codec/ibc/denom.js';
import type { Denom, DenomTrace } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { hexProblem, tryFromHex } from '../../../kernel/hex.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { invalidArgument, notFound } from '../../sdk/query/failure.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import type { Amount } from '../../types/coins.js';
import { failure } from '../../types/refusal.js';
import { type DenomMetadata, readDenomMetadata, writeDenomMetadata } from '../bank/metadata.js';
import { burnCoins, mintCoins } from '../bank/module_coins.js';
import { sendCoins } from '../bank/send_coins.js';
import { supplyOf } from '../bank/store.js';
import { TRANSFER_ACCOUNT } from './checks.js';
import { readDenom, writeDenom } from './store.js';

/** Mints vouchers. Throws TxFailure `invalidCoins` where there would be 2^256 of them. */
export function mintVouchers(context: MessageContext, to: Bytes, coin: Amount): void {
  if (supplyOf(context.state, coin.denom) + coin.amount > MAX_UINT256)
    throw failure('invalidCoins', `${coin.amount}${coin.denom} would make a supply of 2^256 or more: invalid coins`);
  context.emit(...mintCoins(context.state, TRANSFER_ACCOUNT, coin));
  sendCoins(context, TRANSFER_ACCOUNT.address, to, [coin]);
}

/** Burns vouchers. Throws TxFailure `insufficientFunds`. */
export function burnVouchers(context: MessageContext, from: Bytes, coin: Amount): void {
  sendCoins(context, from, TRANSFER_ACCOUNT.address, [coin]);
  context.emit(...burnCoins(context.state, TRANSFER_ACCOUNT, coin));
}

/** Stores the trace of a voucher that arrives for the first time, and its metadata. */
export function registerDenom(state: WorkingState, denom: Denom): void {
  if (readDenom(state, denomHash(denom)) === undefined) writeDenom(state, denom);
  describeVoucher(state, denom);
}

/** Writes metadata for a voucher that has none. */
export function describeVoucher(state: WorkingState & StateReader, denom: Denom): void {
  if (readDenomMetadata(state, localDenom(denom)) === undefined) writeDenomMetadata(state, ownDescription(denom));
}

/** Returns true if a voucher has metadata other than those that the chain itself writes. */
export function isDescribedByHand(state: StateReader, denom: Denom): boolean {
  const metadata = readDenomMetadata(state, localDenom(denom));
  return metadata !== undefined && metadata.display !== denomPath(denom);
}

function ownDescription(denom: Denom): DenomMetadata {
  const path = denomPath(denom);
  return {
    description: `IBC token from ${path}`,
    denomUnits: [{ denom: denom.base, exponent: 0, aliases: [] }],
    base: localDenom(denom),
    display: path,
    name: `${path} IBC token`,
    symbol: denom.base.toUpperCase(),
    uri: '',
  };
}

/** Returns a denom in its form before ibc-go v9. */
export const traceOf = ({ base, trace }: Denom): DenomTrace => ({
  path: trace.map(hopText).join('/'),
  baseDenom: base,
});

/** Returns the denom of the voucher that a query names, by its denom or by the hash in it. Throws SdkQueryError. */
export function askedDenom(text: string, state: StateReader): Denom {
  const hex = text.startsWith('ibc/') ? text.slice('ibc/'.length) : text;
  const hash = tryFromHex(hex);
  // ibc-go prints the hash that could not be read.
  if (hash === undefined) throw invalidArgument(`invalid denom trace hash: , error: ${hexProblem(hex)}`);
  const denom = readDenom(state, hash);
  if (denom === undefined) throw notFound(`${text}: denomination not found`);
  return denom;
}
