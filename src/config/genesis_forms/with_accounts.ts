/**
 * Writes accounts of another tool into a genesis document of Halley: balances go to `bank`, nonces to `auth`, and code
 * and storage to `evm`. An account of the document that the tool lists too is replaced.
 */
import { type AccountState, isContract, isEmptyAccount } from './account_state.js';

interface BankBalance {
  readonly address: string;
  readonly coins: readonly { readonly denom: string; readonly amount: string }[];
}

/** Part of a document of `developmentGenesis` that has accounts. Its addresses are 0x hex. */
export interface DocumentWithAccounts {
  readonly app_state: {
    readonly auth: { readonly accounts: readonly object[] };
    readonly bank: { readonly balances: readonly BankBalance[] };
    readonly evm: {
      readonly params: { readonly evm_denom: string };
      readonly accounts: readonly { readonly address: string }[];
    };
  };
}

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

/** Returns the document with the accounts. The document's other accounts stay. */
export function withAccounts<D extends DocumentWithAccounts>(document: D, accounts: readonly AccountState[]): D {
  const { auth, bank, evm } = document.app_state;
  const denom = evm.params.evm_denom;
  const replaced = new Set(accounts.map(({ address }) => address));
  const isUnlisted = ({ address }: { readonly address: string }): boolean => !replaced.has(address.toLowerCase());
  const given = accounts.filter((account) => !isEmptyAccount(account));
  const funded = given.filter(({ balance }) => balance > 0n);
  const balances = [
    ...bank.balances.filter(isUnlisted),
    ...funded.map(({ address, balance }) => ({ address, coins: [{ denom, amount: `${balance}` }] })),
  ];
  const supply = balances.reduce(
    (sum, { coins }) => sum + coins.reduce((of, { amount }) => of + BigInt(amount), 0n),
    0n,
  );
  return {
    ...document,
    app_state: {
      ...document.app_state,
      auth: {
        ...auth,
        // The nonce of a contract that is not listed here would be 1.
        accounts: given
          .filter((account) => account.nonce > 0n || isContract(account))
          .map(({ address, nonce }) => ({ address, sequence: `${nonce}` })),
      },
      bank: { ...bank, balances, supply: supply === 0n ? [] : [{ denom, amount: `${supply}` }] },
      evm: { ...evm, accounts: [...evm.accounts.filter(isUnlisted), ...given.filter(isContract).map(contractJson)] },
    },
  };
}

/** Returns an account with code or storage as `app_state.evm.accounts` lists it. */
export const contractJson = ({ address, code, storage }: AccountState) => ({
  address,
  code,
  storage: storage
    .filter(([, value]) => value !== 0n)
    .map(([slot, value]) => ({ key: word(slot), value: word(value) })),
});
