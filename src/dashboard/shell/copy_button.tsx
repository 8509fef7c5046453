/** Copies a text to the clipboard. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from './icons.js';
import { notice } from './store.js';

interface Props {
  readonly text: string;
  /** Name of what is copied, such as "the address". */
  readonly of: string;
}

export function CopyButton({ text, of }: Props): JSX.Element {
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
  const label = copied.value ? 'Copied' : `Copy ${of}`;
  return (
    <button type="button" class="bare" aria-label={label} title={label} onClick={() => void copy()}>
      <Icon name={copied.value ? 'check' : 'copy'} />
    </button>
  );
}
