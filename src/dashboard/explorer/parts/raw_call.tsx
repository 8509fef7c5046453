/** Shows a JSON-RPC request and its answer, as a program would send and receive them. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { callEvm } from '../../feed/http.js';
import { chainId } from '../../shell/store.js';
import { ChainText } from './chain_text.js';

interface Props {
  readonly method: string;
  readonly params: readonly unknown[];
}

export function RawCall({ method, params }: Props): JSX.Element {
  const answer = useSignal<string | undefined>(undefined);
  const read = async (): Promise<void> => {
    try {
      answer.value = JSON.stringify(await callEvm(chainId.value, method, params), null, 2);
    } catch (error) {
      answer.value = `error: ${(error as Error).message}`;
    }
  };
  return (
    <details class="raw" onToggle={({ currentTarget }) => currentTarget.open && void read()}>
      <summary>
        <code>{method}</code>
      </summary>
      <pre>{JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}</pre>
      {answer.value === undefined ? (
        <p class="quiet">Reading the answer…</p>
      ) : (
        <pre>
          <ChainText text={answer.value} first={4000} />
        </pre>
      )}
    </details>
  );
}
