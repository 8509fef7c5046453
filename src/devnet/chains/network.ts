/** Opens all chains of a devnet, sets up their network by the plan, and starts the relayer. */
import { balanceOf } from '../../app/modules/bank/store.js';
import { bech32Address } from '../../app/types/address.js';
import { MsgCloseChannel } from '../../codec/dev/ibc.js';
import { CHANNEL_STATE } from '../../codec/ibc/channel.js';
import { NO_HEIGHT } from '../../codec/ibc/client.js';
import { MsgTransfer, TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import { DEVELOPMENT_ACCOUNTS } from '../../config/development_accounts.js';
import { HalleyError } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { fromHex, toUpperHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../kernel/time.js';
import { expiries } from '../../relayer/due_clients.js';
import { anyOf } from '../../relayer/message_of.js';
import { readChannel, readClient, readConnection } from '../../relayer/read.js';
import type { Task } from '../../relayer/task.js';
import type { ChainNode } from '../chain_node.js';
import type { Host } from '../host.js';
import type { RelayEntry } from '../log/entry.js';
import type { PlannedTransfer } from '../plan/network_plan.js';
import { readPlan } from '../plan/read_plan.js';
import { channelIdOf, type ResolvedChannel, resolvePlan } from '../plan/resolve_plan.js';
import { ChainAccount, relayerKey } from '../relaying/account.js';
import { RelayedChain } from '../relaying/relayed_chain.js';
import { Relayer } from '../relaying/relayer.js';
import { savingValue } from '../snapshots/snapshot_part.js';
import { ChannelControl } from './channel_control.js';
import { closeCounterparties, openCounterparties } from './counterparties.js';
import type { Counterparty } from './counterparty.js';
import { keepingClients, newestOf } from './keep_clients.js';
import { NetworkSetup, SHORT_TRUST } from './network_setup.js';
import { channelAt } from './planned_ends.js';

export interface Chains {
  readonly chains: readonly Counterparty[];
  /** `undefined` in a devnet of one chain. */
  readonly relayer: Relayer | undefined;
  readonly channels: ChannelControl;
}

/** Opens all chains or none; to be called before other callers may send commands. */
export async function openNetwork(own: ChainNode, host: Host): Promise<Chains> {
  const chains = await openCounterparties(own, host);
  if (chains.length === 0)
    return {
      chains,
      relayer: undefined,
      channels: new ChannelControl(own.slot, new Map(), undefined, host.commandQueue),
    };
  try {
    return { chains, ...(await startRelaying(own, chains, host)) };
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
  packet: packet && { ...packet, sequence: `${packet.sequence}` },
  failure,
});

const GAS = 400_000n;
/** Timeout after the newest block; a network setup takes less. */
const TIMEOUT = 3_000n * NANOS_PER_SECOND;

/** Form of a denom such as `transfer/channel-0/uhub`, which a plan may use in place of the denom with its hash. */
const PATH = /^transfer\/channel-\d+\/./;

const denomOf = (text: string): string => (PATH.test(text) ? `ibc/${toUpperHex(sha256(utf8(text)))}` : text);

const bad = (transfer: PlannedTransfer, why: string): HalleyError =>
  new HalleyError(
    'invalid-genesis',
    `halley.network: the transfer of ${transfer.amount} ${transfer.denom} from "${transfer.chain}" over ${transfer.channel}: ${why}`,
  );

/**
 * Sender of the transfers of a plan. Development accounts sign them, and the relayer relays them as any others, also
 * when one needs the tokens of another.
 */
class Transfers {
  /** Transfers that each account on each chain has made. */
  readonly #made = new Map<string, bigint>();
  /** Transfers of each account on each chain that are not in a block yet. */
  readonly #behind = new Map<string, number>();

  constructor(
    private readonly chains: ReadonlyMap<string, RelayedChain>,
    private readonly relay: () => Promise<void>,
  ) {}

  /**
   * Sends the transfers that were not made yet. An account of a plan sends nothing else before, so its sequence counts
   * those that were.
   */
  async send(transfers: readonly PlannedTransfer[]): Promise<void> {
    const seen = new Map<string, bigint>();
    for (const transfer of transfers) {
      const chain = this.chains.get(transfer.chain);
      if (chain === undefined) throw bad(transfer, 'there is no such chain');
      const { sender = 0 } = transfer;
      const key = DEVELOPMENT_ACCOUNTS[sender]?.privateKey;
      if (key === undefined) throw bad(transfer, `there is no development account ${sender}`);
      const account = new ChainAccount(chain.node.chain, fromHex(key.slice(2)));
      const name = `${chain.id} ${sender}`;
      if (!this.#made.has(name))
        this.#made.set(name, chain.node.chain.state.latest.account(account.address)?.nonce ?? 0n);
      const index = seen.get(name) ?? 0n;
      seen.set(name, index + 1n);
      if (index < (this.#made.get(name) as bigint)) continue;
      await this.#sendOne(transfer, chain, account, name);
    }
    await this.#settle();
  }

  async #sendOne(transfer: PlannedTransfer, chain: RelayedChain, account: ChainAccount, name: string): Promise<void> {
    const { port = TRANSFER_PORT, channel, amount, memo = '' } = transfer;
    const denom = denomOf(transfer.denom);
    const owns = (): boolean => balanceOf(chain.node.chain.state.latest, account.address, denom) >= BigInt(amount);
    if (!owns()) await this.#settle();
    if (!owns()) throw bad(transfer, 'the balance of its sender is too low');
    const message = anyOf(MsgTransfer, {
      sourcePort: port,
      sourceChannel: channel,
      token: { denom, amount: BigInt(amount).toString() },
      sender: account.bech32,
      receiver: transfer.receiver ?? this.#receiver(transfer, chain, port, account.address),
      timeoutHeight: NO_HEIGHT,
      timeoutTimestamp: chain.port.nextTime + TIMEOUT,
      memo,
      encoding: '',
    });
    const behind = this.#behind.get(name) ?? 0;
    const admission = await chain.node.loop.inside.take(account.sign([message], GAS, behind));
    if (admission.type === 'refused') throw bad(transfer, admission.reason);
    if (!admission.taken) throw bad(transfer, admission.check.log);
    this.#behind.set(name, behind + 1);
  }

  /** Returns the sender's address on the other chain. */
  #receiver(transfer: PlannedTransfer, chain: RelayedChain, port: string, address: Uint8Array): string {
    const view = chain.port.at(chain.port.height);
    const hop = readChannel(view, port, transfer.channel)?.connectionHops[0];
    const client = hop && readConnection(view, hop)?.clientId;
    const other = this.chains.get((client && readClient(view, client)?.chainId) || '');
    if (other === undefined) throw bad(transfer, 'there is no such channel');
    return bech32Address(address, other.node.chain.app.params.bech32Prefix);
  }

  async #settle(): Promise<void> {
    for (const chain of this.chains.values()) {
      const { pool, blockStore } = chain.node.chain;
      const waiting = [...pool.all()].map(({ hash }) => hash);
      if (waiting.length === 0) continue;
      await chain.produce();
      for (const hash of waiting) {
        const position = blockStore.position(hash);
        const result = position && blockStore.results(position.height)?.txResults[position.index];
        if (result !== undefined && result.code !== 0)
          throw new HalleyError('invalid-genesis', `halley.network: a transfer failed on "${chain.id}": ${result.log}`);
      }
    }
    this.#behind.clear();
    await this.relay();
  }
}

async function startRelaying(
  own: ChainNode,
  others: readonly Counterparty[],
  host: Host,
): Promise<Omit<Chains, 'chains'>> {
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
    await new Transfers(byId, () => relayer.finish(async (_, tasks) => tasks)).send(plan.transfers);
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
  host.keepClientsUntil = keepingClients(relayed, relayer, host);
  return { relayer, channels: new ChannelControl(own.slot, byId, relayer, commandQueue) };
}

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
  await relayer.finish(async (_, tasks) => tasks);
}
