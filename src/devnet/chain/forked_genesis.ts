/**
 * Makes the genesis document of a fork from that of a new chain. The first block follows the other chain's block. The
 * accounts of the document have its balances, with the nonces and the code that they have on the other chain. What the
 * document has as every development chain has it (chain id, gas limit, base fee) is replaced by the other chain's.
 */
import template from '../../../genesis/dev.json' with { type: 'json' };
import type { RemoteAccount } from '../../app/state/remote_source.js';
import { parseAddress } from '../../app/types/address.js';
import { nextBaseFeeOfHeader } from '../../config/ethereum_base_fee.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { formatTime, NANOS_PER_SECOND } from '../../kernel/time.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { isRecord } from '../../settings/reader.js';
import type { Fork, ForkPoint } from '../fork/fork.js';
import { planMember, readPlan } from '../plan/read_plan.js';

/** CometBFT's `max_gas` for blocks without a limit. */
const NO_LIMIT = '-1';
const MAX_INT64 = 2n ** 63n - 1n;
/** Gas of the cheapest transaction, in Ethereum's rules. */
const TRANSFER_GAS = 21_000n;

type Json = Readonly<Record<string, unknown>>;

/** Choices of the devnet's options for a new fork. */
export interface ForkChoices {
  /** Chain id of EIP-155; `undefined` takes that of the document, or the other chain's. */
  readonly chainId: bigint | undefined;
  readonly gasLimit: bigint | undefined;
  /** Whether the user has given the document, so that a restart must be given the same one. */
  readonly isGiven: boolean;
  /** Time of the first block in Unix seconds. */
  readonly timestamp: bigint | undefined;
}

/** Returns the document as parsed JSON. Rejects with HalleyError `invalid-genesis`, `invalid-argument` or `unavailable`. */
export async function forkedGenesis(document: unknown, fork: Fork, choices: ForkChoices): Promise<unknown> {
  const doc = objectOf(document, 'the genesis document');
  if (readPlan(planMember(document)).chains.length > 0)
    throw new HalleyError('invalid-genesis', 'the genesis document has other chains: a fork is a devnet of one chain');
  const appState = objectOf(doc['app_state'], 'app_state');
  const { point } = fork;
  const isGiven = choices.isGiven ? { document_hash: hashOfDocument(document) } : {};
  const accounts = await remoteAccounts(fork, namedAddresses(appState));
  const chosenId = chosenChainId(doc);
  const evmChainId = choices.chainId ?? point.chainId;
  if (chosenId === undefined && (evmChainId === 0n || evmChainId > MAX_INT64)) throw invalidChainId(fork);
  return {
    ...doc,
    genesis_time: formatTime(beginningOf(point, choices) * NANOS_PER_SECOND),
    chain_id: choices.chainId === undefined && chosenId !== undefined ? chosenId : `halley_${evmChainId}-1`,
    initial_height: `${point.number + 1n}`,
    consensus_params: consensusParamsOf(doc, point, choices),
    app_state: appStateOf(appState, accounts, fork, isGiven),
  };
}

const invalidChainId = ({ label, point: { chainId } }: Fork): HalleyError =>
  new HalleyError(
    'invalid-argument',
    `${label} has the chain id ${chainId}, which no fork can have, expected a number from 1 to ${MAX_INT64}: ` +
      'set another one with --fork-chain-id, or the option chainId of fork',
    { chainId },
  );

/** Returns the Unix time in seconds at which the first block begins. It is later than the other chain's block. */
export function beginningOf({ timestamp: last }: ForkPoint, { timestamp }: Pick<ForkChoices, 'timestamp'>): bigint {
  if (timestamp !== undefined && timestamp <= last)
    throw new HalleyError(
      'invalid-argument',
      `the timestamp ${timestamp} is not after the block of the fork, expected more than ${last}`,
    );
  return timestamp ?? last + 1n;
}

/** Returns the hash of a document from which a fork's was made. */
export const hashOfDocument = (document: unknown): string => to0x(sha256(utf8(JSON.stringify(document))));

