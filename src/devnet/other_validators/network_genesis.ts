/**
 * Makes the genesis document of a network of engines from that of a new chain, or from one that a devnet exported. The
 * nodes' keys replace its validators' and, where it has one, its dev authority's. The application checks the result as
 * InitChain does.
 */
import type { PubKey } from '../../abci/application.js';
import { parseAppGenesis } from '../../app/genesis.js';
import { parseBech32Prefix } from '../../app/modules/auth/genesis.js';
import { parseEvmParams } from '../../app/modules/evm/genesis.js';
import { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { toBase64 } from '../../codec/base64.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import { withKeyTypes } from '../../consensus/types/params.js';
import { HalleyError } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { GenesisNode } from './genesis_node.js';
import { type Json, listAt, objectAt } from './json.js';
import { withValidators } from './staking.js';

export interface NetworkGenesisTerms {
  /** Document as parsed JSON. */
  readonly document: unknown;
  /** Time of a document that has none. */
  readonly defaultTime: UnixNanos;
  readonly nodes: readonly GenesisNode[];
  /** Key of the dev authority; `undefined` for a network without one. */
  readonly devAuthority: PubKey | undefined;
}

export interface NetworkGenesis {
  readonly document: Json;
  readonly chainId: string;
  readonly evmChainId: bigint;
  readonly time: UnixNanos;
  /** Whether the genesis enables dev methods. */
  readonly hasDevAuthority: boolean;
}

/** Throws HalleyError `invalid-genesis` for a document that no single chain can start from. */
export function networkGenesis({ document, defaultTime, nodes, devAuthority }: NetworkGenesisTerms): NetworkGenesis {
  refuseSeveralChains(document);
  const doc = parseGenesis(document, defaultTime);
  const root = new GenesisReader(doc.appState, 'app_state');
  refuseFork(root);
  const { appState, powers } = withValidators(objectAt(doc.appState, 'app_state'), nodes, {
    time: doc.genesisTime,
    prefix: parseBech32Prefix(root.field('auth')),
    denom: parseEvmParams(root.field('evm').field('params')).baseDenom,
  });
  const dev = withAuthority(objectAt(appState['dev'], 'app_state.dev'), devAuthority);
  const next: GenesisDoc = {
    ...doc,
    consensusParams: withKeyTypes(doc.consensusParams, nodes),
    validators: nodes.map(({ name, pubKey }, index) => ({ name, pubKey, power: powers[index] ?? 0n })),
    appState: { ...appState, ...(appState['dev'] !== undefined && { dev }) },
  };
  const { evmChainId } = checked(next);
  return {
    document: genesisToJson(next),
    chainId: next.chainId,
    evmChainId,
    time: next.genesisTime,
    hasDevAuthority: dev['authority'] !== undefined,
  };
}

function refuseSeveralChains(document: unknown): void {
  const network = objectAt(objectAt(objectAt(document, 'document')['halley'], 'halley')['network'], 'halley.network');
  const others = listAt(network['chains'], 'halley.network.chains').length;
  if (others === 0) return;
  throw new HalleyError(
    'invalid-genesis',
    `the genesis document has ${others + 1} chains: expected one, because each network of validators runs one chain; give a document without halley.network`,
    { chains: others + 1 },
  );
}

function refuseFork(root: GenesisReader): void {
  if (!root.field('evm').field('fork').present) return;
  throw new HalleyError(
    'invalid-genesis',
    'the genesis document is that of a fork, whose state is mostly on the forked chain: expected a chain with all of its state',
  );
}

/** Replaces the key of the authority, or removes it. A document without authority stays without one. */
function withAuthority({ authority, ...dev }: Json, key: PubKey | undefined): Json {
  if (authority === undefined || authority === null || key === undefined) return dev;
  return { ...dev, authority: { '@type': '/cosmos.crypto.ed25519.PubKey', key: toBase64(key.bytes) } };
}

/** Checks the document as InitChain does, and returns the parameters of the chain. */
function checked(doc: GenesisDoc) {
  const { genesisTime: time, chainId, consensusParams, validators, appState, initialHeight } = doc;
  return parseAppGenesis({ time, chainId, consensusParams, validators, appState, initialHeight }).params;
}
