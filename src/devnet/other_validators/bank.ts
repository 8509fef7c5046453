/** Changes the bank of a genesis document: balances and the supply. */
import { bech32Address, parseAddress } from '../../app/types/address.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { type Json, listAt, textAt, wholeAt } from './json.js';

export interface BankChange {
  readonly address: Bytes;
  /** Amount that is added to the balance; may be negative. */
  readonly amount: bigint;
}

/** Returns `app_state.bank` with the changes of one denom. A supply that the document states changes by their sum. */
export function withBankChanges(bank: Json, denom: string, prefix: string, changes: readonly BankChange[]): Json {
  const sum = changes.reduce((total, { amount }) => total + amount, 0n);
  const supply = listAt(bank['supply'], 'app_state.bank.supply');
  return {
    ...bank,
    balances: changes.reduce(
      (balances, change) => withBalance(balances, change, denom, prefix),
      listAt(bank['balances'], 'app_state.bank.balances'),
    ),
    supply: supply.length > 0 ? withCoins(supply, denom, sum, 'app_state.bank.supply') : supply,
  };
}

function withBalance(balances: readonly Json[], { address, amount }: BankChange, denom: string, prefix: string) {
  if (amount === 0n) return balances;
  const at = balances.findIndex((entry) => isOf(entry, address, prefix));
  const path = `app_state.bank.balances[${at < 0 ? balances.length : at}].coins`;
  const entry = balances[at] ?? { address: bech32Address(address, prefix), coins: [] };
  const changed = { ...entry, coins: withCoins(listAt(entry['coins'], path), denom, amount, path) };
  return at < 0 ? [...balances, changed] : balances.with(at, changed);
}

function isOf(entry: Json, address: Bytes, prefix: string): boolean {
  const parsed = parseAddress(textAt(entry['address'], 'an address of app_state.bank.balances', ''), prefix);
  return parsed instanceof Uint8Array && equalBytes(parsed, address);
}

/** Returns the coins with an amount added. A list in which the sum is 0 does not have the denom. */
function withCoins(coins: readonly Json[], denom: string, amount: bigint, path: string): readonly Json[] {
  const before = coins.find((coin) => coin['denom'] === denom);
  const sum = wholeAt(before?.['amount'], path) + amount;
  const others = coins.filter((coin) => coin !== before);
  if (sum === 0n) return others;
  const coin = { denom, amount: `${sum}` };
  const byDenom = (a: Json, b: Json): number => (String(a['denom']) < String(b['denom']) ? -1 : 1);
  return before === undefined ? [...coins, coin].sort(byDenom) : coins.map((each) => (each === before ? coin : each));
}
