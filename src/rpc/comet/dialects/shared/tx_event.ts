/** Builds the Tx event (consensus-rpc.md 8.2). `index` is absent for the first transaction of a block. */
import type { ExecTxResult } from '../../../../abci/application.js';
import type { BusEvent, TxLocation } from '../../../../backend/comet.js';
import type { Json } from '../../protocol/json.js';
import { lazyEvent, type SubscriptionEvent } from '../subscription_event.js';
import { base64, int64 } from './scalars.js';
import { sparseResult } from './tx_result.js';

type ResultShape = (result: ExecTxResult) => Json;

const txResult = ({ height, index, tx, result }: TxLocation, shape: ResultShape): Json => ({
  height: int64(height),
  index: index === 0 ? undefined : index,
  tx: base64(tx),
  result: shape(result),
});

export const txEvent = (
  event: BusEvent & { readonly type: 'Tx' },
  shape: ResultShape = sparseResult,
): SubscriptionEvent =>
  lazyEvent(
    'Tx',
    () => event.attributes,
    () => ({ type: 'tendermint/event/Tx', value: { TxResult: txResult(event.location, shape) } }),
  );
