/** Reads `halley.network` of a genesis document. */

import { parseEvmRules } from '../../app/modules/evm/genesis.js';
import { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { withoutHistory } from '../../config/genesis_forms/history/history_document.js';
import { NO_CODE_SIZE_LIMIT } from '../../evm/code_size.js';
import { defined } from '../../kernel/defined.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import type { PlannedChain } from '../options/chain_options.js';
import type { EvmOptions } from '../options/evm_options.js';
import {
  CHANNEL_GOALS,
  type NetworkPlan,
  NO_NETWORK,
  type PlannedChannel,
  type PlannedEnd,
  type PlannedTransfer,
} from './network_plan.js';
import { readRelayerGenesis } from './relayer_genesis.js';

/** Member of a genesis document that the engine and the application ignore. */
const MEMBER = 'halley';

/**
 * Returns the member as parsed JSON, to be stored; undefined when the document has none. Earlier blocks are left out:
 * they have records of their own.
 */
export function planMember(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return undefined;
  return withoutHistory((document as Record<string, unknown>)[MEMBER]);
}

/** Reads the plan. Throws HalleyError `invalid-genesis` that names the path of the invalid field. */
export function readPlan(member: unknown): NetworkPlan {
  const network = new GenesisReader(member, MEMBER).field('network');
  if (!network.present) return NO_NETWORK;
  return {
    chains: network.field('chains').elements().map(readChain),
    channels: network.field('channels').elements().map(readChannel),
    transfers: network.field('transfers').elements().map(readTransfer),
    relayer: readRelayerGenesis(network.field('relayer')),
  };
}

const text = (node: GenesisReader): string | undefined => (node.present ? node.text() : undefined);

const object = (node: GenesisReader): Readonly<Record<string, unknown>> | undefined =>
  node.present ? node.object() : undefined;

function count(node: GenesisReader, least: number, most: number): number | undefined {
  if (!node.present) return undefined;
  const value = node.uint();
  if (value < BigInt(least) || value > BigInt(most)) throw node.bad(`a whole number from ${least} to ${most}`);
  return Number(value);
}

function readChain(node: GenesisReader): PlannedChain {
  const evmChainId = node.field('evm_chain_id');
  return defined<PlannedChain>({
    id: node.field('chain_id').text(),
    name: text(node.field('chain_name')),
    prettyName: text(node.field('pretty_name')),
    bech32Prefix: text(node.field('bech32_prefix')),
    denom: text(node.field('denom')),
    symbol: text(node.field('symbol')),
    decimals: count(node.field('decimals'), 0, 18),
    evmChainId: evmChainId.present ? evmChainId.uint() : undefined,
    validators: count(node.field('validators'), 1, MAX_VALIDATORS),
    packetForward: node.field('pfm_enabled').present ? node.field('pfm_enabled').boolean(false) : undefined,
    ...readEvm(node),
    appState: object(node.field('app_state')),
    genesis: object(node.field('genesis')),
    miningMode: text(node.field('pace')),
  });
}

/** Reads the fork and the code size limit as in `app_state.evm.params` of a whole document. */
function readEvm(node: GenesisReader): EvmOptions {
  const { hardfork, codeSizeLimit } = parseEvmRules(node);
  const limit = codeSizeLimit === 0n ? undefined : Number(codeSizeLimit);
  const isUnlimited = limit === NO_CODE_SIZE_LIMIT;
  return {
    hardfork: hardfork || undefined,
    allowUnlimitedContractSize: isUnlimited || undefined,
    codeSizeLimit: isUnlimited ? undefined : limit,
  };
}

function readEnd(node: GenesisReader): PlannedEnd {
  return defined<PlannedEnd>({
    chain: node.field('chain_id').text(),
    port: text(node.field('port')),
    channel: text(node.field('channel')),
    connection: text(node.field('connection_id')),
    client: text(node.field('client_id')),
  });
}

function oneOf<T extends string>(node: GenesisReader, known: readonly T[]): T | undefined {
  if (!node.present) return undefined;
  const found = known.find((name) => name === node.text());
  if (found === undefined) throw node.bad(known.map((name) => `"${name}"`).join(' or '));
  return found;
}

function readChannel(node: GenesisReader): PlannedChannel {
  const ibcVersion = node.field('ibc_version');
  if (ibcVersion.present && ibcVersion.uint() !== 1n)
    throw ibcVersion.bad('1 or none: a devnet that runs links clients with openChannel and ibcVersion 2');
  return defined<PlannedChannel>({
    a: readEnd(node.field('a')),
    b: readEnd(node.field('b')),
    ordering: oneOf(node.field('ordering'), ['unordered', 'ordered']),
    version: text(node.field('version')),
    goal: oneOf(node.field('goal'), CHANNEL_GOALS),
    expired: oneOf(node.field('expired'), ['a', 'b']),
  });
}

const readTransfer = (node: GenesisReader): PlannedTransfer =>
  defined<PlannedTransfer>({
    chain: node.field('chain_id').text(),
    port: text(node.field('port')),
    channel: node.field('channel').text(),
    sender: count(node.field('sender'), 0, 19),
    denom: node.field('denom').text(),
    amount: node.field('amount').uint(),
    receiver: text(node.field('receiver')),
    memo: text(node.field('memo')),
  });
