/** Tests the numbers of a plan: those that it gives, and the next free ones. */
import { describe, expect, it } from 'vitest';
import type { PlannedChannel } from '../../../src/devnet/plan/network_plan.js';
import { resolvePlan } from '../../../src/devnet/plan/resolve_plan.js';

const CHAINS = new Set(['a-1', 'b-1', 'c-1']);
const resolve = (...channels: PlannedChannel[]) => resolvePlan({ channels }, CHAINS);

describe('resolvePlan', () => {
  it('gives channels of two chains one connection, and every end the next free number', () => {
    const [first, second] = resolve(
      { a: { chain: 'a-1' }, b: { chain: 'b-1' } },
      { a: { chain: 'b-1' }, b: { chain: 'a-1' } },
    );
    expect(first?.a).toEqual({ chain: 'a-1', port: 'transfer', client: 0, connection: 0, channel: 0 });
    expect(second?.b).toEqual({ chain: 'a-1', port: 'transfer', client: 0, connection: 0, channel: 1 });
  });

  it('leaves the numbers free that the plan gives to others', () => {
    const [first] = resolve(
      { a: { chain: 'a-1' }, b: { chain: 'b-1' } },
      {
        a: { chain: 'a-1', channel: 'channel-0', connection: 'connection-0', client: '07-tendermint-0' },
        b: { chain: 'c-1' },
      },
    );
    expect(first?.a).toMatchObject({ client: 1, connection: 1, channel: 1 });
  });

  it('refuses one channel twice', () => {
    const channel = { a: { chain: 'a-1', channel: 'channel-5' }, b: { chain: 'b-1' } };
    expect(() => resolve(channel, channel)).toThrow('there are two channels channel-5 of "a-1"');
  });
});
