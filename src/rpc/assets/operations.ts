/** Encodes a route's transfers as operations of `/v2/fungible/route`. */
import type { Route, Transfer } from './graph/route.js';
import { voucherDenom } from './graph/voucher_denom.js';

export function operations({ transfers }: Route, base: string, amount: string): readonly object[] {
  let txIndex = -1;
  return transfers.map((transfer) => {
    if (transfer.signed) txIndex++;
    return { transfer: transferOf(transfer, base), tx_index: txIndex, amount_in: amount, amount_out: amount };
  });
}

function transferOf({ sending, receiving, hops }: Transfer, base: string): object {
  const { facts } = sending.chain;
  const arriving = hops[0] === sending.hop ? hops.slice(1) : [receiving.hop, ...hops];
  const denomOut = voucherDenom(arriving, base);
  return {
    port: sending.facts.port,
    channel: sending.facts.channel,
    chain_id: sending.chain.id,
    from_chain_id: sending.chain.id,
    to_chain_id: receiving.chain.id,
    pfm_enabled: facts.pfmEnabled,
    supports_memo: facts.supportsMemo,
    denom_in: voucherDenom(hops, base),
    denom_out: denomOut,
    dest_denom: denomOut,
    bridge_id: 'IBC',
    smart_relay: false,
  };
}
