/** Sends a transaction that calls a function, from an account of the node. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { AbiFunction } from 'viem';
import { readArgument } from '../../explorer/abi/arguments.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { TxLink } from '../../explorer/parts/links.js';
import { toQuantity } from '../../explorer/read/format.js';
import { nodeAccounts } from '../../explorer/read/node_accounts.js';
import { callEvm } from '../../feed/http.js';
import { chainId } from '../../shell/store.js';
import { ArgumentFields, useArguments } from './argument_fields.js';
import { failureText } from './failure_text.js';

interface Props {
  readonly address: string;
  readonly entry: AbiFunction;
}

type Outcome = { readonly hash: string } | { readonly problem: string };

const UINT = { name: 'value', type: 'uint256' };
/** Limits the accounts that are offered as senders. */
const MAX_SENDERS = 50;

export function WriteFunction({ address, entry }: Props): JSX.Element {
  const { texts, encode } = useArguments(entry);
  const outcome = useSignal<Outcome | undefined>(undefined);
  const chosen = useSignal('');
  const value = useSignal('0');
  const senders = nodeAccounts.value;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const from = chosen.value || senders[0];
      const wei = readArgument(UINT, value.value || '0') as bigint;
      const transaction = { from, to: address, data: encode(), value: toQuantity(wei) };
      outcome.value = { hash: await callEvm<string>(chainId.value, 'eth_sendTransaction', [transaction]) };
    } catch (error) {
      outcome.value = { problem: failureText(error as Error) };
    }
  };
  return (
    <form class="row function" onSubmit={(event) => void send(event)}>
      <strong>
        <ChainText text={entry.name} first={80} />
      </strong>
      <ArgumentFields entry={entry} texts={texts} />
      {entry.stateMutability === 'payable' && (
        <label>
          value in wei{' '}
          <input value={value.value} onInput={({ currentTarget }) => (value.value = currentTarget.value)} />
        </label>
      )}
      <label>
        from{' '}
        <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
          {senders.slice(0, MAX_SENDERS).map((sender, i) => (
            <option key={sender} value={i === 0 ? '' : sender}>
              Account {i}: {sender}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary" title="eth_sendTransaction" disabled={senders.length === 0}>
        Send <span class="hidden">{entry.name.slice(0, 80)}</span>
      </button>
      <div class="result" role="status">
        {outcome.value !== undefined &&
          ('hash' in outcome.value ? (
            <>
              Sent: <TxLink hash={outcome.value.hash} />
            </>
          ) : (
            <span class="problem">
              <ChainText text={outcome.value.problem} />
            </span>
          ))}
      </div>
    </form>
  );
}
