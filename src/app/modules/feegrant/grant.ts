/** Grants allowances, pays fees from them and revokes them (SDK x/feegrant `keeper.go`), with the SDK's events. */
import type { MessageContext } from '../../sdk/module/message.js';
import type { Amount } from '../../types/coins.js';
import { event } from '../../types/events.js';
import { failure } from '../../types/refusal.js';
import { ensureAccount } from '../auth/store.js';
import type { Allowance } from './allowances.js';
import { allowanceNotFound } from './failure.js';
import { deleteAllowance, type FeePair, partiesOf, queueExpiration, readAllowance, writeAllowance } from './store.js';

export function grantAllowance({ state, block, emit }: MessageContext, pair: FeePair, allowance: Allowance): void {
  const { expiration } = allowance;
  ensureAccount(state, pair.grantee);
  if (expiration !== undefined && expiration < block.time)
    throw failure('invalidRequest', 'expiration is before current block time: invalid request');
  if (expiration !== undefined) queueExpiration(state, pair, expiration);
  writeAllowance(state, pair, allowance);
  emit(event('set_feegrant', partiesOf(state, pair)));
}

export function revokeAllowance({ state, emit }: MessageContext, pair: FeePair): void {
  const found = readAllowance(state, pair);
  if (found === undefined) throw allowanceNotFound();
  deleteAllowance(state, pair, found.expiration);
  emit(event('revoke_feegrant', partiesOf(state, pair)));
}

/** Takes a fee from what the granter allows. Throws TxFailure when it is too little. */
export function useAllowance(
  context: MessageContext,
  pair: FeePair,
  fee: readonly Amount[],
  typeUrls: readonly string[],
): void {
  const { state, block, gas, emit } = context;
  const found = readAllowance(state, pair);
  if (found === undefined) throw allowanceNotFound();
  const left = found.accept({ fee, typeUrls, now: block.time, gas });
  const parties = partiesOf(state, pair);
  if (left === undefined) {
    revokeAllowance(context, pair);
    emit(event('use_feegrant', parties));
    return;
  }
  emit(event('use_feegrant', parties));
  writeAllowance(state, pair, left);
  emit(event('update_feegrant', parties));
}
