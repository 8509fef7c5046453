/** Makes the events of an Ethereum transaction, as a node of cosmos/evm 0.7 emits them (evm-json-rpc.md 7.5). */
import type { Event } from '../../abci/application.js';
import { MSG_ETHEREUM_TX_URL } from '../../codec/cosmos/msg_ethereum_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { FEE_COLLECTOR } from '../modules/auth/fee_collector.js';
import { feeEvents, refundEvents } from '../modules/bank/events.js';
import type { ChainParams } from '../sdk/chain_params.js';
import type { EthereumTx } from '../tx/tx.js';
import { bech32Address, checksumAddress } from '../types/address.js';
import { event, inMessage } from '../types/events.js';

/** Describes the outcome of a transaction. */
export interface TxOutcome {
  /** Is the fee in wei before the refund. */
  readonly fee: bigint;
  readonly refund: bigint;
  readonly gasUsed: bigint;
  /** Is empty when the machine succeeded. */
  readonly vmError: string;
  /** Is the hash of the transaction in consensus. */
  readonly hash: Bytes;
  /** Is the transaction's index among the Ethereum transactions of the block. */
  readonly txIndex: number;
  /** Holds the events that stateful precompiles emitted during the run. */
  readonly emitted: readonly Event[];
}

/** Returns all events of a transaction that ran: those of the checks before it, then those of its only message. */
export function transactionEvents(tx: EthereumTx, outcome: TxOutcome, params: ChainParams): Event[] {
  const sender = bech32Address(tx.from, params.bech32Prefix);
  const collector = bech32Address(FEE_COLLECTOR.address, params.bech32Prefix);
  const coins = (amount: bigint): string => (amount === 0n ? '' : `${amount}${params.baseDenom}`);
  const { fee, refund, txIndex, emitted } = outcome;
  return [
    ...(fee === 0n ? [] : feeEvents(sender, collector, coins(fee))),
    event('tx', { fee: coins(fee) }),
    event('ethereum_tx', { ethereumTxHash: to0x(tx.ethereumHash), txIndex: txIndex.toString() }),
    ...inMessage(0, [
      event('message', { action: MSG_ETHEREUM_TX_URL, sender }),
      ...emitted,
      ...(refund === 0n ? [] : refundEvents(collector, sender, coins(refund))),
      ...executionEvents(tx, outcome),
    ]),
  ];
}

function executionEvents(tx: EthereumTx, { gasUsed, hash, vmError }: TxOutcome): Event[] {
  const { to, value, type } = tx.ethereum;
  return [
    event('ethereum_tx', {
      amount: value.toString(),
      ethereumTxHash: to0x(tx.ethereumHash),
      txGasUsed: gasUsed.toString(),
      txHash: toHex(hash),
      recipient: to && checksumAddress(to),
      ethereumTxFailed: vmError === '' ? undefined : vmError,
    }),
    event('message', { module: 'evm', sender: to0x(tx.from), txType: type.toString() }),
  ];
}
