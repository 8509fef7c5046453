/** Contracts of a chain, each with the artifact that has its code, and their logs. */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { callBatch, callEvm, RequestError } from '../../feed/http.js';
import { artifactOf, learnArtifacts } from '../abi/registry.js';
import { toNumber, toQuantity } from './format.js';
import type { EvmLog, EvmReceipt } from './rpc.js';

export interface Contract {
  readonly address: string;
  readonly code: string;
  readonly artifact: ArtifactFile | undefined;
}

interface AccountRange {
  readonly accounts: Readonly<Record<string, { readonly address: string; readonly codeHash: string }>>;
  readonly next?: string;
}

/** Code of an error for a method that does not exist, or that is not enabled. */
export const METHOD_NOT_FOUND = -32601;

const PAGE = 256;
/** Most pages of accounts that are searched for contracts. */
const MAX_PAGES = 20;
const NO_CODE = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';

/** Codes by their hashes. */
const codes = new Map<string, string>();
/** Most codes that are remembered. */
const MAX_CODES = 500;

type Account = AccountRange['accounts'][string];

async function accountsOfState(chain: string): Promise<readonly Account[]> {
  const found: Account[] = [];
  let start = '0x';
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = ['latest', start, PAGE, true, true, false];
    const { accounts, next } = await callEvm<AccountRange>(chain, 'debug_accountRange', params);
    found.push(...Object.values(accounts).filter(({ codeHash }) => codeHash !== NO_CODE));
    if (next === undefined) break;
    start = next;
  }
  return found;
}

/** Number of the last blocks that are searched for contracts when the node does not list its accounts. */
const BLOCKS = 200;

/** Returns what transactions of the last blocks have created. Their addresses stand for the hashes of their codes. */
async function createdAccounts(chain: string): Promise<readonly Account[]> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const heights = Array.from({ length: Math.min(BLOCKS, newest + 1) }, (_, i) => newest - i);
  const receipts = await callBatch(
    chain,
    'evm',
    heights.map((height) => ['eth_getBlockReceipts', [toQuantity(height)]]),
  );
  return receipts
    .flatMap((block) => (Array.isArray(block) ? (block as readonly EvmReceipt[]) : []))
    .flatMap(({ contractAddress, status, blockHash }) =>
      contractAddress === null || status !== '0x1'
        ? []
        : [{ address: contractAddress, codeHash: `${chain} ${contractAddress} ${blockHash}` }],
    );
}

/** Returns the accounts with code. A node whose namespace `debug` is not enabled does not list its accounts. */
async function accountsWithCode(chain: string): Promise<readonly Account[]> {
  try {
    return await accountsOfState(chain);
  } catch (error) {
    if (error instanceof RequestError && error.code === METHOD_NOT_FOUND) return createdAccounts(chain);
    throw error;
  }
}

/** Returns the contracts of the newest block, of the first few thousand accounts or the last blocks. */
export async function findContracts(chain: string): Promise<readonly Contract[]> {
  const accounts = await accountsWithCode(chain);
  const unknown = accounts.filter(({ codeHash }) => !codes.has(codeHash));
  if (codes.size + unknown.length > MAX_CODES) codes.clear();
  const missing = accounts.filter(({ codeHash }) => !codes.has(codeHash));
  const read = await callBatch(
    chain,
    'evm',
    missing.map(({ address }) => ['eth_getCode', [address, 'latest']]),
  );
  for (const [i, { codeHash }] of missing.entries()) {
    const code = read[i];
    if (typeof code === 'string') codes.set(codeHash, code);
  }
  const found = accounts.map(({ address, codeHash }) => ({ address, code: codes.get(codeHash) ?? '0x' }));
  await learnArtifacts(chain, found);
  return found.map(({ address, code }) => ({
    address: address.toLowerCase(),
    code,
    artifact: artifactOf(chain, address, code),
  }));
}

/** Most addresses whose code is read at once. */
const MAX_ADDRESSES = 200;

/** Returns the artifacts of contracts by address, in lower case; an address without a known one is absent. */
export async function artifactsOf(
  chain: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ArtifactFile>> {
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))].slice(0, MAX_ADDRESSES);
  const read = await callBatch(
    chain,
    'evm',
    asked.map((address) => ['eth_getCode', [address, 'latest']]),
  );
  const contracts = asked.map((address, i) => ({ address, code: typeof read[i] === 'string' ? read[i] : '0x' }));
  await learnArtifacts(chain, contracts);
  const found = contracts.map(({ address, code }) => [address, artifactOf(chain, address, code)] as const);
  return new Map(found.filter((entry): entry is [string, ArtifactFile] => entry[1] !== undefined));
}

export interface LogFilter {
  /** Address, or the empty text for all. */
  readonly address: string;
  /** First topic, or the empty text for all. */
  readonly topic: string;
  /** Number of the last heights that are searched. */
  readonly heights: number;
}

/** Returns logs of the last heights, newest first. */
export async function readLogs(chain: string, { address, topic, heights }: LogFilter): Promise<readonly EvmLog[]> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const filter = {
    fromBlock: toQuantity(Math.max(0, newest - heights + 1)),
    toBlock: toQuantity(newest),
    ...(address !== '' && { address }),
    ...(topic !== '' && { topics: [topic] }),
  };
  return [...(await callEvm<readonly EvmLog[]>(chain, 'eth_getLogs', [filter]))].reverse();
}