/** Returns the consensus chain id of the document; undefined for that of every development chain. */
function chosenChainId(doc: Json): string | undefined {
  const id = textOf(doc['chain_id']);
  return id === template.chain_id ? undefined : id;
}

function consensusParamsOf(doc: Json, { gasLimit }: ForkPoint, choices: ForkChoices): Json {
  const params = objectOf(doc['consensus_params'] ?? {}, 'consensus_params');
  const block = objectOf(params['block'] ?? {}, 'consensus_params.block');
  const given = block['max_gas'] === template.consensus_params.block.max_gas ? undefined : block['max_gas'];
  const remote = gasLimit > MAX_INT64 || gasLimit === 0n ? NO_LIMIT : gasLimit.toString();
  return { ...params, block: { ...block, max_gas: choices.gasLimit?.toString() ?? given ?? remote } };
}

function appStateOf(appState: Json, accounts: Accounts, fork: Fork, more: Json): Json {
  const { point } = fork;
  const [auth, evm] = [objectOf(appState['auth'] ?? {}, 'auth'), objectOf(appState['evm'] ?? {}, 'evm')];
  const [market, dev] = [objectOf(appState['feemarket'] ?? {}, 'feemarket'), objectOf(appState['dev'] ?? {}, 'dev')];
  const { preinstalls: _, ...rest } = evm;
  const contracts = listOf(evm['accounts']).filter((entry) => !isDeployerThere(entry, accounts));
  const named = new Set([...listOf(auth['accounts']), ...contracts].map(addressOf));
  const own = [...accounts.values()].filter(({ text }) => !named.has(text) && !isDeployer(text));
  const withNonce = own.filter(({ account: { nonce, code } }) => nonce > 0n || code.length > 0);
  const params = objectOf(market['params'] ?? {}, 'feemarket.params');
  return {
    ...appState,
    auth: {
      ...auth,
      accounts: [
        ...listOf(auth['accounts']),
        ...withNonce.map(({ text, account }) => ({ address: text, sequence: account.nonce.toString() })),
      ],
    },
    evm: {
      ...rest,
      accounts: [
        ...contracts,
        ...own
          .filter(({ account }) => account.code.length > 0)
          .map(({ text, account }) => ({
            address: text,
            code: to0x(account.code),
            storage: [],
            keep_storage: true,
          })),
      ],
      fork: { ...forkJson(point), ...more },
    },
    feemarket: { ...market, ...feeMarketOf(params, point) },
    dev: { ...dev, ...firstBaseFee(params, fork) },
  };
}

const forkJson = ({ chainId, number, hash, parentHash, timestamp, mixHash, miner }: ForkPoint): Json => ({
  chain_id: chainId.toString(),
  block_number: number.toString(),
  block_hash: to0x(hash),
  parent_hash: to0x(parentHash),
  block_time: formatTime(timestamp * NANOS_PER_SECOND),
  mix_hash: to0x(mixHash),
  miner: to0x(miner),
});

const isChosen = ({ base_fee: baseFee }: Json): boolean =>
  baseFee !== undefined && baseFee !== template.app_state.feemarket.params.base_fee;

/** Gives the parent block the base fee of the other chain's. */
function feeMarketOf(params: Json, { baseFeePerGas, gasUsed, number }: ForkPoint): Json {
  if (params['no_base_fee'] === true) return {};
  // Before EIP-1559, the market begins with the first block of the fork.
  if (baseFeePerGas === undefined) return { params: { ...params, enable_height: `${number + 1n}` } };
  return {
    params: { ...params, base_fee: baseFeePerGas.toString(), enable_height: '0' },
    block_gas: gasUsed.toString(),
  };
}

/**
 * Sets the first block's base fee, which follows from the other chain's header, unless the document chooses one. Throws
 * HalleyError `invalid-argument` for one that no account can pay.
 */
