/**
 * Application events as 0.34 tells them: keys and values of attributes are bytes, so they are printed in base64, and null
 * when there are none (consensus-rpc.md 3). Whatever holds events is the shape of the later versions with these put in.
 */
import type { CheckTxResponse, Event, EventAttribute, ExecTxResult } from '../../../../abci/application.js';
import { utf8 } from '../../../../kernel/text.js';
import type { BusEvent, TxLocation } from '../../../ports.js';
import type { Json } from '../../protocol/json.js';
import { lazyNotice, type Notice } from '../notice.js';
import type { TxView } from '../views.js';
import { base64, base64OrNull, int64, listOrAbsent, textOrAbsent } from './scalars.js';
import { tx } from './tx.js';
import { fullResult, sparseResult } from './tx_result.js';

const attribute = ({ key, value, index }: EventAttribute) => ({
  key: base64OrNull(utf8(key)),
  value: base64OrNull(utf8(value)),
  index,
});

const fullBase64Event = ({ type, attributes }: Event) => ({ type, attributes: attributes.map(attribute) });

export const sparseBase64Event = ({ type, attributes }: Event) => ({
  type: textOrAbsent(type),
  attributes: listOrAbsent(attributes, attribute),
});

const withoutEvents = <T extends ExecTxResult | CheckTxResponse>(r: T): T => ({ ...r, events: [] });

export const fullBase64Result = (r: ExecTxResult | CheckTxResponse) => ({
  ...fullResult(withoutEvents(r)),
  events: r.events.map(fullBase64Event),
});

export const base64Tx = (view: TxView) => ({
  ...tx({ ...view, location: { ...view.location, result: withoutEvents(view.location.result) } }),
  tx_result: fullBase64Result(view.location.result),
});

const base64TxResult = ({ height, index, tx: bytes, result }: TxLocation): Json => ({
  height: int64(height),
  index: index === 0 ? undefined : index,
  tx: base64(bytes),
  result: {
    ...sparseResult(withoutEvents(result)),
    events: listOrAbsent(result.events, sparseBase64Event),
  },
});

export const base64TxNotice = (event: BusEvent & { readonly type: 'Tx' }): Notice =>
  lazyNotice(
    'Tx',
    () => event.attributes,
    () => ({ type: 'tendermint/event/Tx', value: { TxResult: base64TxResult(event.location) } }),
  );
