/**
 * `/cosmos.bank.v1beta1.Query/AllBalances`: an account's coins, ascending by denom. Pages go by `offset` and `limit`, or
 * by `key`, the denom to start from; counting the total is always cheap here, and always done.
 */
import { encodeCoin } from '../../../codec/cosmos_tx.js';
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { StateReader } from '../../state/types.js';
import { balancesOf } from '../store.js';
import { holderAddress } from './holder.js';

const DEFAULT_PAGE = 100;

interface Page {
  key: string;
  offset: number;
  limit: number;
}

export function queryAllBalances(request: Bytes, state: StateReader): Bytes {
  let address = '';
  let page: Page = { key: '', offset: 0, limit: 0 };
  for (const reader = new ProtoReader(request); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) address = reader.string();
    else if (field === 2) page = readPage(reader.bytes());
    else if (field === 3) reader.skip();
    else throw reader.unknown('QueryAllBalancesRequest');
  }
  const all = balancesOf(state, holderAddress(address, state));
  const from = page.key === '' ? page.offset : all.findIndex(({ denom }) => denom >= page.key);
  const first = from < 0 ? all.length : from;
  const next = first + (page.limit || DEFAULT_PAGE);
  const out = new ProtoWriter();
  for (const { denom, amount } of all.slice(first, next))
    out.message(1, encodeCoin({ denom, amount: amount.toString() }));
  const nextKey = all[next]?.denom;
  const pagination = new ProtoWriter()
    .bytes(1, nextKey === undefined ? EMPTY_BYTES : utf8(nextKey))
    .uint(2, all.length);
  return out.message(2, pagination.finish()).finish();
}

function readPage(bytes: Bytes): Page {
  const page = { key: '', offset: 0, limit: 0 };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) page.key = fromUtf8(reader.bytes());
    else if (field === 2) page.offset = reader.number();
    else if (field === 3) page.limit = reader.number();
    else reader.skip();
  }
  return page;
}
