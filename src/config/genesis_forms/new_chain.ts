/**
 * Makes the genesis document of a new chain from documents of other tools: geth's genesis, Hardhat's accounts, and a
 * state file of Anvil. What the caller chooses takes precedence over the documents, as Anvil's flags do.
 */
import { developmentGenesis, type GenesisChoices } from '../development_genesis.js';
import type { AccountState } from './account_state.js';
import { type GethGenesis, readGethGenesis } from './geth_genesis.js';
import { type FundedAccount, readHardhatAccounts } from './hardhat_accounts.js';
import { withHistory } from './history/history_document.js';
import { historyOf } from './history/history_of.js';
import type { Refuse } from './json_node.js';
import type { StateFile } from './state_file.js';
import { type DocumentWithAccounts, withAccounts } from './with_accounts.js';

/** Is the highest gas limit of a block. A state file of a chain without a limit has a higher one. */
export const MAX_GAS_LIMIT = 2n ** 63n - 1n;

/** Is a new chain as it starts. */
export interface NewChain {
  /** Is the genesis document as parsed JSON. */
  readonly document: unknown;
  /** Is the Unix time in seconds from which the chain's clock continues; undefined for the clock's own time. */
  readonly timestamp: bigint | undefined;
  /** Lists the keys of the unlocked accounts, where the documents define them. */
  readonly privateKeys: readonly string[] | undefined;
}

/** Holds what the caller chooses, and the development accounts in 0x hex, which get the chosen balance. */
export interface NewChainChoices extends Omit<GenesisChoices, 'addresses'> {
  readonly ethereumAddresses: readonly string[];
  readonly cosmosAddresses: readonly string[];
}

/** Names the tool whose document defines a chain. */
export type ForeignForm = 'geth' | 'hardhat';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the tool that a document's shape is of, or undefined for a document of Halley or CometBFT. */
export function foreignFormOf(document: unknown): ForeignForm | undefined {
  if (Array.isArray(document)) return 'hardhat';
  if (!isObject(document) || 'app_state' in document || 'chain_id' in document) return undefined;
  if ('alloc' in document) return 'geth';
  return 'mnemonic' in document ? 'hardhat' : undefined;
}

/** Describes a new chain before its document is made. */
interface Draft {
  readonly choices: NewChainChoices;
  /** Lists the accounts in place of development accounts with the same addresses. */
  readonly accounts: readonly AccountState[];
  readonly timestamp: bigint | undefined;
  readonly privateKeys: readonly string[] | undefined;
  /** Is the base fee of the first block, where it does not follow from that of the genesis. */
  readonly firstBaseFee?: bigint | undefined;
}

/**
 * Makes a chain of a document of `foreignFormOf`, and of a state file on top of it. Either may be undefined. Throws the
 * error of `refuse` for an invalid member of the document.
 */
export async function newChain(
  choices: NewChainChoices,
  document: unknown,
  state: StateFile | undefined,
  refuse: Refuse,
): Promise<NewChain> {
  const draft = await draftOf(choices, document, refuse);
  const { accounts, timestamp, privateKeys, choices: chosen, firstBaseFee } = state ? onTop(draft, state) : draft;
  const { ethereumAddresses, cosmosAddresses, ...rest } = chosen;
  const genesis = developmentGenesis({ ...rest, addresses: [...ethereumAddresses, ...cosmosAddresses] });
  const funded = withAccounts(genesis as DevelopmentDocument, accounts);
  const history = state && (await historyOf(state));
  const plain = withFirstBaseFee(funded, firstBaseFee);
  const whole = history === undefined ? plain : withHistory({ ...plain }, history.history, history.genesis);
  return { document: whole, timestamp, privateKeys };
}

type DevelopmentDocument = DocumentWithAccounts & { readonly app_state: { readonly dev: object } };

function withFirstBaseFee(document: DevelopmentDocument, fee: bigint | undefined): DevelopmentDocument {
  if (fee === undefined) return document;
  const { app_state } = document;
  return { ...document, app_state: { ...app_state, dev: { ...app_state.dev, next_base_fee: `${fee}` } } };
}

async function draftOf(choices: NewChainChoices, document: unknown, refuse: Refuse): Promise<Draft> {
  const timestamp = choices.timestamp === undefined ? undefined : BigInt(choices.timestamp);
  const draft: Draft = { choices, accounts: [], timestamp, privateKeys: undefined };
  switch (foreignFormOf(document)) {
    case undefined:
      return draft;
    case 'geth':
      return withGeth(draft, readGethGenesis(document, refuse));
    case 'hardhat':
      return withHardhat(draft, await readHardhatAccounts(document, refuse));
  }
}

function withGeth(draft: Draft, genesis: GethGenesis): Draft {
  const { choices } = draft;
  const timestamp = draft.timestamp ?? genesis.timestamp;
  const number = choices.number ?? (genesis.number === undefined ? undefined : Number(genesis.number));
  return {
    ...draft,
    choices: {
      ...choices,
      chainId: choices.chainId ?? (genesis.chainId === undefined ? undefined : `halley_${genesis.chainId}-1`),
      gasLimit: choices.gasLimit ?? (choices.disableBlockGasLimit === true ? undefined : genesis.gasLimit),
      baseFee: choices.baseFee ?? genesis.baseFee,
      timestamp: timestamp === undefined ? undefined : Number(timestamp),
      number,
    },
    accounts: genesis.accounts,
    timestamp,
  };
}

/** Funds the accounts of Hardhat's configuration in place of the development accounts at Ethereum's path. */
function withHardhat(draft: Draft, funded: readonly FundedAccount[]): Draft {
  return {
    ...draft,
    choices: { ...draft.choices, ethereumAddresses: [] },
    accounts: funded.map(({ address, balance }) => ({ address, balance, nonce: 0n, code: '0x', storage: [] })),
    privateKeys: funded.map(({ privateKey }) => privateKey),
  };
}

/** Puts the accounts and the newest block of a state file on top. The clock goes on by itself, as in Anvil. */
function onTop(draft: Draft, state: StateFile): Draft {
  const { choices } = draft;
  const listed = new Set(state.accounts.map(({ address }) => address));
  const gasLimit = state.gasLimit !== undefined && state.gasLimit <= MAX_GAS_LIMIT ? state.gasLimit : undefined;
  // The first block has the time of the genesis, and must be later than the newest block of the file.
  const timestamp = state.timestamp === undefined ? choices.timestamp : Number(state.timestamp) + 1;
  return {
    ...draft,
    choices: {
      ...choices,
      gasLimit: choices.gasLimit ?? (choices.disableBlockGasLimit === true ? undefined : gasLimit),
      baseFee: choices.baseFee ?? state.baseFee,
      number: Number(state.number),
      timestamp,
    },
    firstBaseFee: choices.baseFee === undefined ? state.nextBaseFee : undefined,
    accounts: [...draft.accounts.filter(({ address }) => !listed.has(address)), ...state.accounts],
  };
}
