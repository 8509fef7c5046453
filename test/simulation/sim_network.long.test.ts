import { expect, test } from 'vitest';
import { HISTORY_HEIGHTS } from '../../src/simulation/create_core.js';
import { SECOND, TestNetwork } from './world_kit.js';

test('a node takes over a state when its height is no longer retained', () => {
  const host = new TestNetwork({ heightStart: 'held', powers: [10n, 10n, 10n, 1n] });
  host.network.crash(3);
  while (host.network.lastDecidedHeight < BigInt(2 * HISTORY_HEIGHTS + 50)) {
    host.network.startHeight(host.network.now + SECOND);
    host.drain();
    host.notes.length = 0;
  }
  host.network.restart(3);
  host.drain();
  expect(host.notes.find(({ type }) => type === 'jumped')).toMatchObject({ node: 3 });
  expect(host.round(3).height).toBe(host.network.lastDecidedHeight + 1n);
});
