/** Button that calls a method of the chain, and names the call that does the same from a program. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { callEvm } from '../feed/http.js';
import { HowToCall } from './how_to_call.js';
import { chainId, notice } from './store.js';

interface Props {
  readonly method: string;
  readonly params?: readonly unknown[];
  /** Returns the parameters at the time of the call, where they depend on the chain. */
  readonly paramsNow?: () => Promise<readonly unknown[]>;
  readonly children: ComponentChildren;
  readonly disabled?: boolean;
  readonly class?: string;
  /** Runs with the result. */
  readonly onResult?: (result: unknown) => void;
}

/** Returns a call as text: `evm_mine()`, `anvil_mine("0x5")`. */
export const callText = (method: string, params: readonly unknown[] = []): string =>
  `${method}(${params.map((param) => JSON.stringify(param)).join(', ')})`;

export function CallButton({
  method,
  params = [],
  paramsNow = async () => params,
  children,
  disabled = false,
  onResult,
  ...rest
}: Props): JSX.Element {
  const busy = useSignal(false);
  const call = async (): Promise<void> => {
    busy.value = true;
    try {
      const result = await callEvm(chainId.value, method, await paramsNow());
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

/** Shows a button with the call that it makes, in full on request. */
export const CallAction = (props: Props): JSX.Element => (
  <div class="call-action">
    <CallButton {...props} />
    <HowToCall calls={[{ method: props.method, params: props.params ?? [] }]} />
  </div>
);
