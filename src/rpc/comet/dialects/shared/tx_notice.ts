/** The Tx event (consensus-rpc.md 8.2): `index` is absent for the first transaction of a block. */
import type { BusEvent } from '../../../ports.js';
import type { Notice } from '../notice.js';
import { base64, int64 } from './scalars.js';
import { sparseResult } from './tx_result.js';

export const txNotice = ({ location, attributes }: BusEvent & { readonly type: 'Tx' }): Notice => ({
  name: 'Tx',
  attributes,
  data: () => ({
    type: 'tendermint/event/Tx',
    value: {
      TxResult: {
        height: int64(location.height),
        index: location.index === 0 ? undefined : location.index,
        tx: base64(location.tx),
        result: sparseResult(location.result),
      },
    },
  }),
});
