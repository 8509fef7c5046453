/** Calls a function that only reads, and shows what it returns. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { AbiFunction } from 'viem';
import { type DecodedArgument, decodeParameters } from '../../explorer/abi/decode.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { Arguments } from '../../explorer/parts/decoded_view.js';
import { callEvm } from '../../feed/http.js';
import { chainId } from '../../shell/store.js';
import { ArgumentFields, useArguments } from './argument_fields.js';
import { failureText } from './failure_text.js';

interface Props {
  readonly address: string;
  readonly entry: AbiFunction;
}

export function ReadFunction({ address, entry }: Props): JSX.Element {
  const { texts, encode } = useArguments(entry);
  const result = useSignal<readonly DecodedArgument[] | string | undefined>(undefined);
  const call = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const output = await callEvm<string>(chainId.value, 'eth_call', [{ to: address, data: encode() }, 'latest']);
      result.value =
        decodeParameters(entry.outputs, output) ?? `The answer does not fit the ABI: ${output.slice(0, 1000)}`;
    } catch (error) {
      result.value = failureText(error as Error);
    }
  };
  return (
    <form class="row function" onSubmit={(event) => void call(event)}>
      <strong>
        <ChainText text={entry.name} first={80} />
      </strong>
      <ArgumentFields entry={entry} texts={texts} />
      <button type="submit" title="eth_call">
        Call <span class="hidden">{entry.name.slice(0, 80)}</span>
      </button>
      <div class="result" role="status">
        {typeof result.value === 'string' ? (
          <span class="problem">
            <ChainText text={result.value} />
          </span>
        ) : (
          result.value !== undefined && <Arguments args={result.value} />
        )}
      </div>
    </form>
  );
}
