/** Says why a transaction failed. */
import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { indexAbis } from '../../explorer/abi/abi_index.js';
import { decodeRevert } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { Arguments } from '../../explorer/parts/decoded_view.js';
import type { CallFrame } from '../../explorer/read/traces.js';

/** Frame of the stack of a failure, as the member `stack` of errors has it. */
export interface StackFrame {
  readonly contract?: string;
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

interface Props {
  readonly frame: CallFrame;
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
  /** Where in the sources it failed, the innermost frame first. */
  readonly stack?: readonly StackFrame[] | undefined;
}

const frameText = ({ contract, function: name, file, line, column }: StackFrame): string => {
  const called = [contract, name].filter(Boolean).join('.') || 'unknown code';
  return file === undefined
    ? called
    : `${called} (${[file, line, column].filter((part) => part !== undefined).join(':')})`;
};

export function RevertView({ frame, artifacts, stack = [] }: Props): JSX.Element {
  const data = frame.output ?? '0x';
  const revert = decodeRevert(data, indexAbis([...artifacts.values()]), anyAbi.value);
  // `require` and `revert` with a text make Solidity's `Error(string)`: the text is what happened.
  const [text] = revert?.args ?? [];
  const said = revert?.name === 'Error' && typeof text?.value === 'string' ? text.value : undefined;
  return (
    <div class="revert">
      <p class="bad">
        ✗ <ChainText text={frame.error ?? 'failed'} />
        {revert !== undefined && (
          <>
            : <ChainText text={said ?? revert.name} first={said === undefined ? 80 : undefined} />
            {revert.meaning !== undefined && `, ${revert.meaning}`}
          </>
        )}
      </p>
      {revert !== undefined && said === undefined && <Arguments args={revert.args} />}
      {stack.length > 0 && (
        <ol class="lines stack">
          {stack.map((one, i) => (
            <li key={i} class="mono">
              at <ChainText text={frameText(one)} />
            </li>
          ))}
        </ol>
      )}
      {revert === undefined && data !== '0x' && (
        <p>
          Data of the revert: <ChainData text={data} />
        </p>
      )}
    </div>
  );
}
