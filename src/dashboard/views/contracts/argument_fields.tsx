/** Asks for the arguments of a function. */
import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { AbiFunction, Hex } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { readArgument } from '../../explorer/abi/arguments.js';
import { ChainText } from '../../explorer/parts/chain_text.js';

export interface ArgumentTexts {
  readonly texts: Signal<readonly string[]>;
  /** Returns the input of the call. Throws an Error that names the argument that cannot be read. */
  encode(): Hex;
}

export function useArguments(entry: AbiFunction): ArgumentTexts {
  const texts = useSignal<readonly string[]>(entry.inputs.map(() => ''));
  return {
    texts,
    encode() {
      const args = entry.inputs.map((input, i) => {
        try {
          return readArgument(input, texts.value[i] ?? '');
        } catch (error) {
          throw new Error(`${input.name || `argument ${i}`}: ${(error as Error).message}`);
        }
      });
      return encodeFunctionData({ abi: [entry], functionName: entry.name, args });
    },
  };
}

export const ArgumentFields = ({
  entry,
  texts,
}: {
  entry: AbiFunction;
  texts: ArgumentTexts['texts'];
}): JSX.Element => (
  <>
    {entry.inputs.map(({ name, type }, i) => (
      <label key={i}>
        <ChainText text={`${name ?? ''} ${type}`.trim()} first={80} />{' '}
        <input
          value={texts.value[i] ?? ''}
          onInput={({ currentTarget }) => (texts.value = texts.value.with(i, currentTarget.value))}
        />
      </label>
    ))}
  </>
);
