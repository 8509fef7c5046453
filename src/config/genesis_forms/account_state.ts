/** Reads accounts as state files and genesis documents of other tools list them: an object by address. */
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { addressOfText, type JsonNode, wordOfText } from './json_node.js';

export interface AccountState {
  /** Lower case with 0x. */
  readonly address: string;
  readonly nonce: bigint;
  readonly balance: bigint;
  /** 0x hex in lower case. */
  readonly code: string;
  readonly storage: readonly (readonly [slot: bigint, value: bigint])[];
}

const NONCE_LIMIT = 2n ** 64n;
const WORD_LIMIT = MAX_UINT256 + 1n;
const NO_CODE = '0x';

/** Members that every account must have. */
export interface AccountTerms {
  readonly required: readonly ('nonce' | 'balance' | 'code' | 'storage')[];
}

/** Reads the accounts. Throws for an address that is listed twice, and for an invalid member. Ignores unknown members. */
export function readAccounts(node: JsonNode, terms: AccountTerms): readonly AccountState[] {
  const list = new AccountList(terms);
  for (const [key, member] of node.members()) list.add(key, member);
  return list.accounts();
}

/** Collects accounts that are read one by one. */
export class AccountList {
  readonly #byAddress = new Map<string, AccountState>();
  /** Spelling of an address in the document, where it is another one. */
  readonly #spellings = new Map<string, string>();

  constructor(private readonly terms: AccountTerms) {}

  /**
   * Reads an account. Throws for an address that is listed already in another spelling, and for an invalid member. A key
   * that comes again replaces the account, as in JSON.
   */
  add(key: string, member: JsonNode): void {
    const address = addressOfText(key);
    if (address === undefined) throw member.badName('is not an address, expected 40 hex digits, which may follow 0x');
    if (this.#byAddress.has(address) && (this.#spellings.get(address) ?? address) !== key)
      throw member.badName('is listed twice, expected each address once');
    if (key !== address) this.#spellings.set(address, key);
    this.#byAddress.set(address, readAccount(address, member, this.terms));
  }

  clear(): void {
    this.#byAddress.clear();
    this.#spellings.clear();
  }

  accounts(): readonly AccountState[] {
    return [...this.#byAddress.values()];
  }
}

function readAccount(address: string, node: JsonNode, { required }: AccountTerms): AccountState {
  if (!node.present) throw node.bad('an object');
  for (const name of required) if (!node.field(name).present) throw node.field(name).bad('the value of the account');
  const code = node.field('code');
  return {
    address,
    nonce: node.field('nonce').quantity(NONCE_LIMIT, 0n),
    balance: node.field('balance').quantity(WORD_LIMIT, 0n),
    code: code.present ? code.data() : NO_CODE,
    storage: readStorage(node.field('storage')),
  };
}

function readStorage(node: JsonNode): AccountState['storage'] {
  const seen = new Set<bigint>();
  return node.members().map(([key, member]) => {
    const slot = wordOfText(key);
    if (slot === undefined) throw member.badName('is not a slot, expected at most 64 hex digits');
    if (seen.has(slot)) throw member.badName('is listed twice, expected each slot once');
    seen.add(slot);
    const value = typeof member.value === 'string' ? wordOfText(member.value) : undefined;
    if (value === undefined) throw member.bad('the value of the slot, as 0x and at most 64 hex digits');
    return [slot, value] as const;
  });
}

/** Returns whether the account is as one that does not exist (EIP-161). */
export const isEmptyAccount = ({ nonce, balance, code, storage }: AccountState): boolean =>
  nonce === 0n && balance === 0n && code === NO_CODE && storage.every(([, value]) => value === 0n);

/** Returns whether the account has code, or storage that is not zero. */
export const isContract = ({ code, storage }: AccountState): boolean =>
  code !== NO_CODE || storage.some(([, value]) => value !== 0n);
