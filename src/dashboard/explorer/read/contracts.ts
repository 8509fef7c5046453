/** Lists the contracts of a chain, each with the artifact that has its code. */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { callBatch } from '../../feed/batch.js';
import { callEvm } from '../../feed/http.js';
import { artifactOf } from '../abi/registry.js';

export interface Contract {
  readonly address: string;
  readonly code: string;
  readonly artifact: ArtifactFile | undefined;
}

interface AccountRange {
  readonly accounts: Readonly<Record<string, { readonly address: string; readonly codeHash: string }>>;
  readonly next?: string;
}

const PAGE = 256;
/** Limits the pages of accounts that are searched for contracts. */
const MAX_PAGES = 20;
const NO_CODE = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';

/** Maps the hash of a code to the code, which never changes. */
const codes = new Map<string, string>();
/** Limits the codes that are remembered. */
const MAX_CODES = 500;

async function accountsWithCode(chain: string) {
  const found: { readonly address: string; readonly codeHash: string }[] = [];
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

/** Returns the contracts of the newest block, of the first few thousand accounts in the order of the state. */
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
  return accounts.map(({ address, codeHash }) => {
    const code = codes.get(codeHash) ?? '0x';
    return { address: address.toLowerCase(), code, artifact: artifactOf(chain, address, code) };
  });
}

/** Limits the addresses whose code is read at once. */
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
  const found = asked.map((address, i) => {
    const code = read[i];
    return [address, artifactOf(chain, address, typeof code === 'string' ? code : undefined)] as const;
  });
  return new Map(found.filter((entry): entry is [string, ArtifactFile] => entry[1] !== undefined));
}
