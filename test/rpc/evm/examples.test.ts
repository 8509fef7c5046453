import { expect, test } from 'vitest';
import { fromHex } from '../../../src/kernel/hex.js';
import { BLOCK_FILTER, CONTRACT, LOG_FILTER, SUBSCRIPTION } from '../../../src/rpc/evm/examples.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import type { Subscriber } from '../../../src/rpc/evm/subscriptions.js';
import { aBench } from './fixture.js';

const subscriber: Subscriber = { subscribe: () => '0x1', unsubscribe: (id) => id === SUBSCRIPTION };

/** A node with the filters that examples name. */
function aNodeWithFilters() {
  const ids = [BLOCK_FILTER, LOG_FILTER].map((id) => fromHex(id.slice(2).padStart(32, '0')));
  const one = fromHex('01'.padStart(32, '0'));
  const bench = aBench({ steering: true, random: () => ids.shift() ?? one, context: { subscriber } });
  bench.call('eth_newBlockFilter');
  bench.call('eth_newFilter', { address: CONTRACT, fromBlock: 'earliest' });
  return bench;
}

for (const { name, example, summary } of EVM_METHODS) {
  test(`${name} answers its example: ${summary}`, async () => {
    const { call } = aNodeWithFilters();
    const answer = await call(name, ...example.params);
    if (typeof example.result === 'object' && example.result !== null) expect(answer).toMatchObject(example.result);
    else expect(answer).toBe(example.result);
  });
}

test('every method is documented in one line without a full stop missing', () => {
  for (const { name, summary, result } of EVM_METHODS) {
    expect(summary, name).toMatch(/^[A-Z][^\n]{5,100}\.$/);
    expect(result, name).not.toBe('');
  }
});
