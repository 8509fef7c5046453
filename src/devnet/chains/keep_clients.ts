/**
 * Keeps light clients from expiring while the clock of several chains jumps: a long jump goes in legs, after each of
 * which the relayer refreshes the clients.
 */
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import { expiries } from '../../relayer/due_clients.js';
import type { RelayChains } from '../../relayer/types.js';
import type { Host } from '../host.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';
import type { Relayer } from '../relaying/relayer.js';

/** Most legs of a jump. Clients that would need more expire. */
const MOST_LEGS = 250n;
/** Shortest trusting period that counts: blocks of the refreshes take a second each. */
const SHORTEST = 3_600n * NANOS_PER_SECOND;

/**
 * Returns the function that keeps the clients until a time at which the next block will be. It makes blocks in every
 * mining mode, unless the relayer is stopped or a block has a fixed time. The clock is afterwards what it was. Only a
 * command of the loop may call it.
 */
export function keepingClients(
  chains: readonly RelayedChain[],
  relayer: Relayer,
  { timeline, clock }: Host,
): (until: UnixNanos) => Promise<void> {
  const ports: RelayChains = new Map(chains.map(({ id, port }) => [id, port]));
  return async (until) => {
    if (!relayer.running || chains.some(({ node }) => node.clock.isFixed)) return;
    const from = newestOf(chains);
    const legs = legsOf(ports, from, until);
    if (legs === 0n) return;
    const { offset } = timeline;
    for (let leg = 0n; leg < legs; leg++) {
      timeline.offset = from + ((until - from) * leg) / legs - clock.now();
      if (!(await relayer.refresh())) break;
      // Sockets and timers run here, commands do not.
      await new Promise<void>((resolve) => chains[0]?.node.chain.scheduler.afterIo(resolve));
    }
    timeline.offset = offset;
    for (const { node } of chains) await node.chain.store.batch(node.clock.writes());
  };
}

/** Returns the time of the newest block of all chains. */
export const newestOf = (chains: readonly RelayedChain[]): UnixNanos =>
  chains.reduce((newest, { node }) => {
    const { lastBlockTime } = node.chain.blockStore.state;
    return lastBlockTime > newest ? lastBlockTime : newest;
  }, 0n);

/**
 * Returns how many legs lead to a time; 0 when no client then has more than two thirds of its trusting period behind it.
 * Clients that are expired do not count.
 */
function legsOf(ports: RelayChains, from: UnixNanos, until: UnixNanos): bigint {
  const needed = expiries(ports)
    .filter(({ at, trustingPeriod }) => at > from && trustingPeriod >= SHORTEST && (until - at) * 3n > -trustingPeriod)
    // A client that is not due yet, after a third of its period, lasts for such a leg.
    .map(({ trustingPeriod }) => ((until - from) * 5n) / (trustingPeriod * 3n) + 1n);
  return needed.filter((legs) => legs <= MOST_LEGS).reduce((most, legs) => (legs > most ? legs : most), 0n);
}
