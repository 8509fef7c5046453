/** Shows how programs make the same calls: by curl, by the command, and by the library. */
import type { JSX } from 'preact';
import { type Call, commandText, curlText, libraryText } from './call.js';
import { CopyButton } from './copy_button.js';
import { about, chainId } from './store.js';

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

const Copyable = ({ name, text }: { readonly name: string; readonly text: string }): JSX.Element => (
  <div class="copyable">
    <span class="quiet">{name}</span>
    <CopyButton text={text} of={`the ${name} form`} />
    <pre>{text}</pre>
  </div>
);
