/** Forms for the functions of a contract: calls that only read, and transactions from accounts of the node. */

import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { encodeAbi, signatureHash } from '../../../codec/ethereum/abi.js';
import { toHex } from '../../../kernel/hex.js';
import { type AbiEntry, SELECTOR_CHARS } from '../../explorer/abi/abi_index.js';
import { readArgument } from '../../explorer/abi/arguments.js';
import { type DecodedArgument, decodeParameters, decodeRevert, revertText } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { Arguments } from '../../explorer/parts/decoded_view.js';
import { nameOf, TxLink } from '../../explorer/parts/links.js';
import { toQuantity, visible } from '../../explorer/read/format.js';
import { nodeAccounts } from '../../explorer/read/node_accounts.js';
import { callEvm, RequestError } from '../../feed/http.js';
import { Choice, Field } from '../../shell/fields.js';
import { chainId } from '../../shell/store.js';

export interface FunctionProps {
  readonly address: string;
  readonly entry: AbiEntry;
}

export function ReadFunction({ address, entry }: FunctionProps): JSX.Element {
  const texts = useTexts(entry);
  const result = useSignal<readonly DecodedArgument[] | string | undefined>(undefined);
  const call = async (): Promise<void> => {
    try {
      const data = inputOf(entry, texts.value);
      const output = await callEvm<string>(chainId.value, 'eth_call', [{ to: address, data }, 'latest']);
      result.value =
        decodeParameters(entry.outputs ?? [], output) ?? `The answer does not fit the ABI: ${output.slice(0, 1000)}`;
    } catch (error) {
      result.value = failureText(error as Error);
    }
  };
  return (
    <Form entry={entry} texts={texts} verb="Call" method="eth_call" onSubmit={call} fields={null}>
      {typeof result.value === 'string' ? (
        <Problem text={result.value} />
      ) : (
        result.value !== undefined && <Arguments args={result.value} />
      )}
    </Form>
  );
}

const UINT = { name: 'value', type: 'uint256' };
/** Most accounts that are offered as senders. */
const MAX_SENDERS = 50;

export function WriteFunction({ address, entry }: FunctionProps): JSX.Element {
  const texts = useTexts(entry);
  const outcome = useSignal<{ readonly hash?: string; readonly problem?: string }>({});
  const chosen = useSignal('0');
  const value = useSignal('0');
  const senders = nodeAccounts.value.slice(0, MAX_SENDERS);
  const send = async (): Promise<void> => {
    try {
      const wei = readArgument(UINT, value.value || '0') as bigint;
      const data = inputOf(entry, texts.value);
      const transaction = { from: senders[Number(chosen.value)], to: address, data, value: toQuantity(wei) };
      outcome.value = { hash: await callEvm<string>(chainId.value, 'eth_sendTransaction', [transaction]) };
    } catch (error) {
      outcome.value = { problem: failureText(error as Error) };
    }
  };
  const { hash, problem } = outcome.value;
  const fields = (
    <>
      {entry.stateMutability === 'payable' && <Field label="Value in wei" value={value} />}
      <Choice label="From" value={chosen} choices={senders.map((sender, i) => [String(i), nameOf(sender)])} />
    </>
  );
  return (
    <Form
      entry={entry}
      texts={texts}
      verb="Send"
      method="eth_sendTransaction"
      disabled={senders.length === 0}
      onSubmit={send}
      fields={fields}
    >
      {hash !== undefined && (
        <>
          Sent: <TxLink hash={hash} />
        </>
      )}
      {problem !== undefined && <Problem text={problem} />}
    </Form>
  );
}

interface FormProps {
  readonly entry: AbiEntry;
  readonly texts: Signal<readonly string[]>;
  /** Text of the button, before the name of the function. */
  readonly verb: string;
  readonly method: string;
  readonly disabled?: boolean;
  readonly onSubmit: () => Promise<void>;
  /** Fields after those of the arguments. */
  readonly fields: ComponentChildren;
  /** Result. */
  readonly children: ComponentChildren;
}

const Form = ({ entry, texts, verb, method, disabled = false, onSubmit, fields, children }: FormProps): JSX.Element => (
  <form
    class="function"
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    <strong class="mono">
      <ChainText text={entry.name} first={80} />
    </strong>
    <div class="row">
      {entry.inputs.map(({ name, type }, i) => (
        <Field
          key={i}
          label={visible(`${name ?? ''} ${type}`.trim().slice(0, 80))}
          value={{
            get value() {
              return texts.value[i] ?? '';
            },
            set value(text) {
              texts.value = texts.value.with(i, text);
            },
          }}
        />
      ))}
      {fields}
      <button type="submit" class={verb === 'Send' ? 'primary' : ''} title={method} disabled={disabled}>
        {verb} <span class="hidden">{entry.name.slice(0, 80)}</span>
      </button>
    </div>
    <div class="result" role="status">
      {children}
    </div>
  </form>
);

const Problem = ({ text }: { readonly text: string }): JSX.Element => (
  <span class="problem">
    <ChainText text={text} />
  </span>
);

/** Returns the texts that a reader types for the arguments. */
const useTexts = (entry: AbiEntry): Signal<readonly string[]> =>
  useSignal<readonly string[]>(entry.inputs.map(() => ''));

/** Returns the input of a call. Throws an Error that names the argument that cannot be read. */
function inputOf(entry: AbiEntry, texts: readonly string[]): string {
  const args = entry.inputs.map((input, i) => {
    try {
      return readArgument(input, texts[i] ?? '');
    } catch (error) {
      throw new Error(`${input.name || `argument ${i}`}: ${(error as Error).message}`);
    }
  });
  const selector = signatureHash(entry.name, entry.inputs).slice(0, SELECTOR_CHARS);
  return selector + toHex(encodeAbi(entry.inputs, args));
}

/** Returns the data of a revert, which some nodes nest. */
function revertData(data: unknown): string | undefined {
  if (typeof data === 'string') return data.startsWith('0x') ? data : undefined;
  return typeof data === 'object' && data !== null ? revertData((data as { readonly data?: unknown }).data) : undefined;
}

/** Returns why a call failed, with the error of the contract where an ABI names it. */
function failureText(error: Error): string {
  const data = error instanceof RequestError ? revertData(error.data) : undefined;
  const revert = data === undefined ? undefined : decodeRevert(data, anyAbi.value);
  return revert === undefined ? error.message : `reverted: ${revertText(revert)}`;
}
