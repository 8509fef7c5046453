/** Lists the vouchers on a chain whose traces it knows, with or without a holder. */
import type { DenomInfo } from '../../../app/modules/bank/denom_info.js';
import { readDenoms } from '../../../app/modules/transfer/store.js';
import { isDescribedByHand } from '../../../app/modules/transfer/vouchers.js';
import type { StateReader } from '../../../app/state/types.js';
import type { AssetForm } from '../../../backend/assets.js';
import { hopText, localDenom } from '../../../codec/ibc/denom.js';
import type { Denom } from '../../../codec/ibc/transfer.js';

type Named = Omit<AssetForm, 'sendEnabled'>;

/** Returns the vouchers, ascending by hash. `infos` is what the bank stores about each denom. */
export const voucherForms = (state: StateReader, infos: ReadonlyMap<string, DenomInfo>): readonly Named[] =>
  Array.from(readDenoms(state), (way) => voucherForm(state, way, infos.get(localDenom(way))));

function voucherForm(state: StateReader, way: Denom, info: DenomInfo | undefined): Named {
  const denom = localDenom(way);
  const place = { denom, hops: way.trace.map(hopText), base: way.base };
  // Metadata that the chain wrote by itself is less useful than the asset's name on its home chain.
  if (info === undefined || !isDescribedByHand(state, way)) return { ...place, supply: info?.supply ?? 0n };
  return { ...info, ...place };
}
