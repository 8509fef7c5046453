/** Shows how programs make the same calls: by curl, by the command, and by the library. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type Call, commandText, curlText, libraryText } from './call.js';
import { about, chainId, notice } from './store.js';

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
