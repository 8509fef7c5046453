/**
 * Makes the genesis document of a new chain from documents of other tools: geth's genesis, Hardhat's accounts, and a
 * state file of Anvil. What the caller chooses takes precedence over the documents, as Anvil's flags do.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { to0x, tryFromHex } from '../../kernel/hex.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { LATEST_BLOCK_TIME } from '../../settings/bounds.js';
import { developmentGenesis, type GenesisChoices } from '../development_genesis.js';
import { checkMnemonic } from '../mnemonic.js';
import { type AccountState, readAccounts } from './account_state.js';
import { withHistory } from './history/history_document.js';
import { historyOf } from './history/history_of.js';
import { JsonNode, type Refuse } from './json_node.js';
import { MAX_GENESIS_NUMBER } from './limits.js';
import type { StateFile } from './state_file.js';
import { type DocumentWithAccounts, withAccounts } from './with_accounts.js';

/** Highest gas limit of a block. A state file of a chain without a limit has a higher one. */
export const MAX_GAS_LIMIT = 2n ** 63n - 1n;

/** New chain at its start. */
export interface NewChain {
  /** Genesis document as parsed JSON. */
  readonly document: unknown;
  /** Unix time in seconds from which the chain's clock continues; `undefined` for the clock's own time. */
  readonly timestamp: bigint | undefined;
  /** Keys of the unlocked accounts, where the documents define them. */
  readonly privateKeys: readonly string[] | undefined;
}

/** Choices of the caller, and the development accounts in 0x hex, which get the chosen balance. */
export interface NewChainChoices extends Omit<GenesisChoices, 'addresses'> {
  readonly ethereumAddresses: readonly string[];
  readonly cosmosAddresses: readonly string[];
}

/** Tool whose document defines a chain. */
export type ForeignForm = 'geth' | 'hardhat';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the tool that a document's shape is of, or undefined for a document of Halley or CometBFT. */
export function foreignFormOf(document: unknown): ForeignForm | undefined {
  if (Array.isArray(document)) return 'hardhat';
  if (!isObject(document) || 'app_state' in document || 'chain_id' in document) return undefined;
  if ('alloc' in document) return 'geth';
  return 'mnemonic' in document ? 'hardhat' : undefined;
}

