/** Formats accounts and their keys as lines of text: those that the node signs for, and those of Cosmos wallets. */
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';

export interface ShownAccount {
  readonly address: string;
  /** Address in bech32, as Cosmos clients write it. Only accounts that the node signs for have it. */
  readonly bech32?: string;
  readonly privateKey: string;
  /** Balance in whole coins; `undefined` where no chain runs. */
  readonly coins?: string;
}

/** Returns the number of a line, which counts from 0, right-aligned up to `(999)`. */
const indexed = (index: number): string => `(${index})`.padStart(5);

const row = (cells: readonly (string | undefined)[], index: number): string =>
  `${indexed(index)} ${cells.filter((cell) => cell !== undefined).join('  ')}`;

const EVERYBODY = 'These keys are public: use them only for development.';

/** Checks whether these are the development mnemonic's accounts, at their usual path. */
export const areWellKnown = (accounts: readonly ShownAccount[]): boolean =>
  accounts[0]?.privateKey === DEVELOPMENT_ACCOUNTS[0]?.privateKey;

/**
 * Formats a table of the first `most` accounts: address, private key, bech32 address. If all balances are equal, a note
 * gives the balance once; otherwise each line has its own. Returns no lines for no accounts.
 */
export function accountLines(accounts: readonly ShownAccount[], most = accounts.length): string[] {
  const [first] = accounts;
  if (first === undefined) return [];
  const isSame = accounts.every(({ coins }) => coins === first.coins);
  const wellKnown = areWellKnown(accounts);
  const notes: string[] = [];
  if (isSame && first.coins !== undefined) notes.push(`Each has ${first.coins} coins.`);
  if (wellKnown) notes.push(EVERYBODY);
  return [
    `Accounts: address, private key, bech32${isSame ? '' : ', coins'}${wellKnown ? " (coin type 60, m/44'/60'/0'/0/i)" : ''}`,
    ...(notes.length > 0 ? [notes.join(' ')] : []),
    ...accounts
      .slice(0, most)
      .map(({ address, privateKey, bech32, coins }, index) =>
        row([address, privateKey, bech32, isSame ? undefined : coins], index),
      ),
  ];
}

/** Formats a table of the accounts of CosmJS's default wallet. Returns no lines for no accounts. */
export function cosmosAccountLines(accounts: readonly ShownAccount[]): string[] {
  if (accounts.length === 0) return [];
  return [
    "Accounts of CosmJS's default wallet (coin type 118, m/44'/118'/0'/0/i): address, private key",
    ...accounts.map(({ address, privateKey }, index) => row([address, privateKey], index)),
  ];
}

/** Returns a line with the command that prints the remaining accounts; no line if none remain. */
export function restLine(more: number, cosmos: number): string[] {
  const parts: string[] = [];
  if (more > 0) parts.push(`${more} more`);
  if (cosmos > 0) parts.push(`${cosmos} of CosmJS's default wallet (coin type 118)`);
  return parts.length === 0 ? [] : [`      and ${parts.join(', and ')}: npx halley-devnet accounts`];
}
