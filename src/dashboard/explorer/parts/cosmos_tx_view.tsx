/** Shows transactions of the Cosmos SDK: lists of them, and one with its messages, memo, fee, gas and events. */

import type { JSX } from 'preact';
import { type CosmosTx, decodeCosmosTx, fromBase64, messagesOf } from '../codec/cosmos_tx.js';
import { messageFields, type ShownField, textOrHex } from '../codec/message_fields.js';
import { grouped } from '../read/format.js';
import { type CometEvent, type CometTx, type CometTxResult, ethereumHashOf } from '../read/rpc.js';
import { ChainText } from './chain_text.js';
import { BlockLink, TxLink } from './links.js';
import { Fact, Facts } from './page.js';
import { Table } from './table.js';

const Fields = ({ fields }: { readonly fields: readonly ShownField[] }): JSX.Element => (
  <dl class="arguments">
    {fields.map(({ name, value }, i) => (
      <div key={i}>
        <dt>{name}</dt>
        <dd>{typeof value === 'string' ? <ChainText text={value} /> : <Fields fields={value} />}</dd>
      </div>
    ))}
  </dl>
);

const Messages = ({ tx }: { readonly tx: CosmosTx }): JSX.Element => (
  <ol class="messages">
    {tx.messages.map((message, i) => (
      <li key={i}>
        <strong>
          <ChainText text={message.typeUrl} />
        </strong>
        <Fields fields={messageFields(message)} />
      </li>
    ))}
  </ol>
);

interface Props {
  /** Transaction in base64, as the CometBFT RPC sends it. */
  readonly tx: string;
  readonly result?: CometTxResult | undefined;
}

export function CosmosTxView({ tx, result }: Props): JSX.Element {
  const decoded = decodeCosmosTx(fromBase64(tx));
  return (
    <div class="cosmos-tx">
      {decoded === undefined ? (
        <p class="problem">
          The bytes are no transaction of the Cosmos SDK: <ChainText text={textOrHex(fromBase64(tx))} />
        </p>
      ) : (
        <>
          <Messages tx={decoded} />
          <Facts>
            <Fact name="Memo">
              {decoded.memo === '' ? <span class="quiet">none</span> : <ChainText text={decoded.memo} />}
            </Fact>
            <Fact name="Fee">{decoded.fee.length === 0 ? 'none' : <ChainText text={decoded.fee.join(', ')} />}</Fact>
            <Fact name="Gas limit">{grouped(decoded.gasLimit)}</Fact>
          </Facts>
        </>
      )}
      {result !== undefined && <Result result={result} />}
    </div>
  );
}

const Result = ({ result }: { readonly result: CometTxResult }): JSX.Element => (
  <>
    <Facts>
      <Fact name="Result">
        {result.code === 0 ? <span class="good">succeeded, code 0</span> : <Failure result={result} />}
      </Fact>
      <Fact name="Gas used">
        {grouped(result.gas_used)} of {grouped(result.gas_wanted)}
      </Fact>
    </Facts>
    <details>
      <summary>Events ({result.events?.length ?? 0})</summary>
      <EventsView events={result.events ?? []} />
    </details>
  </>
);

const Failure = ({ result: { code, codespace, log } }: { readonly result: CometTxResult }): JSX.Element => (
  <>
    <span class="bad">
      failed, code {code} of {codespace || 'the application'}
    </span>
    : <ChainText text={log} />
  </>
);

/** Most events that are shown. */
const MAX_EVENTS = 200;

const EventsView = ({ events }: { readonly events: readonly CometEvent[] }): JSX.Element => (
  <ul class="events">
    {events.slice(0, MAX_EVENTS).map(({ type, attributes }, i) => (
      <li key={i}>
        <strong>
          <ChainText text={type} first={80} />
        </strong>
        <dl class="arguments">
          {(attributes ?? []).map(({ key, value }, j) => (
            <div key={j}>
              <dt>
                <ChainText text={key} first={60} />
              </dt>
              <dd>
                <ChainText text={value ?? ''} />
              </dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
    {events.length > MAX_EVENTS && <li class="quiet">{grouped(events.length - MAX_EVENTS)} more events</li>}
  </ul>
);

interface ListProps {
  /** Name of the transactions. */
  readonly of: string;
  readonly txs: readonly CometTx[];
}

export const CosmosTxTable = ({ of, txs }: ListProps): JSX.Element => (
  <Table
    of={of}
    columns={['Block', 'Messages', 'Result', 'Transaction']}
    rows={txs.map((tx) => {
      const ethereum = ethereumHashOf(tx);
      const { code } = tx.tx_result;
      return {
        key: tx.hash,
        cells: [
          <BlockLink height={tx.height} />,
          <ChainText text={messagesOf(tx).join(', ') || 'unknown bytes'} first={80} />,
          // The EVM may have reverted an Ethereum transaction that the SDK has accepted.
          code === 0 ? `✓ ${ethereum === undefined ? 'succeeded' : 'in the block'}` : `✗ code ${code}`,
          <TxLink hash={ethereum ?? `0x${tx.hash.toLowerCase()}`} />,
        ],
      };
    })}
  />
);
