/**
 * What modules do with coins of their own: make, destroy and move them, with the SDK bank's events. Amounts are of the
 * base denom; nothing happens for 0.
 */
import type { Event } from '../../../abci/application.js';
import { bech32Address } from '../../address.js';
import { readChainParams } from '../../chain_params.js';
import { event } from '../../events.js';
import type { ModuleAccount } from '../../module/module_account.js';
import type { WorkingState } from '../../state/types.js';
import { transferEvents } from './events.js';
import { balanceOf, changeSupply, setBalance } from './store.js';

function add(state: WorkingState, { address }: ModuleAccount, change: bigint): void {
  const { baseDenom } = readChainParams(state);
  setBalance(state, address, baseDenom, balanceOf(state, address, baseDenom) + change);
}

const textOf = (state: WorkingState, account: ModuleAccount): string =>
  bech32Address(account.address, readChainParams(state).bech32Prefix);

export function mintCoins(state: WorkingState, to: ModuleAccount, amount: bigint): Event[] {
  if (amount === 0n) return [];
  const { baseDenom } = readChainParams(state);
  changeSupply(state, baseDenom, amount);
  add(state, to, amount);
  const minter = textOf(state, to);
  const coins = `${amount}${baseDenom}`;
  return [event('coin_received', { receiver: minter, amount: coins }), event('coinbase', { minter, amount: coins })];
}

/** Throws InvariantViolation when the account holds less. */
export function burnCoins(state: WorkingState, from: ModuleAccount, amount: bigint): Event[] {
  if (amount === 0n) return [];
  const { baseDenom } = readChainParams(state);
  add(state, from, -amount);
  changeSupply(state, baseDenom, -amount);
  const burner = textOf(state, from);
  const coins = `${amount}${baseDenom}`;
  return [event('coin_spent', { spender: burner, amount: coins }), event('burn', { burner, amount: coins })];
}

/** Throws InvariantViolation when `from` holds less. */
export function moveCoins(state: WorkingState, from: ModuleAccount, to: ModuleAccount, amount: bigint): Event[] {
  if (amount === 0n) return [];
  add(state, from, -amount);
  add(state, to, amount);
  return transferEvents(textOf(state, from), textOf(state, to), `${amount}${readChainParams(state).baseDenom}`);
}
