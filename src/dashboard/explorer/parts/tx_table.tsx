/** Lists Ethereum transactions, with the functions that they call where an ABI is known. */

import type { JSX } from 'preact';
import { ScrollBox } from '../../shell/scroll_box.js';
import { callName } from '../abi/call_name.js';
import { coins, grouped } from '../read/format.js';
import type { EvmReceipt, EvmTx } from '../read/rpc.js';
import { ChainText } from './chain_text.js';
import { AddressLink, TxLink } from './links.js';

interface Props {
  readonly transactions: readonly EvmTx[];
  readonly receipts?: readonly EvmReceipt[];
}

export const TxTable = ({ transactions, receipts = [] }: Props): JSX.Element => (
  <ScrollBox of="Ethereum transactions">
    <table>
      <thead>
        <tr>
          <th>Transaction</th>
          <th>Status</th>
          <th>From</th>
          <th>To</th>
          <th>Call</th>
          <th class="number">Value</th>
          <th class="number">Gas used</th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((tx, i) => (
          <Row key={tx.hash} tx={tx} receipt={receipts[i]} />
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

const Row = ({ tx, receipt }: { readonly tx: EvmTx; readonly receipt: EvmReceipt | undefined }): JSX.Element => (
  <tr>
    <td>
      <TxLink hash={tx.hash} />
    </td>
    <td>{receipt === undefined ? '' : <Status success={receipt.status === '0x1'} />}</td>
    <td>
      <AddressLink address={tx.from} />
    </td>
    <td>{tx.to === null ? <span class="quiet">new contract</span> : <AddressLink address={tx.to} />}</td>
    <td>
      <ChainText text={callName(tx)} first={40} />
    </td>
    <td class="number">{coins(tx.value)}</td>
    <td class="number">{receipt === undefined ? '' : grouped(receipt.gasUsed)}</td>
  </tr>
);

export const Status = ({ success }: { readonly success: boolean }): JSX.Element =>
  success ? <span class="good">✓ succeeded</span> : <span class="bad">✗ reverted</span>;
