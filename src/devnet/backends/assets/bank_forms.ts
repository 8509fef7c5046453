/** Lists the assets that a chain's bank holds or describes, for the asset API. */
import { denomInfos } from '../../../app/modules/bank/denom_info.js';
import { isSendEnabled } from '../../../app/modules/bank/send_enabled.js';
import type { StateReader } from '../../../app/state/types.js';
import type { AssetForm } from '../../../backend/assets.js';
import { isVoucher } from '../../../codec/ibc/denom.js';
import { voucherForms } from './voucher_forms.js';

/**
 * Returns native assets, ascending by denom, then vouchers. A voucher with an unknown trace could come from anywhere,
 * and is left out.
 */
export function bankForms(state: StateReader): readonly AssetForm[] {
  const infos = denomInfos(state);
  const native = infos
    .filter(({ denom }) => !isVoucher(denom))
    .map((info) => ({ ...info, hops: [], base: info.denom }));
  const vouchers = voucherForms(state, new Map(infos.map((info) => [info.denom, info])));
  return [...native, ...vouchers].map((form) => ({ ...form, sendEnabled: isSendEnabled(state, form.denom) }));
}
