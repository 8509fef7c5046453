import { Bloom } from '@ethereumjs/vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bloomOf } from '../../../src/codec/ethereum/receipt.js';

const address = fc.uint8Array({ minLength: 20, maxLength: 20 });
const topic = fc.uint8Array({ minLength: 32, maxLength: 32 });
const log = fc.record({ address, topics: fc.array(topic, { maxLength: 4 }) });

describe('the log bloom', () => {
  it('sets the bits that another implementation sets', () => {
    fc.assert(
      fc.property(fc.array(log, { maxLength: 6 }), (logs) => {
        const other = new Bloom();
        for (const one of logs) for (const item of [one.address, ...one.topics]) other.add(item);
        expect(bloomOf(logs)).toEqual(other.bitvector);
      }),
    );
  });
});
