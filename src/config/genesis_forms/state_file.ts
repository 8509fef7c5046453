/**
 * Reads Anvil's state file (foundry's `SerializableState`): accounts, the environment of the newest block, and the
 * blocks and transactions before. Files of all versions of Anvil are read: the oldest have accounts only, and later ones
 * have numbers as hex text. Members that are not known are ignored, as they come from newer versions.
 */
import { STREAMED } from '../../kernel/sliced_json.js';
import { finish, type Steps } from '../../kernel/steps.js';
import { LATEST_BLOCK_TIME } from '../../settings/bounds.js';
import { nextBaseFeeOfHeader } from '../ethereum_base_fee.js';
import { AccountList, type AccountState, type AccountTerms } from './account_state.js';
import { JsonNode, type Refuse } from './json_node.js';
import { MAX_GENESIS_NUMBER } from './limits.js';
import { parsingStateFile } from './state_file_bytes.js';

export interface StateFile {
  readonly accounts: readonly AccountState[];
  /** Number of the newest block; 0n in a file without blocks. */
  readonly number: bigint;
  /** Unix time of the newest block in seconds. */
  readonly timestamp: bigint | undefined;
  readonly gasLimit: bigint | undefined;
  /** Base fee of the newest block, in wei. */
  readonly baseFee: bigint | undefined;
  /** Base fee of the block after the newest one, in wei. */
  readonly nextBaseFee: bigint | undefined;
  /** Blocks, in any order. Each has a header whose number was checked. */
  readonly blocks: readonly JsonNode[];
  readonly transactions: readonly JsonNode[];
  /** Pairs of a block's hash and the state after it. */
  readonly historicalStates: readonly JsonNode[];
}

const UINT64_LIMIT = 2n ** 64n;
const FEE_LIMIT = 2n ** 128n;
const NUMBER_LIMIT = MAX_GENESIS_NUMBER + 1n;

const ACCOUNTS = 'accounts';
const TERMS: AccountTerms = { required: ['nonce', 'balance', 'code', 'storage'] };
/** Blocks whose headers a step reads. */
const BLOCKS_OF_STEP = 256;

/** Reads a parsed file. Throws the error of `refuse` for another document, and for an invalid member. */
export const readStateFile = (document: unknown, refuse: Refuse): StateFile =>
  finish(readingDocument(document, new AccountList(TERMS), refuse));

/** Parses and reads the text of a file. Throws as `readStateFile`, and for a text that is no JSON. */
export function* readingStateFile(text: string, refuse: Refuse): Steps<StateFile> {
  const accounts = new AccountList(TERMS);
  const sink = {
    begin: () => accounts.clear(),
    member: (key: string, value: unknown) => accounts.add(key, new JsonNode(value, `${ACCOUNTS}.${key}`, refuse)),
  };
  const document = yield* parsingStateFile(text, refuse, { key: ACCOUNTS, sink });
  return yield* readingDocument(document, accounts, refuse);
}

/** Reads a document whose accounts are in it, or in the list. */
function* readingDocument(document: unknown, list: AccountList, refuse: Refuse): Steps<StateFile> {
  const root = new JsonNode(document, '', refuse);
  const given = root.field(ACCOUNTS);
  if (!given.present) throw given.bad('an object by address, as in a state file of Anvil');
  if (given.value !== STREAMED) list.clear();
  for (const [key, member] of given.members()) list.add(key, member);
  const block = root.field('block');
  const environment = block.present ? readEnvironment(block) : undefined;
  const blocks = root.field('blocks').elements();
  const newest = yield* newestHeader(blocks);
  const best = root.field('best_block_number');
  const number = best.present ? best.quantity(NUMBER_LIMIT) : (environment?.number ?? newest?.number ?? 0n);
  return {
    accounts: list.accounts(),
    number,
    timestamp: laterOf(environment?.timestamp, newest?.timestamp),
    gasLimit: (environment?.gasLimit ?? newest?.gasLimit) || undefined,
    baseFee: newest?.baseFee ?? environment?.baseFee,
    nextBaseFee: newest === undefined ? environment?.baseFee : nextBaseFeeOfHeader(newest),
    blocks,
    transactions: root.field('transactions').elements(),
    historicalStates: root.field('historical_states').elements(),
  };
}

interface Header {
  readonly number: bigint;
  readonly timestamp: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly baseFee: bigint;
}

/** Reads `block`, whose members are revm's: names with underscores. A member that is missing has Anvil's default. */
function readEnvironment(node: JsonNode): Omit<Header, 'gasUsed'> {
  return {
    number: node.field('number').quantity(NUMBER_LIMIT, 0n),
    timestamp: node.field('timestamp').quantity(LATEST_BLOCK_TIME, 1n),
    gasLimit: node.field('gas_limit').quantity(UINT64_LIMIT, 0n),
    baseFee: node.field('basefee').quantity(FEE_LIMIT, 0n),
  };
}

const laterOf = (a: bigint | undefined, b: bigint | undefined): bigint | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

function* newestHeader(blocks: readonly JsonNode[]): Steps<Header | undefined> {
  let newest: Header | undefined;
  for (const [i, block] of blocks.entries()) {
    if (i % BLOCKS_OF_STEP === BLOCKS_OF_STEP - 1) yield;
    const header = readHeader(block.field('header'));
    if (newest === undefined || header.number > newest.number) newest = header;
  }
  return newest;
}

const readHeader = (node: JsonNode): Header => ({
  number: node.field('number').quantity(NUMBER_LIMIT),
  timestamp: node.field('timestamp').quantity(LATEST_BLOCK_TIME),
  gasLimit: node.field('gasLimit').quantity(UINT64_LIMIT),
  gasUsed: node.field('gasUsed').quantity(UINT64_LIMIT),
  baseFee: node.field('baseFeePerGas').quantity(FEE_LIMIT, 0n),
});
