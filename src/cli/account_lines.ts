/** Formats accounts and their keys as lines of text: those that the node signs for, and those of Cosmos wallets. */
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';

export interface ShownAccount {
  readonly address: string;
  /** Is the address in bech32, as Cosmos clients write it. Only accounts that the node signs for have it. */
  readonly bech32?: string;
  readonly privateKey: string;
  /** Is the balance in whole coins, or undefined where no chain runs. */
  readonly coins?: string;
}

/** Returns the number of a line, which counts from 0, right-aligned up to `(999)`. */
const indexed = (index: number): string => `(${index})`.padStart(5);

const row = ({ address, privateKey, coins }: ShownAccount, index: number): string =>
  [`${indexed(index)} ${address}`, privateKey, ...(coins === undefined ? [] : [coins])].join('  ');

const columns = (accounts: readonly ShownAccount[]): string =>
  accounts.some(({ coins }) => coins !== undefined) ? 'address, private key, coins' : 'address, private key';

const EVERYBODY = 'These keys are public: use them only for development.';

/** Checks whether these are the development mnemonic's accounts, at their usual path. */
const areWellKnown = ([first]: readonly ShownAccount[]): boolean =>
  first?.privateKey === DEVELOPMENT_ACCOUNTS[0]?.privateKey;

/** Lists the accounts, then their addresses in bech32, two to a line. Without accounts there are no lines. */
export function accountLines(accounts: readonly ShownAccount[]): string[] {
  if (accounts.length === 0) return [];
  const wellKnown = areWellKnown(accounts);
  const texts = accounts.map(({ bech32 }, index) => `${indexed(index)} ${bech32}`);
  const pairs = Array.from({ length: Math.ceil(texts.length / 2) }, (_, i) => texts.slice(2 * i, 2 * i + 2).join('  '));
  return [
    `Accounts: ${columns(accounts)}.${wellKnown ? ` ${EVERYBODY}` : ''}`,
    ...accounts.map(row),
    '',
    `The same accounts for Cosmos clients${wellKnown ? " (coin type 60, m/44'/60'/0'/0/i)" : ''}`,
    ...pairs,
    '',
  ];
}

/** Lists the accounts at the Cosmos path, at most `most` of them. Without accounts there are no lines. */
export function cosmosAccountLines(accounts: readonly ShownAccount[], most = accounts.length): string[] {
  if (accounts.length === 0) return [];
  const rest = accounts.length - most;
  return [
    `Accounts of CosmJS's default wallet (coin type 118, m/44'/118'/0'/0/i): ${columns(accounts)}`,
    ...accounts.slice(0, most).map(row),
    ...(rest > 0 ? [`      and ${rest} more: halley accounts`] : []),
    '',
  ];
}
