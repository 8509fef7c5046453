/** Opens all chains of a devnet, sets up their network by the plan, and starts the relayer. */
import { MsgCloseChannel } from '../../codec/dev/ibc.js';
import { CHANNEL_STATE } from '../../codec/ibc/channel.js';
import type { UnixNanos } from '../../kernel/time.js';
import { expiries } from '../../relayer/due_clients.js';
import type { Task } from '../../relayer/task.js';
import type { ChainNode } from '../chain_node.js';
import type { Host } from '../host.js';
import type { RelayEntry } from '../log/entry.js';
import { readPlan } from '../plan/read_plan.js';
import { channelIdOf, type ResolvedChannel, resolvePlan } from '../plan/resolve_plan.js';
import { relayerKey } from '../relaying/account.js';
import { RelayedChain } from '../relaying/relayed_chain.js';
import { Relayer } from '../relaying/relayer.js';
import { savingValue } from '../snapshots/snapshot_part.js';
import { ChannelControl } from './channel_control.js';
import { closeCounterparties, openCounterparties } from './counterparties.js';
import type { Counterparty } from './counterparty.js';
import { NetworkSetup, SHORT_TRUST } from './network_setup.js';
import { channelAt } from './planned_ends.js';
import { Transfers } from './transfers.js';

export interface Network {
  readonly chains: readonly Counterparty[];
  /** `undefined` in a devnet of one chain. */
  readonly relayer: Relayer | undefined;
  readonly channels: ChannelControl;
}

/** Opens all chains or none; to be called before other callers may send commands. */
export async function openNetwork(own: ChainNode, host: Host): Promise<Network> {
  const chains = await openCounterparties(own, host);
  if (chains.length === 0)
    return {
      chains,
      relayer: undefined,
      channels: new ChannelControl(own.slot, new Map(), undefined, host.commandQueue),
    };
  try {
    return { chains, ...(await found(own, chains, host)) };
  } catch (error) {
    await closeCounterparties(chains);
    throw error;
  }
}

/** Makes the log entry of a relayed message; `failure` is the reason for which a chain refused it. */
const relayEntry = ({ kind, from, on, packet }: Task, failure: string | undefined): RelayEntry => ({
  type: 'relay',
  kind,
  from,
  to: on,
  ...(packet && { packet: { ...packet, sequence: `${packet.sequence}` } }),
  ...(failure !== undefined && { failure }),
});

async function found(own: ChainNode, others: readonly Counterparty[], host: Host): Promise<Omit<Network, 'chains'>> {
  const { commandQueue } = host;
  const { seed } = own.chain;
  const plan = readPlan(own.chain.plan);
  const pastOf = ({ chain }: ChainNode) =>
    plan.relayer.validatorSets.flatMap((past) => (past.chain === chain.genesis.chainId ? [past.validatorSet] : []));
  const relayed = [own, ...others.map(({ node }) => node)].map(
    (node) => new RelayedChain(node, relayerKey(seed), pastOf(node)),
  );
  const byId = new Map(relayed.map((chain) => [chain.id, chain]));
  const channels = resolvePlan(plan, new Set(byId.keys()));
  const log = (task: Task, failure?: string): void => {
    if (!own.log.quiet) own.log.write(relayEntry(task, failure));
  };
  const relayer = new Relayer(relayed, commandQueue, NetworkSetup.leftSteps(channels), log, plan.relayer);
  const setup = new NetworkSetup(channels, byId, relayer);
  if (!setup.isDone) {
    startClocks(relayed, host);
    await setup.fund();
    await setup.openChannels();
    await new Transfers(byId, () => relayer.found(async (_, tasks) => tasks)).send(plan.transfers);
    await closeChannels(channels, byId, relayer);
    await setup.leaveNumbers();
    await showNow(relayed, channels, host);
  } else if (relayed.every(isNew)) await keepClients(relayed, host);
  own.snapshots.add({
    save: savingValue(
      () => relayer.snapshot(),
      (before) => relayer.restore(before),
    ),
  });
  relayer.start();
  return { relayer, channels: new ChannelControl(own.slot, byId, relayer, commandQueue) };
}

const newestOf = (chains: readonly RelayedChain[]): UnixNanos =>
  chains.reduce((newest, { node }) => {
    const { lastBlockTime } = node.chain.blockStore.state;
    return lastBlockTime > newest ? lastBlockTime : newest;
  }, 0n);

/** Sets the clocks to the newest block, so that blocks of the setup follow the chains' time, however old that is. */
function startClocks(chains: readonly RelayedChain[], { timeline, clock }: Host): void {
  timeline.offset = newestOf(chains) - clock.now();
}

/**
 * Sets the clocks to the current time, because the setup ran in the past. A client that the plan lets expire needs a
 * later time.
 */
async function showNow(
  chains: readonly RelayedChain[],
  channels: readonly ResolvedChannel[],
  { timeline, clock }: Host,
): Promise<void> {
  const expires = channels.some(({ expired }) => expired !== undefined) ? newestOf(chains) + SHORT_TRUST : 0n;
  const late = expires - clock.now();
  timeline.offset = late > 0n ? late : 0n;
  for (const { node } of chains) await node.chain.store.batch(node.clock.writes());
}

const isNew = ({ node }: RelayedChain): boolean => node.chain.blockStore.height === node.chain.blockStore.base;

/**
 * Sets the clocks of a new network to the time of its genesis documents when light clients would have expired since
 * then. Channels of an exported network thus stay usable. Clients that the plan lets expire stay expired.
 */
async function keepClients(chains: readonly RelayedChain[], { timeline, clock }: Host): Promise<void> {
  const newest = newestOf(chains);
  const clients = expiries(new Map(chains.map(({ id, port }) => [id, port])));
  const isLost = clients.some(
    ({ at, trustingPeriod }) => trustingPeriod > SHORT_TRUST && at > newest && at <= clock.now(),
  );
  if (!isLost) return;
  const short = clients.filter(({ trustingPeriod }) => trustingPeriod <= SHORT_TRUST).map(({ at }) => at);
  const begin = short.reduce((latest, at) => (at > latest ? at : latest), newest);
  timeline.offset = begin - clock.now();
  for (const { node } of chains) await node.chain.store.batch(node.clock.writes());
}

async function closeChannels(
  channels: readonly ResolvedChannel[],
  chains: ReadonlyMap<string, RelayedChain>,
  relayer: Relayer,
): Promise<void> {
  for (const { a, goal } of channels) {
    const chain = goal === 'closed' ? chains.get(a.chain) : undefined;
    if (chain === undefined || channelAt(chain, a)?.state === CHANNEL_STATE.closed) continue;
    await chain.node.devTxSender.sendDevTx(MsgCloseChannel, { portId: a.port, channelId: channelIdOf(a) });
    await chain.produce();
  }
  await relayer.found(async (_, tasks) => tasks);
}