function firstBaseFee(params: Json, { point, label }: Fork): Json {
  const { baseFeePerGas: baseFee, gasUsed, gasLimit, number } = point;
  if (params['no_base_fee'] === true || baseFee === undefined) return {};
  if (isChosen(params)) return { next_base_fee: `${params['base_fee']}` };
  const next = nextBaseFeeOfHeader({ baseFee, gasUsed, gasLimit });
  if (next * TRANSFER_GAS <= MAX_UINT256) return { next_base_fee: `${next}` };
  throw new HalleyError(
    'invalid-argument',
    `cannot fork at block ${number} of ${label}: the base fee of the next block is ${next} wei, at which ${TRANSFER_GAS} gas ` +
      'cost more than the 2^256 - 1 wei that an account can have; name another block, or choose a base fee (--base-fee)',
    { number, baseFee: next },
  );
}

interface KnownAccount {
  /** Address as the document has it. */
  readonly text: string;
  readonly account: RemoteAccount;
}
type Accounts = ReadonlyMap<string, KnownAccount>;

const NO_ACCOUNT: RemoteAccount = { nonce: 0n, balance: 0n, code: new Uint8Array(0) };

/** Returns the accounts of the other chain, by address in hex. */
async function remoteAccounts(fork: Fork, named: readonly NamedAddress[]): Promise<Accounts> {
  const accounts = new Map(named.map(({ text, address }) => [toHex(address), { text, account: NO_ACCOUNT }]));
  if (named.length === 0) return accounts;
  for (const entry of await fork.source.fetch(named.map(({ address }) => ({ type: 'account', address })))) {
    if (entry.type !== 'account') continue;
    const known = accounts.get(toHex(entry.address));
    if (known !== undefined) accounts.set(toHex(entry.address), { ...known, account: entry.account ?? NO_ACCOUNT });
  }
  return accounts;
}

interface NamedAddress {
  /** Address as the document has it. */
  readonly text: string;
  readonly address: Bytes;
}

/**
 * Returns the accounts whose nonce and code a fork takes over from the other chain. The document is parsed JSON. Throws
 * HalleyError `invalid-genesis`.
 */
export const takenOver = (document: unknown): readonly Bytes[] =>
  namedAddresses(objectOf(objectOf(document, 'the genesis document')['app_state'], 'app_state')).map(
    ({ address }) => address,
  );

function namedAddresses(appState: Json): readonly NamedAddress[] {
  const auth = objectOf(appState['auth'] ?? {}, 'auth');
  const prefix = textOf(objectOf(auth['params'] ?? {}, 'params')['bech32_prefix']) ?? 'halley';
  const named = addressesIn(appState).flatMap((text) => {
    const address = parseAddress(text, prefix);
    // The application refuses an invalid address, with its place in the document.
    return address instanceof Uint8Array ? [{ text, address }] : [];
  });
  const first = new Map<string, NamedAddress>();
  for (const one of named) if (!first.has(toHex(one.address))) first.set(toHex(one.address), one);
  return [...first.values()];
}

/** Returns the addresses with balances, and that of the CREATE2 deployer. */
const addressesIn = ({ bank, evm }: Json): readonly string[] =>
  [
    ...listOf(objectOf(bank ?? {}, 'bank')['balances']).map(addressOf),
    ...listOf(objectOf(evm ?? {}, 'evm')['accounts'])
      .map(addressOf)
      .filter(isDeployer),
  ].flatMap((text) => text ?? []);

const DEPLOYERS = template.app_state.evm.accounts.map(({ address }) => address.toLowerCase());
const isDeployer = (text: string | undefined): boolean => text !== undefined && DEPLOYERS.includes(text.toLowerCase());

/** Returns true for the contract of every development chain that the other chain has too. */
function isDeployerThere(entry: unknown, accounts: Accounts): boolean {
  const text = addressOf(entry);
  if (text === undefined || !isDeployer(text)) return false;
  return (accounts.get(text.slice(2).toLowerCase())?.account.code.length ?? 0) > 0;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const addressOf = (entry: unknown): string | undefined => textOf(isRecord(entry) ? entry['address'] : undefined);

function objectOf(value: unknown, path: string): Json {
  if (isRecord(value)) return value;
  throw new HalleyError(
    'invalid-genesis',
    `${path} is not an object, expected one with the members of a genesis document`,
  );
}
