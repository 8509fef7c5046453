/**
 * Makes `halley.network` of an exported document. It holds a genesis document of every other chain, handshakes that the
 * plan leaves unfinished, and the relayer's data. Clients, connections, channels, sequences, commitments and escrows
 * are in the documents of the chains.
 */
import { CHANNEL_STATE } from '../../codec/ibc/channel.js';
import * as v2 from '../../codec/ibc/v2.js';
import { decodeValidatorSet, encodeValidatorSet, validatorsHash } from '../../consensus/types/validator_set.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import { clientsInUse } from '../../relayer/due_clients.js';
import type { RelayerGenesis } from '../../relayer/genesis.js';
import { PacketBook } from '../../relayer/packet_book.js';
import { acknowledgementPath, commitmentPath } from '../../relayer/paths.js';
import {
  readChannel,
  readChannels,
  readClient,
  readCommitments,
  readCommitmentsV2,
  readConnection,
  readConsensus,
  readLinkedClients,
} from '../../relayer/read.js';
import type { HomeChain } from '../home/home_chains.js';
import type { NetworkPlan } from '../plan/network_plan.js';
import { readPlan } from '../plan/read_plan.js';
import { relayerGenesisJson } from '../plan/relayer_genesis.js';
import {
  channelIdOf,
  clientIdOf,
  connectionIdOf,
  type ResolvedChannel,
  type ResolvedEnd,
  resolvePlan,
} from '../plan/resolve_plan.js';
import { documentOf, type StoredChain } from './stored_chain.js';

type Chains = ReadonlyMap<string, StoredChain>;

/** Returns the network as JSON. Throws HalleyError `unavailable` when some channels of the plan were never opened. */
export function networkJson(own: StoredChain, others: readonly StoredChain[], listed: readonly HomeChain[]): object {
  const plan = readPlan(own.storedGenesis.plan);
  const chains: Chains = new Map([own, ...others].map((chain) => [chain.id, chain]));
  const channels = resolvePlan(plan, new Set(chains.keys()));
  for (const channel of channels) mustBeMade(channel, chains);
  return {
    chains: others.map((chain) => chainJson(chain, plan, listed)),
    channels: channels.filter((channel) => isLeftOpen(channel, chains)).map(channelJson),
    relayer: relayerGenesisJson(relayerGenesis(chains, plan.relayer)),
  };
}

function chainJson(chain: StoredChain, { chains }: NetworkPlan, listed: readonly HomeChain[]): object {
  const planned = chains.find(({ id }) => id === chain.id);
  const { name, prettyName } = listed.find(({ id }) => id === chain.id) ?? planned ?? {};
  return {
    chain_id: chain.id,
    chain_name: name,
    pretty_name: prettyName,
    pace: planned?.miningMode,
    genesis: documentOf(chain),
  };
}

const stateOf = ({ chain, port, ...end }: ResolvedEnd, chains: Chains): number | undefined => {
  const found = chains.get(chain);
  return found && readChannel(found.view, port, channelIdOf({ chain, port, ...end }))?.state;
};

function mustBeMade({ a, b }: ResolvedChannel, chains: Chains): void {
  for (const end of [a, b])
    if (stateOf(end, chains) === undefined)
      throw new HalleyError(
        'unavailable',
        `the network lacks the channel ${end.port}/${channelIdOf(end)} on "${end.chain}" of its plan: start the network until its channels are open, then export it`,
        { chainId: end.chain },
      );
}

/** Returns whether the plan leaves the handshake unfinished. Every other goal is reached, and is in the chains' states. */
const isLeftOpen = ({ a, b, goal }: ResolvedChannel, chains: Chains): boolean =>
  goal === 'tryopen' && stateOf(a, chains) === CHANNEL_STATE.init && stateOf(b, chains) === CHANNEL_STATE.tryOpen;

const endJson = (end: ResolvedEnd): object => ({
  chain_id: end.chain,
  port: end.port,
  channel: channelIdOf(end),
  connection_id: connectionIdOf(end),
  client_id: clientIdOf(end),
});

const channelJson = ({ a, b, ordering, version, goal }: ResolvedChannel): object => ({
  a: endJson(a),
  b: endJson(b),
  goal,
  ordering,
  version,
});

