/** Lists the newest transactions of an account, of both kinds. */

import type { JSX } from 'preact';
import { messagesOf } from '../../explorer/codec/cosmos_tx.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { BlockLink, TxLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Table } from '../../explorer/parts/table.js';
import { ethereumHashOf } from '../../explorer/read/ethereum_hash.js';
import { useLive } from '../../explorer/read/use_live.js';
import { MAX_TXS, readTxs } from './read_account.js';

interface Props {
  readonly address: string;
  readonly bech32: string | undefined;
}

export function AccountTxs({ address, bech32 }: Props): JSX.Element {
  const live = useLive(`txs ${address} ${bech32}`, (chain) => readTxs(chain, address, bech32));
  const txs = live.value ?? [];
  return (
    <>
      <h2>Transactions</h2>
      <LiveStatus live={live} of="the transactions" />
      {live.value !== undefined && (
        <p class="quiet">
          {txs.length === 0 ? 'No transaction has' : `The newest ${Math.min(txs.length, MAX_TXS)} that have`} the
          account as sender or recipient.
        </p>
      )}
      {txs.length > 0 && (
        <Table
          of="Transactions of the account"
          columns={['Block', 'Messages', 'Result', 'Transaction']}
          rows={txs.map((tx) => ({
            key: tx.hash,
            cells: [
              <BlockLink height={tx.height} />,
              <ChainText text={messagesOf(tx).join(', ')} first={80} />,
              tx.tx_result.code === 0 ? '✓ in the block' : `✗ code ${tx.tx_result.code}`,
              <TxLink hash={ethereumHashOf(tx) ?? `0x${tx.hash.toLowerCase()}`} />,
            ],
          }))}
        />
      )}
    </>
  );
}
