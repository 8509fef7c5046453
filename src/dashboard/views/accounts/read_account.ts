/** Reads what both RPCs have of an account. */
import { encodeBech32 } from '../../../codec/bech32.js';
import { fromHex, toHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { artifactOf } from '../../explorer/abi/registry.js';
import { coinText, fromBase64 } from '../../explorer/codec/cosmos_tx.js';
import { bytesAt, readFields } from '../../explorer/codec/protobuf.js';
import { checksummed } from '../../explorer/read/format.js';
import { type ShownTxs, withReceipts } from '../../explorer/read/recent_txs.js';
import { type CometTx, type EvmTx, ethereumHashOf } from '../../explorer/read/rpc.js';
import { type BatchCall, callBatch, callComet } from '../../feed/http.js';

export interface Account {
  readonly balance: string;
  readonly nonce: string;
  readonly code: string;
  readonly artifact: ArtifactFile | undefined;
  readonly bech32: string | undefined;
  /** Coins of the bank module. */
  readonly coins: readonly string[];
}

const prefixes = new Map<string, string | undefined>();

/** Returns the prefix of the chain's addresses, which the genesis document has; undefined when it is not found. */
async function prefixOf(chain: string): Promise<string | undefined> {
  if (!prefixes.has(chain)) {
    const { data } = await callComet<{ readonly data: string }>(chain, 'genesis_chunked', { chunk: '0' });
    prefixes.set(chain, /"bech32_prefix"\s*:\s*"([a-z0-9]{1,60})"/.exec(atob(data))?.[1]);
  }
  return prefixes.get(chain);
}

/** Encodes a request of the Cosmos SDK whose first field is a text. */
function requestOf(text: string): string {
  const bytes = utf8(text);
  return toHex(Uint8Array.from([0x0a, bytes.length, ...bytes]));
}

async function readCoins(chain: string, bech32: string): Promise<readonly string[]> {
  const path = '/cosmos.bank.v1beta1.Query/AllBalances';
  const params = { path, data: requestOf(bech32), height: '0', prove: false };
  const { response } = await callComet<{ response: { code: number; value: string | null } }>(
    chain,
    'abci_query',
    params,
  );
  const fields = response.code === 0 ? readFields(fromBase64(response.value ?? '')) : undefined;
  return bytesAt(fields ?? [], 1).map(coinText);
}

/** Returns the account at the newest block. An address that was never used has no coins and no code. */
export async function readAccount(chain: string, address: string): Promise<Account> {
  const [[balance, nonce, code], prefix] = await Promise.all([
    callBatch(chain, 'evm', [
      ['eth_getBalance', [address, 'latest']],
      ['eth_getTransactionCount', [address, 'latest']],
      ['eth_getCode', [address, 'latest']],
    ]),
    prefixOf(chain).catch(() => undefined),
  ]);
  for (const result of [balance, nonce, code]) if (result instanceof Error) throw result;
  const bech32 = prefix === undefined ? undefined : encodeBech32(prefix, fromHex(address));
  return {
    balance: balance as string,
    nonce: nonce as string,
    code: code as string,
    artifact: artifactOf(chain, address, code as string),
    bech32,
    coins: bech32 === undefined ? [] : await readCoins(chain, bech32),
  };
}

/** Most transactions of an account that are listed. */
const MAX_TXS = 25;

interface AccountTxs {
  readonly ethereum: ShownTxs;
  /** Those that contain no Ethereum transaction. */
  readonly cosmos: readonly CometTx[];
}

/** Returns the newest transactions whose events name the account as sender or recipient. */
export async function readTxs(chain: string, address: string, bech32: string | undefined): Promise<AccountTxs> {
  const conditions = [
    `message.sender='${address}'`,
    `ethereum_tx.recipient='${checksummed(address)}'`,
    ...(bech32 === undefined ? [] : [`message.sender='${bech32}'`, `transfer.recipient='${bech32}'`]),
  ];
  const answers = await callBatch(
    chain,
    'comet',
    conditions.map((query) => [
      'tx_search',
      { query, prove: false, page: '1', per_page: String(MAX_TXS), order_by: 'desc' },
    ]),
  );
  const found = answers.flatMap((answer) =>
    answer instanceof Error ? [] : (answer as { readonly txs: readonly CometTx[] }).txs,
  );
  const unique = [...new Map(found.map((tx) => [tx.hash, tx])).values()];
  const newest = unique.sort((a, b) => Number(b.height) - Number(a.height) || b.index - a.index).slice(0, MAX_TXS);
  const hashes = newest.flatMap((tx) => ethereumHashOf(tx) ?? []);
  const txs = await callBatch(
    chain,
    'evm',
    hashes.map((hash): BatchCall => ['eth_getTransactionByHash', [hash]]),
  );
  return {
    ethereum: await withReceipts(
      chain,
      txs.flatMap((tx) => (tx === null || tx instanceof Error ? [] : [{ tx: tx as EvmTx }])),
    ),
    cosmos: newest.filter((tx) => ethereumHashOf(tx) === undefined),
  };
}
