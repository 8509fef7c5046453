/** Is a button that calls a method of the chain, and names the call that does the same from a program. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { callEvm } from '../feed/http.js';
import { type Call, commandText, curlText, libraryText } from './call.js';
import { about, chainId, notice } from './store.js';

interface Props {
  readonly method: string;
  readonly params?: readonly unknown[];
  readonly children: ComponentChildren;
  readonly disabled?: boolean;
  readonly class?: string;
  /** Is called with the result. */
  readonly onResult?: (result: unknown) => void;
}

/** Returns a call as text: `evm_mine()`, `anvil_mine("0x5")`. */
export const callText = (method: string, params: readonly unknown[] = []): string =>
  `${method}(${params.map((param) => JSON.stringify(param)).join(', ')})`;

export function CallButton({ method, params = [], children, disabled = false, onResult, ...rest }: Props): JSX.Element {
  const busy = useSignal(false);
  const call = async (): Promise<void> => {
    busy.value = true;
    try {
      const result = await callEvm(chainId.value, method, params);
      onResult?.(result);
    } catch (error) {
      notice.value = { tone: 'error', text: `${method}: ${(error as Error).message}` };
    } finally {
      busy.value = false;
    }
  };
  return (
    <button
      type="button"
      class={rest.class}
      disabled={disabled || busy.value}
      title={callText(method, params)}
      onClick={() => void call()}
    >
      {children}
    </button>
  );
}

/** Is a button with the call that it makes, shown in full on request. */
export const CallAction = (props: Props): JSX.Element => (
  <div class="call-action">
    <CallButton {...props} />
    <HowToCall calls={[{ method: props.method, params: props.params ?? [] }]} />
  </div>
);

/** Shows how programs make the same calls: by curl, by the command, and by the library. */
export function HowToCall({ calls }: { readonly calls: readonly Call[] }): JSX.Element {
  const urls = about.value?.chains.find(({ id }) => id === chainId.value)?.urls;
  const commands = calls.map((one) => commandText(one, urls?.['evmHttp'])).filter((text) => text !== undefined);
  return (
    <details class="how-to-call">
      <summary>
        How to call this<span class="hidden">: {calls.map(({ method }) => method).join(', ')}</span>
      </summary>
      <Copyable name="EVM JSON-RPC" text={calls.map((one) => curlText(one, urls?.['evmHttp'])).join('\n')} />
      {commands.length === calls.length && <Copyable name="Command" text={commands.join('\n')} />}
      <Copyable name="TypeScript" text={calls.map(libraryText).join('\n')} />
    </details>
  );
}

function Copyable({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  const copied = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = true;
    } catch {
      notice.value = {
        tone: 'warning',
        text: 'The browser does not allow this page to copy. Select the text instead.',
      };
    }
  };
  return (
    <div class="copyable">
      <span class="quiet">{name}</span>
      <button type="button" aria-label={`Copy the ${name} form`} onClick={() => void copy()}>
        {copied.value ? 'Copied' : 'Copy'}
      </button>
      <pre>{text}</pre>
    </div>
  );
}
