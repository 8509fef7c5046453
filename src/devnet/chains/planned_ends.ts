/** Reads the clients, connections and channels of a plan from a chain. */
import type { Channel } from '../../codec/ibc/channel.js';
import type { ConnectionEnd } from '../../codec/ibc/connection.js';
import type { ClientState } from '../../codec/ibc/tendermint.js';
import { readChannel, readClient, readConnection } from '../../relayer/read.js';
import { channelIdOf, clientIdOf, connectionIdOf, type ResolvedEnd } from '../plan/resolve_plan.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';

const viewOf = ({ port }: RelayedChain) => port.at(port.height);

export const clientAt = (chain: RelayedChain, end: ResolvedEnd): ClientState | undefined =>
  readClient(viewOf(chain), clientIdOf(end));

export const connectionAt = (chain: RelayedChain, end: ResolvedEnd): ConnectionEnd | undefined =>
  readConnection(viewOf(chain), connectionIdOf(end));

export const channelAt = (chain: RelayedChain, end: ResolvedEnd): Channel | undefined =>
  readChannel(viewOf(chain), end.port, channelIdOf(end));
