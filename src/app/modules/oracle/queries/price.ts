/** `/halley.oracle.v1.Query/Price` returns the price that the last block with extensions wrote into the contract. */
import { string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { checksumAddress } from '../../../types/address.js';
import { priceText, readOracle, readPrice } from '../prices.js';

export const Price = defineQuery('/halley.oracle.v1.Query/Price', {
  rest: '/halley/oracle/v1/price',
  request: NoFields,
  response: message('halley.oracle.v1.QueryPriceResponse', {
    price: string(1),
    /** Height of the block that wrote it; 0 before the first one. */
    height: uint(2),
    /** Seconds since 1970. */
    timestamp: uint(3),
    /** Price around which validators report. */
    referencePrice: string(4),
    contract: string(5),
  }),
  answer(_, state) {
    const contract = readOracle(state);
    if (contract === undefined) throw notFound('the genesis of this chain has no app_state.oracle');
    const { price, height, timestamp, reference } = readPrice(state, contract);
    return {
      price: priceText(price),
      height,
      timestamp,
      referencePrice: priceText(reference),
      contract: checksumAddress(contract),
    };
  },
});
