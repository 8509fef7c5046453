/**
 * Defines an Ethereum transaction of a block with its outcome, either known from its execution or read from the block.
 */

import type { Bytes } from '../../kernel/bytes.js';
import type { DecodedEthereumTx } from '../ethereum/tx.js';
import type { MsgEthereumTxResponse } from './msg_ethereum_tx.js';

export interface ExecutedTx {
  /** Index among all transactions of the block. */
  readonly index: number;
  readonly hash: Bytes;
  readonly from: Bytes;
  readonly raw: Bytes;
  readonly ethereum: DecodedEthereumTx;
  readonly outcome: Pick<MsgEthereumTxResponse, 'logs' | 'ret' | 'vmError' | 'gasUsed'>;
}
