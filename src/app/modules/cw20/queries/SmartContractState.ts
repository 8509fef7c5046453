/**
 * `/cosmwasm.wasm.v1.Query/SmartContractState` returns a contract's answer: a token's balances and name, or a bridge's
 * port.
 */

import { goJson, isJsonObject, tryJsonObject } from '../../../../codec/go_json.js';
import { bytes, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { fromUtf8, utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound, unknownStatus } from '../../../sdk/query/failure.js';
import type { StateReader } from '../../../state/types.js';
import { portOf } from '../contract.js';
import { type Contract, readBalance, readContract, totalSupply } from '../store.js';

export const SmartContractState = defineQuery('/cosmwasm.wasm.v1.Query/SmartContractState', {
  rest: '/cosmwasm/wasm/v1/contract/{address}/smart/{query_data}',
  request: message(
    'cosmwasm.wasm.v1.QuerySmartContractStateRequest',
    { address: string(1), queryData: bytes(2) },
    { lenient: true },
  ),
  response: message('cosmwasm.wasm.v1.QuerySmartContractStateResponse', { data: bytes(1) }),
  answer({ address, queryData }, state) {
    const contract = readContract(state, address);
    if (contract === undefined) throw notFound(`address ${address}: no such contract`);
    const [[kind, asked] = ['', undefined], ...rest] = Object.entries(tryJsonObject(fromUtf8(queryData)) ?? {});
    const answer =
      rest.length === 0 && isJsonObject(asked) ? answerOf(contract, address, kind, asked, state) : undefined;
    if (answer === undefined)
      throw unknownStatus(`Error parsing into type QueryMsg: unknown variant: query wasm contract failed`);
    return { data: utf8(goJson(answer)) };
  },
});

function answerOf(
  { kind, name, symbol, decimals }: Contract,
  address: string,
  query: string,
  asked: Readonly<Record<string, unknown>>,
  state: StateReader,
): object | undefined {
  if (kind === 'cw20-ics20') return query === 'port' ? { port_id: portOf(address) } : undefined;
  if (query === 'token_info') return { name, symbol, decimals, total_supply: totalSupply(state, address).toString() };
  const { address: holder } = asked;
  if (query !== 'balance' || typeof holder !== 'string') return undefined;
  return { balance: readBalance(state, address, holder).toString() };
}
