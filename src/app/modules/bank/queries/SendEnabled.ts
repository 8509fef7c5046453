/**
 * `/cosmos.bank.v1beta1.Query/SendEnabled` returns the rules of the requested denoms that have one, or of all denoms
 * that have one.
 */
import { embedded, repeated, repeatedString } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { SendEnabled as Rule, readAllSendEnabled, readSendEnabled } from '../send_enabled.js';

const NO_PAGE = { nextKey: new Uint8Array(), total: 0n };

export const SendEnabled = defineQuery('/cosmos.bank.v1beta1.Query/SendEnabled', {
  request: message(
    'cosmos.bank.v1beta1.QuerySendEnabledRequest',
    { denoms: repeatedString(1), page: embedded(99, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QuerySendEnabledResponse', {
    sendEnabled: repeated(1, Rule),
    pagination: embedded(99, PageResponse),
  }),
  answer({ denoms, page }, state) {
    if (denoms.length > 0) {
      const rules = denoms.map((denom) => ({ denom, enabled: readSendEnabled(state, denom) }));
      const known = rules.filter((rule): rule is Rule => rule.enabled !== undefined);
      return { sendEnabled: known, pagination: NO_PAGE };
    }
    const all = readAllSendEnabled(state).map((item) => ({ key: utf8(item.denom), item }));
    const { items: sendEnabled, pagination } = pageOf(all, page, internal);
    return { sendEnabled, pagination };
  },
});
