/** Tests when blocks stop. */
import { expect, it } from 'vitest';
import { genesisPowers, quorumWithout } from '../../src/testnet/run/quorum.js';
import { networkOf } from './network.js';

it('needs more than two thirds of the power of the genesis document', () => {
  const { genesis } = networkOf({ validators: 6 });
  const powers = genesisPowers(genesis.document);
  const addresses = [...powers.byAddress.keys()];
  expect([powers.chainId, addresses.length]).toEqual(['halley_31337-1', 6]);
  expect(quorumWithout(powers.byAddress, [])).toEqual({ total: 60n, running: 60n, isReached: true });
  expect(quorumWithout(powers.byAddress, addresses.slice(0, 1)).isReached).toBe(true);
  // Two of six leave exactly two thirds.
  expect(quorumWithout(powers.byAddress, addresses.slice(0, 2))).toEqual({
    total: 60n,
    running: 40n,
    isReached: false,
  });
  expect(quorumWithout(powers.byAddress, ['00'])).toMatchObject({ running: 60n });
});
