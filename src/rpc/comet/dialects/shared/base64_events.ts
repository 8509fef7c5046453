/**
 * Encodes application events as 0.34 does. Keys and values of attributes are bytes, so they are in base64, or null when
 * they are empty (consensus-rpc.md 3). Structures that contain events have the shape of the later versions, with these
 * events inserted.
 */
import type { CheckTxResponse, Event, EventAttribute, ExecTxResult } from '../../../../abci/application.js';
import { utf8 } from '../../../../kernel/text.js';
import type { TxView } from '../views.js';
import { base64OrNull, listOrAbsent, textOrAbsent } from './scalars.js';
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

export const sparseBase64Result = (r: ExecTxResult) => ({
  ...sparseResult(withoutEvents(r)),
  events: listOrAbsent(r.events, sparseBase64Event),
});
