/** Lists Ethereum transactions, each with what it did in words where the ABIs are known. */

import type { JSX } from 'preact';
import { Icon } from '../../shell/icons.js';
import { linkTo } from '../../shell/route.js';
import { txTitle } from '../abi/decode.js';
import { coins, grouped, toNumber, visible } from '../read/format.js';
import type { ShownTx, ShownTxs } from '../read/recent_txs.js';
import { nameOf } from './links.js';

export const TxList = ({ txs, artifacts }: ShownTxs): JSX.Element => (
  <ul class="list txs">
    {txs.map((one) => (
      <li key={one.tx.hash}>
        <Row one={one} artifacts={artifacts} />
      </li>
    ))}
  </ul>
);

/** Most characters of the reason of a failure. */
const MAX_REASON = 120;

interface RowProps {
  readonly one: ShownTx;
  readonly artifacts: ShownTxs['artifacts'];
}

function Row({ one: { tx, receipt, reason }, artifacts }: RowProps): JSX.Element {
  const to = tx.to ?? receipt?.contractAddress;
  return (
    <a href={linkTo('tx', tx.hash)} title={tx.hash}>
      <Sign receipt={receipt} />
      <span class="what" data-essential>
        <b>
          <bdi>{visible(txTitle(tx, artifacts, to ?? undefined))}</bdi>
        </b>
        <span class="quiet">
          {nameOf(tx.from)} → <bdi>{to ? nameOf(to, artifacts) : 'new contract'}</bdi>
          {receipt?.status === '0x0' && (
            <span class="bad">
              {' '}
              reverted{reason !== undefined && <bdi>: {visible(reason.slice(0, MAX_REASON))}</bdi>}
            </span>
          )}
        </span>
      </span>
      <span class="number" data-essential>
        {BigInt(tx.value) > 0n && <b>{coins(tx.value)} ETH</b>}
        <span class="quiet">{receipt === undefined ? '' : `${grouped(receipt.gasUsed)} gas`}</span>
      </span>
      <span class="number" data-essential>
        {tx.blockNumber === null ? 'pending' : `Block ${toNumber(tx.blockNumber)}`}
      </span>
    </a>
  );
}

/** Shows in form and colour whether a transaction succeeded. */
export const Sign = ({ receipt }: Pick<ShownTx, 'receipt'>): JSX.Element => {
  const [name, icon, text] =
    receipt === undefined
      ? (['waits', 'clock', 'pending'] as const)
      : receipt.status === '0x1'
        ? (['done', 'check', 'succeeded'] as const)
        : (['failed', 'cross', 'reverted'] as const);
  return (
    <span class={`sign ${name}`}>
      <Icon name={icon} />
      <span class="hidden">{text}</span>
    </span>
  );
};
