/**
 * Offers the transactions of the other chain that a fork repeats (option `transactionHash`) to the mempool, so that the
 * first block has them.
 */
import { type DecodedEthereumTx, type EthereumTxType, encodeEthereumTx } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';
import { isAdmitted, type TxAdmission } from '../runtime/tx_admission.js';

type Json = Readonly<Record<string, unknown>>;

const TYPES: readonly number[] = [0, 1, 2, 4] satisfies readonly EthereumTxType[];

/**
 * Offers the transactions in their order. Those that this chain refuses are left out, such as those with blobs; the last
 * one is the named one, so its refusal is an error. Rejects with HalleyError `conflict` or `remote-error`.
 */
export async function repeatTransactions({ app, fork }: Chain, admission: TxAdmission): Promise<void> {
  const transactions = (fork?.transactions ?? []) as readonly Json[];
  for (const [index, transaction] of transactions.entries()) {
    const problem = await offer(app, admission, transaction);
    if (problem !== undefined && index === transactions.length - 1)
      throw new HalleyError(
        'conflict',
        `the transaction ${String(transaction['hash'])} cannot be repeated: ${problem}`,
      );
  }
}

/** Returns why a transaction is refused; undefined when it is pending. */
async function offer(app: Chain['app'], admission: TxAdmission, transaction: Json): Promise<string | undefined> {
  const type = numberOf(transaction['type'] ?? '0x0');
  if (!TYPES.includes(type)) return `transactions of type ${type} are not supported`;
  const raw = rawOf(transaction, type as EthereumTxType);
  const wrapped = app.wrap(raw);
  if (wrapped.type === 'refused') return wrapped.log;
  const result = await admission.take(wrapped.tx);
  await admission.secure(wrapped.tx, result);
  if (isAdmitted(result)) return undefined;
  return result.type === 'refused' ? result.reason : result.check.log;
}

/** Encodes a transaction that a node describes. Throws HalleyError `remote-error` when its hash is another one. */
function rawOf(transaction: Json, type: EthereumTxType): Bytes {
  const hash = String(transaction['hash']).toLowerCase();
  let raw: Bytes | undefined;
  try {
    raw = encodeEthereumTx(decoded(transaction, type));
  } catch {
    // The error below says which transaction it is.
  }
  if (raw !== undefined && to0x(keccak256(raw)) === hash) return raw;
  throw new HalleyError('remote-error', `the node describes the transaction ${hash} incompletely: its hash differs`);
}

const bytesOf = (value: unknown): Bytes => fromHex(String(value));
const bigOf = (value: unknown): bigint => BigInt(String(value));
const numberOf = (value: unknown): number => Number(String(value));
const optional = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value);

function decoded(json: Json, type: EthereumTxType): DecodedEthereumTx {
  const isPriced = type < 2;
  return {
    type,
    chainId: optional(json['chainId'], bigOf),
    nonce: bigOf(json['nonce']),
    gasPrice: isPriced ? bigOf(json['gasPrice']) : undefined,
    maxFeePerGas: isPriced ? undefined : bigOf(json['maxFeePerGas']),
    maxPriorityFeePerGas: isPriced ? undefined : bigOf(json['maxPriorityFeePerGas']),
    gas: bigOf(json['gas']),
    to: optional(json['to'], bytesOf),
    value: bigOf(json['value']),
    input: bytesOf(json['input']),
    accessList: type === 0 ? undefined : ((json['accessList'] ?? []) as readonly Json[]).map(accessOf),
    authorizationList: type === 4 ? (json['authorizationList'] as readonly Json[]).map(authorizationOf) : undefined,
    v: bigOf(type === 0 ? json['v'] : (json['yParity'] ?? json['v'])),
    r: bigOf(json['r']),
    s: bigOf(json['s']),
  };
}

const accessOf = ({ address, storageKeys }: Json) => ({
  address: bytesOf(address),
  storageKeys: (storageKeys as readonly unknown[]).map(bytesOf),
});

const authorizationOf = ({ chainId, address, nonce, yParity, r, s }: Json) => ({
  ...{ chainId: bigOf(chainId), address: bytesOf(address), nonce: bigOf(nonce) },
  ...{ yParity: numberOf(yParity), r: bigOf(r), s: bigOf(s) },
});
