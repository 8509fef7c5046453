/** Reads and writes the record of a chain's store that holds its genesis and seed. A restart must use the same ones. */
import type { Application, InitChainRequest, PubKey } from '../../abci/application.js';
import { parseEvmRules } from '../../app/modules/evm/genesis.js';
import { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { WHOLE_BLOCKS } from '../../chain/block_store/block_records.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { IDENTITY_KEY } from '../../chain/block_store/keys.js';
import { chosenLimit, type EvmChoices, evmParams } from '../../config/evm_choices.js';
import { genesisState } from '../../consensus/types/chain_state.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import type { Store, WriteOp } from '../../storage/store.js';

export interface StoredGenesis {
  readonly seed: string;
  /** Parsed JSON, with its time and its validators. */
  readonly genesis: unknown;
  readonly genesisTime: UnixNanos;
  /** Member of the document for other chains, as parsed JSON; `undefined` when it has none. */
  readonly plan?: unknown;
  /** `cometbft` for a chain whose engine ran in another process. Such a chain has no seed. */
  readonly engine?: string;
}

/** Choices of a program for a new chain's genesis document. */
type Choices = EvmChoices &
  Readonly<Record<'gasLimit', bigint | undefined>> &
  Readonly<Record<'preinstalls', boolean | undefined>>;

const textOf = (genesis: GenesisDoc, seed: string, plan: unknown): string =>
  JSON.stringify({ seed, genesis: genesisToJson(genesis), plan });

/** Returns the request with which a chain of this document begins. */
export function initChainRequest(genesis: GenesisDoc): InitChainRequest {
  const { consensusParams, genesisTime: time, chainId, validators, appState, initialHeight } = genesis;
  return { time, chainId, consensusParams, validators, appState, initialHeight };
}

/** Runs InitChain. Returns the block store of the new chain, and the first writes to its store. */
export async function initBlockStore(
  genesis: GenesisDoc,
  seed: string,
  store: Store,
  durable: boolean,
  app: Pick<Application, 'info' | 'initChain'> & { readonly staged: { readonly writes: readonly WriteOp[] } },
  plan?: unknown,
  records = WHOLE_BLOCKS,
): Promise<{ readonly blockStore: BlockStore; readonly writes: readonly WriteOp[] }> {
  const response = await app.initChain(initChainRequest(genesis));
  const { appVersion } = await app.info();
  const { blockStore, writes } = BlockStore.found(store, durable, genesisState(genesis, response, appVersion), records);
  const identity: WriteOp = { type: 'put', key: IDENTITY_KEY, value: utf8(textOf(genesis, seed, plan)) };
  return { blockStore, writes: [...app.staged.writes, ...writes, identity] };
}

/** Reads the record. Returns undefined when the store holds no chain. */
export function readStoredGenesis(store: Store): StoredGenesis | undefined {
  const value = store.get(IDENTITY_KEY);
  if (value === undefined) return undefined;
  const { seed = '', genesis, plan, engine } = JSON.parse(fromUtf8(value)) as Partial<StoredGenesis>;
  const { genesisTime } = parseGenesis(genesis, ZERO_TIME);
  return { seed, genesis, plan, genesisTime, engine };
}

/** Returns the types of the keys of the validators with which the chain began. */
export const keyTypesOf = ({ genesis }: StoredGenesis): readonly PubKey['type'][] =>
  parseGenesis(genesis, ZERO_TIME).validators.map(({ pubKey }) => pubKey.type);

/** Returns the error for a chain in the home folder that differs from the requested one. */
export const otherGenesis = (): HalleyError =>
  new HalleyError(
    'invalid-genesis',
    'the home folder holds a chain with a different genesis or seed: use those, or another folder',
  );

/** Throws HalleyError `invalid-genesis` when the chain in the home folder has another seed. */
export function mustBeSeedOf(storedGenesis: StoredGenesis, seed: string): void {
  if (storedGenesis.seed !== seed) throw otherGenesis();
}

/** Throws HalleyError `invalid-genesis` when the genesis document of that chain differs from the choices. */
export function mustHaveChosen({ genesis }: StoredGenesis, { gasLimit, preinstalls, ...evm }: Choices): void {
  const { appState, consensusParams } = parseGenesis(genesis, ZERO_TIME);
  const stored = new GenesisReader(appState, 'app_state').field('evm');
  const has = parseEvmRules(stored.field('params'));
  const wants = parseEvmRules(new GenesisReader(evmParams(evm), 'params'));
  const isOther =
    (gasLimit !== undefined && gasLimit !== consensusParams.block.maxGas) ||
    (preinstalls !== undefined && preinstalls !== stored.field('preinstalls').present) ||
    (evm.hardfork !== undefined && wants.hardfork !== has.hardfork) ||
    (chosenLimit(evm) !== undefined && wants.codeSizeLimit !== has.codeSizeLimit);
  if (isOther) throw otherGenesis();
}

/** Throws HalleyError `invalid-genesis` when the chain in `store` has another genesis, seed or plan. */
export function mustBeGenesisOf(store: Store, genesis: GenesisDoc, seed: string, plan?: unknown): void {
  if (fromUtf8(store.need(IDENTITY_KEY)) !== textOf(genesis, seed, plan)) throw otherGenesis();
}