/** New chain before its document is made. */
interface Draft {
  readonly choices: NewChainChoices;
  /** Accounts in place of development accounts with the same addresses. */
  readonly accounts: readonly AccountState[];
  readonly timestamp: bigint | undefined;
  readonly privateKeys: readonly string[] | undefined;
  /** Base fee of the first block, where it does not follow from that of the genesis. */
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
  const genesis = developmentGenesis({
    ...rest,
    // The other documents describe all contracts of a chain.
    preinstalls: rest.preinstalls !== false && state === undefined && foreignFormOf(document) !== 'geth',
    addresses: [...ethereumAddresses, ...cosmosAddresses],
  });
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

interface GethGenesis {
  readonly chainId: bigint | undefined;
  readonly accounts: readonly AccountState[];
  readonly gasLimit: bigint | undefined;
  /** In Unix seconds. It is undefined for 0, which most documents have: the chain then begins now. */
  readonly timestamp: bigint | undefined;
  readonly baseFee: bigint | undefined;
  readonly number: bigint | undefined;
}

const CHAIN_ID_LIMIT = 2n ** 63n;
const FEE_LIMIT = 2n ** 128n;

/**
 * Reads geth's genesis document (`core.Genesis`), as `geth init` and Anvil's `--init` take it. It defines the EIP-155
 * id, the accounts, and number, time, gas limit and base fee of the genesis block. Halley's validators and rules do not
 * come from it: difficulty, nonce, extra data, coinbase and the forks of `config` are ignored. Throws the error of
 * `refuse` for an invalid member.
 */
function readGethGenesis(document: unknown, refuse: Refuse): GethGenesis {
  const root = new JsonNode(document, '', refuse);
  const optional = (node: JsonNode, limit: bigint): bigint | undefined =>
    node.present ? node.quantity(limit) : undefined;
  return {
    chainId: optional(root.field('config').field('chainId'), CHAIN_ID_LIMIT),
    accounts: readAccounts(root.field('alloc'), { required: [] }),
    gasLimit: optional(root.field('gasLimit'), MAX_GAS_LIMIT + 1n) || undefined,
    timestamp: optional(root.field('timestamp'), LATEST_BLOCK_TIME) || undefined,
    baseFee: optional(root.field('baseFeePerGas'), FEE_LIMIT),
    number: optional(root.field('number'), MAX_GENESIS_NUMBER + 1n),
  };
}

interface FundedAccount {
  readonly privateKey: string;
  readonly address: string;
  readonly balance: bigint;
}

const HARDHAT_PATH = "m/44'/60'/0'/0";
const HARDHAT_COUNT = 20n;
const HARDHAT_BALANCE = 10_000n * 10n ** 18n;
const MAX_HARDHAT_ACCOUNTS = 10_000n;
/** Limit of the index of the first account, so that the index of the last one is not hardened. */
const INDEX_LIMIT = 2n ** 31n - MAX_HARDHAT_ACCOUNTS;
const WORD_LIMIT = MAX_UINT256 + 1n;
const DERIVATION_PATH = /^m(\/\d{1,10}'?)*\/?$/;

/**
 * Reads the `accounts` of a network in Hardhat's configuration: a list of `{ privateKey, balance }`, or a mnemonic with
 * `path`, `initialIndex`, `count`, `accountsBalance` and `passphrase`, whose defaults are Hardhat's. Throws the error
 * of `refuse` for an invalid member. No error contains a key or a mnemonic.
 */
async function readHardhatAccounts(document: unknown, refuse: Refuse): Promise<readonly FundedAccount[]> {
  const root = new JsonNode(document, '', refuse);
  return Array.isArray(document) ? accountsOfKeys(root) : accountsOfMnemonic(root);
}

async function accountsOfKeys(root: JsonNode): Promise<readonly FundedAccount[]> {
  const [{ addressOfPrivateKey, isPrivateKey }, { installFastCrypto }] = await Promise.all([
    import('../../crypto/secp256k1/index.js'),
    import('../../crypto/install.js'),
  ]);
  await installFastCrypto();
  const seen = new Set<string>();
  return root.elements().map((node) => {
    const key = privateKeyOf(node.field('privateKey'), isPrivateKey);
    const address = to0x(addressOfPrivateKey(key));
    if (seen.has(address)) throw node.field('privateKey').badSecret('a key without another entry');
    seen.add(address);
    return { privateKey: to0x(key), address, balance: node.field('balance').quantity(WORD_LIMIT) };
  });
}

function privateKeyOf(node: JsonNode, isPrivateKey: (bytes: Bytes) => boolean): Bytes {
  const { value } = node;
  const bytes = typeof value === 'string' ? tryFromHex(value.replace(/^0x/, '')) : undefined;
  if (bytes !== undefined && isPrivateKey(bytes)) return bytes;
  throw node.badSecret('a private key: 32 bytes in hex');
}

async function accountsOfMnemonic(root: JsonNode): Promise<readonly FundedAccount[]> {
  const mnemonic = root.field('mnemonic').text();
  await checkMnemonic(mnemonic);
  const path = textOf(root.field('path'), HARDHAT_PATH);
  if (!DERIVATION_PATH.test(path)) throw root.field('path').bad(`a derivation path, such as "${HARDHAT_PATH}"`);
  const count = root.field('count').quantity(MAX_HARDHAT_ACCOUNTS + 1n, HARDHAT_COUNT);
  const firstIndex = root.field('initialIndex').quantity(INDEX_LIMIT, 0n);
  const balance = root.field('accountsBalance').quantity(WORD_LIMIT, HARDHAT_BALANCE);
  const passphrase = textOf(root.field('passphrase'), '');
  const [{ deriveAccounts }, { installFastCrypto }] = await Promise.all([
    import('../../crypto/mnemonic.js'),
    import('../../crypto/install.js'),
  ]);
  await installFastCrypto();
  const derived = await deriveAccounts(mnemonic, Number(count), path, { firstIndex: Number(firstIndex), passphrase });
  return derived.map(({ privateKey, address }) => ({ privateKey: to0x(privateKey), address: to0x(address), balance }));
}

const textOf = (node: JsonNode, fallback: string): string => (node.present ? node.text() : fallback);

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
