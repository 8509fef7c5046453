/** Says why a transaction failed. */
import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { indexAbis } from '../../explorer/abi/abi_index.js';
import { decodeRevert } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { Arguments } from '../../explorer/parts/decoded_view.js';
import type { CallFrame } from '../../explorer/read/call_tree.js';

interface Props {
  readonly frame: CallFrame;
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
}

export function RevertView({ frame, artifacts }: Props): JSX.Element {
  const data = frame.output ?? '0x';
  const revert = decodeRevert(data, indexAbis([...artifacts.values()]), anyAbi.value);
  return (
    <div class="revert">
      <p class="bad">
        ✗ <ChainText text={frame.error ?? 'failed'} />
        {revert !== undefined && (
          <>
            : <ChainText text={revert.name} first={80} />
            {revert.meaning !== undefined && `, ${revert.meaning}`}
          </>
        )}
      </p>
      {revert !== undefined && <Arguments args={revert.args} />}
      {revert === undefined && data !== '0x' && (
        <p>
          Data of the revert: <ChainData text={data} />
        </p>
      )}
    </div>
  );
}
