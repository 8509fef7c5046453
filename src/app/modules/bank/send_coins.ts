/** Sends coins between accounts (SDK x/bank `subUnlockedCoins`, `addCoins`, `SendCoins`), with the bank's events. */
import type { Event } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { bech32Address } from '../../types/address.js';
import { type Amount, coinsText } from '../../types/coins.js';
import { event } from '../../types/events.js';
import { failure } from '../../types/refusal.js';
import { ensureAccount } from '../auth/store.js';
import { trackDelegation } from '../auth/vesting.js';
import { transferEvents } from './events.js';
import { balanceIn, balanceOf, lockedBalanceOf, setBalance } from './store.js';

const textOf = (coins: readonly Amount[]): string =>
  coinsText(coins.map(({ denom, amount }) => ({ denom, amount: amount.toString() })));

/** State and parameters of a message, or of the end of a block. */
type Coinage = Pick<MessageContext, 'state' | 'params'> & { readonly block: Pick<MessageContext['block'], 'time'> };

/** Takes coins from an account. Throws TxFailure `insufficientFunds`, also where too many of its coins are locked. */
export function takeCoins({ state, params, block }: Coinage, from: Bytes, coins: readonly Amount[]): Event {
  for (const { denom, amount } of coins) {
    const { balance, locked } = lockedBalanceOf(state, from, denom, block.time);
    if (balance < locked)
      throw insufficient(`locked amount exceeds account balance funds: ${locked}${denom} > ${balance}${denom}`);
    if (balance - locked < amount)
      throw insufficient(`spendable balance ${balance - locked}${denom} is smaller than ${amount}${denom}`);
    setBalance(state, from, denom, balance - amount);
  }
  return spent(params, from, coins);
}

/** Takes coins that an account delegates, locked or not (SDK `DelegateCoins`). Throws TxFailure `insufficientFunds`. */
export function takeDelegated({ state, params, block }: Coinage, from: Bytes, coin: Amount): Event {
  const { denom, amount } = coin;
  const { balance, params: chain } = balanceIn(state, from, denom);
  if (balance < amount) throw insufficient(`failed to delegate; ${balance}${denom} is smaller than ${amount}${denom}`);
  setBalance(state, from, denom, balance - amount);
  if (chain.hasVesting) trackDelegation(state, from, coin, block.time);
  return spent(params, from, [coin]);
}

const insufficient = (text: string) => failure('insufficientFunds', `${text}: insufficient funds`);

function spent(params: Coinage['params'], from: Bytes, coins: readonly Amount[]): Event {
  return event('coin_spent', { spender: bech32Address(from, params.bech32Prefix), amount: textOf(coins) });
}

/**
 * Gives coins to an account, and creates it if it had nothing. Throws TxFailure `invalidCoins` for more than an account
 * can have.
 */
export function giveCoins({ state, params }: Coinage, to: Bytes, coins: readonly Amount[]): Event {
  ensureAccount(state, to);
  for (const { denom, amount } of coins) {
    const balance = balanceOf(state, to, denom) + amount;
    if (balance > MAX_UINT256)
      throw failure('invalidCoins', `${amount}${denom} would make a balance of 2^256 or more: invalid coins`);
    setBalance(state, to, denom, balance);
  }
  return event('coin_received', { receiver: bech32Address(to, params.bech32Prefix), amount: textOf(coins) });
}

/** Sends coins. Throws TxFailure `insufficientFunds`. */
export function sendCoins(
  context: Coinage & Pick<MessageContext, 'emit'>,
  from: Bytes,
  to: Bytes,
  coins: readonly Amount[],
): void {
  takeCoins(context, from, coins);
  giveCoins(context, to, coins);
  const { bech32Prefix } = context.params;
  context.emit(...transferEvents(bech32Address(from, bech32Prefix), bech32Address(to, bech32Prefix), textOf(coins)));
}
