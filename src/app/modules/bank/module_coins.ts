/** Mints, burns and moves the coins of modules, with the SDK bank's events. An amount of 0 changes nothing. */
import type { Event } from '../../../abci/application.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import type { Amount } from '../../types/coins.js';
import { event } from '../../types/events.js';
import { failure } from '../../types/refusal.js';
import { transferEvents } from './events.js';
import { balanceOf, changeSupply, setBalance } from './store.js';

/** Returns an amount of the base denom. */
export const baseCoin = (state: StateReader, amount: bigint): Amount => ({
  denom: readChainParams(state).baseDenom,
  amount,
});

function add(state: WorkingState, { address }: ModuleAccount, denom: string, change: bigint): void {
  const before = balanceOf(state, address, denom);
  const balance = before + change;
  if (balance < 0n)
    throw failure(
      'insufficientFunds',
      `spendable balance ${before}${denom} is smaller than ${-change}${denom}: insufficient funds`,
    );
  if (balance > MAX_UINT256)
    throw failure('invalidCoins', `${change}${denom} would make a balance of 2^256 or more: invalid coins`);
  setBalance(state, address, denom, balance);
}

const textOf = (state: WorkingState, account: ModuleAccount): string =>
  bech32Address(account.address, readChainParams(state).bech32Prefix);

/** Mints coins. Throws TxFailure `invalidCoins` for more than an account can have. */
export function mintCoins(state: WorkingState, to: ModuleAccount, { denom, amount }: Amount): Event[] {
  if (amount === 0n) return [];
  add(state, to, denom, amount);
  changeSupply(state, denom, amount);
  const minter = textOf(state, to);
  const coins = `${amount}${denom}`;
  return [event('coin_received', { receiver: minter, amount: coins }), event('coinbase', { minter, amount: coins })];
}

/** Burns coins. Throws TxFailure `insufficientFunds`. */
export function burnCoins(state: WorkingState, from: ModuleAccount, { denom, amount }: Amount): Event[] {
  if (amount === 0n) return [];
  add(state, from, denom, -amount);
  changeSupply(state, denom, -amount);
  const burner = textOf(state, from);
  const coins = `${amount}${denom}`;
  return [event('coin_spent', { spender: burner, amount: coins }), event('burn', { burner, amount: coins })];
}

/**
 * Returns how much of an amount a block can move or burn without a failure: no more than `from` has, and than `to` can
 * have. A pool has too little when an impersonated sender or code at its address has taken from it.
 */
export function movable(
  state: StateReader,
  { denom, amount }: Amount,
  from: ModuleAccount,
  to?: ModuleAccount,
): Amount {
  const room = to === undefined ? amount : MAX_UINT256 - balanceOf(state, to.address, denom);
  const available = balanceOf(state, from.address, denom);
  return { denom, amount: [amount, room, available].reduce((least, each) => (each < least ? each : least)) };
}

/** Moves coins. Throws TxFailure `insufficientFunds`, and `invalidCoins` for more than an account can have. */
export function moveCoins(
  state: WorkingState,
  from: ModuleAccount,
  to: ModuleAccount,
  { denom, amount }: Amount,
): Event[] {
  if (amount === 0n) return [];
  add(state, from, denom, -amount);
  add(state, to, denom, amount);
  return transferEvents(textOf(state, from), textOf(state, to), `${amount}${denom}`);
}