function relayerGenesis(chains: Chains, before: RelayerGenesis): RelayerGenesis {
  const book = new PacketBook(before);
  const packets: RelayerGenesis['packets'][number][] = [];
  const acknowledgements: RelayerGenesis['acknowledgements'][number][] = [];
  for (const sender of chains.values())
    for (const { portId, channelId, end } of readChannels(sender.view))
      for (const sequence of readCommitments(sender.view, portId, channelId)) {
        const commitment = sender.view.get(commitmentPath(portId, channelId, sequence)) ?? EMPTY_BYTES;
        const packet = book.packet(sender, portId, channelId, sequence, commitment);
        if (packet === undefined) continue;
        packets.push({ chain: sender.id, packet });
        const { portId: port, channelId: channel } = end.counterparty;
        const receiver = otherEnd(sender, end.connectionHops[0], chains);
        const hash = receiver?.view.get(acknowledgementPath(port, channel, sequence));
        const acknowledgement = receiver && hash && book.acknowledgement(receiver, port, channel, sequence, hash);
        if (receiver !== undefined && acknowledgement !== undefined)
          acknowledgements.push({ chain: receiver.id, port, channel, sequence, acknowledgement });
      }
  const packetsV2 = [...chains.values()].flatMap((sender) =>
    readLinkedClients(sender.view).flatMap(({ clientId, counterparty }) => {
      const receiver = chains.get(readClient(sender.view, clientId)?.chainId ?? '');
      const found = readCommitmentsV2(sender.view, clientId).flatMap(
        ({ sequence, commitment }) => book.packetV2(sender, clientId, sequence, commitment) ?? [],
      );
      for (const { sequence } of found) {
        const { clientId: channel } = counterparty;
        const hash = receiver?.view.get(v2.packetKey('acks', channel, sequence));
        const answer = receiver && hash && book.acknowledgementV2(receiver, channel, sequence, hash);
        if (receiver === undefined || answer === undefined) continue;
        const acknowledgement = v2.Acknowledgement.encode(answer);
        acknowledgements.push({ chain: receiver.id, port: '', channel, sequence, acknowledgement });
      }
      return found.map((packet) => ({ chain: sender.id, packet }));
    }),
  );
  return { packets, packetsV2, acknowledgements, validatorSets: trustedSets(chains, before) };
}

function otherEnd({ view }: StoredChain, connectionId: string | undefined, chains: Chains): StoredChain | undefined {
  const connection = connectionId === undefined ? undefined : readConnection(view, connectionId);
  return chains.get((connection && readClient(view, connection.clientId)?.chainId) ?? '');
}

/** Returns the validator sets that light clients trust, except those with which the exported documents begin. */
function trustedSets(chains: Chains, before: RelayerGenesis): RelayerGenesis['validatorSets'] {
  const sets = new Map<string, RelayerGenesis['validatorSets'][number]>();
  for (const { view } of chains.values())
    for (const clientId of clientsInUse(view)) {
      const client = readClient(view, clientId);
      const trusted = client && readConsensus(view, clientId, client.latestHeight);
      const of = chains.get(client?.chainId ?? '');
      if (client === undefined || of === undefined || trusted === undefined) continue;
      const { nextValidatorsHash: hash } = trusted;
      if (equalBytes(hash, validatorsHash(of.blockStore.state.nextValidators))) continue;
      const validatorSet = setOf(of, client.latestHeight.revisionHeight + 1n, hash, before);
      if (validatorSet !== undefined) sets.set(`${of.id} ${toHex(hash)}`, { chain: of.id, validatorSet });
    }
  return [...sets.values()];
}

function setOf(
  { id, blockStore }: StoredChain,
  height: bigint,
  hash: Bytes,
  before: RelayerGenesis,
): Bytes | undefined {
  const stored = [blockStore.validators(height), blockStore.validators(blockStore.base)];
  const found = stored.find((set) => set !== undefined && equalBytes(validatorsHash(set), hash));
  if (found !== undefined) return encodeValidatorSet(found);
  return before.validatorSets.find(
    ({ chain, validatorSet }) => chain === id && equalBytes(validatorsHash(decodeValidatorSet(validatorSet)), hash),
  )?.validatorSet;
}
