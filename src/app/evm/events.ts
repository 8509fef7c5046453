/** The EVM module's events (evm-json-rpc.md 7.5, cosmos/evm's forms). */
import type { Event } from '../../abci/application.js';
import { toBase64 } from '../../codec/base64.js';
import { BLOOM_BYTES, bloomOf } from '../../codec/bloom.js';
import type { EthereumLog } from '../../codec/cosmos_tx.js';
import { MSG_ETHEREUM_TX_URL } from '../../codec/msg_ethereum_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { checksumAddress } from '../address.js';
import { blockEvent, event } from '../events.js';
import type { KnownTx } from '../tx/known_tx.js';

/** Before execution: which Ethereum transaction this is, and its place among those of the block. */
export const anteEvents = (tx: KnownTx, fee: string, txIndex: number): Event[] => [
  event('tx', { fee }),
  event('ethereum_tx', { ethereumTxHash: to0x(tx.ethereumHash), txIndex: txIndex.toString() }),
];

/** After execution. `vmError` is empty when the machine succeeded; `txHash` is the consensus hash. */
export function messageEvents(tx: KnownTx, gasUsed: bigint, txHash: Bytes, vmError: string): Event[] {
  const { to, value, type } = tx.ethereum;
  return [
    event('message', { action: MSG_ETHEREUM_TX_URL }),
    event('ethereum_tx', {
      amount: value.toString(),
      ethereumTxHash: to0x(tx.ethereumHash),
      txGasUsed: gasUsed.toString(),
      txHash: toHex(txHash),
      recipient: to && checksumAddress(to),
      ethereumTxFailed: vmError === '' ? undefined : vmError,
    }),
    event('message', { module: 'evm', sender: checksumAddress(tx.from), txType: type.toString() }),
  ];
}

/** Base64, because raw bytes do not survive JSON: a real node's attribute is damaged there. */
export function bloomEvent(logs: readonly EthereumLog[]): Event {
  return logs.length === 0 ? EMPTY_BLOOM_EVENT : eventOfBloom(bloomOf(logs));
}

const eventOfBloom = (bloom: Bytes): Event => blockEvent('EndBlock', 'block_bloom', { bloom: toBase64(bloom) });

/** Most blocks have no logs. */
const EMPTY_BLOOM_EVENT = eventOfBloom(new Uint8Array(BLOOM_BYTES));
