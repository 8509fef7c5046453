/** Sets the base fee of the next block. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { toQuantity } from '../../explorer/read/format.js';
import { CallAction } from '../../shell/call_button.js';
import { Field } from '../../shell/fields.js';
import { head } from '../../shell/store.js';

export function BaseFee(): JSX.Element {
  const fee = useSignal('1000000000');
  const wei = /^\d{1,40}$/.test(fee.value.trim()) ? BigInt(fee.value.trim()) : undefined;
  return (
    <section class="panel" aria-labelledby="base-fee">
      <h2 id="base-fee">Base fee</h2>
      <p>Newest block: {head.value?.baseFee ?? '–'} wei. The gas price follows from the base fee.</p>
      <Field label="Base fee of the next block in wei" value={fee} />
      <CallAction
        method="hardhat_setNextBlockBaseFeePerGas"
        params={[toQuantity(wei ?? 0n)]}
        disabled={wei === undefined}
      >
        Set the base fee
      </CallAction>
    </section>
  );
}
