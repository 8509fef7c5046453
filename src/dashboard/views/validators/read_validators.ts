/** Reads the validators of the newest height, and their powers over the last heights. */
import { toNumber } from '../../explorer/read/format.js';
import type { NetworkNode } from '../../explorer/read/network.js';
import type { CometMeta, CometValidators } from '../../explorer/read/rpc.js';
import { type BatchCall, callBatch, callComet, callEvm } from '../../feed/http.js';
import { hasEngine } from '../../shell/store.js';

/** Numbers of the last heights that are read, of metas in an answer, and of samples of powers. */
const HEIGHTS = 100;
const METAS = 20;
const SAMPLES = 20;
/** Hash of a block's evidence when there is none: SHA-256 of nothing. */
const NO_EVIDENCE = 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855';

/** Facts of a node. Under an engine only the names of the genesis document are known. */
export type ValidatorNode = Pick<NetworkNode, 'address' | 'name'> & Partial<Pick<NetworkNode, 'jailed' | 'up'>>;

export interface ValidatorsPicture {
  readonly newest: number;
  readonly set: CometValidators['validators'];
  readonly nodes: readonly ValidatorNode[];
  readonly heights: readonly number[];
  /** Powers at the heights, by address. */
  readonly powers: ReadonlyMap<string, readonly (number | undefined)[]>;
  /** Last heights whose blocks contain evidence, newest first. */
  readonly evidence: readonly number[];
}

const validatorsAt = (height: number): BatchCall => [
  'validators',
  { height: String(height), page: '1', per_page: '100' },
];

/** Returns heights up to the newest, with equal distances. */
export function sampledHeights(newest: number): readonly number[] {
  const first = Math.max(1, newest - HEIGHTS + 1);
  const count = Math.min(SAMPLES, newest - first + 1);
  const step = count < 2 ? 0 : (newest - first) / (count - 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => Math.round(first + i * step));
}

const metasFrom = (newest: number): readonly BatchCall[] =>
  Array.from({ length: Math.ceil(Math.min(HEIGHTS, newest) / METAS) }, (_, i): BatchCall => {
    const high = newest - i * METAS;
    return ['blockchain', { minHeight: String(Math.max(1, high - METAS + 1)), maxHeight: String(high) }];
  });

const networkNodes = async (chain: string): Promise<readonly ValidatorNode[]> =>
  (await callEvm<{ readonly nodes: readonly NetworkNode[] }>(chain, 'halley_network')).nodes;

/** Answers by chain, because a genesis document never changes. */
const genesisAnswers = new Map<string, Promise<readonly ValidatorNode[]>>();

interface GenesisAnswer {
  readonly genesis: { readonly validators?: readonly ValidatorNode[] | null };
}

/** Returns the validators of the genesis document; none when the engine does not send it. */
function genesisNodes(chain: string): Promise<readonly ValidatorNode[]> {
  const known = genesisAnswers.get(chain);
  if (known !== undefined) return known;
  const read = callComet<GenesisAnswer>(chain, 'genesis')
    .then(({ genesis }) => genesis.validators ?? [])
    .catch(() => {
      genesisAnswers.delete(chain);
      return [];
    });
  genesisAnswers.set(chain, read);
  return read;
}

/** Returns the validators as they are now. Throws RequestError. */
export async function readValidators(chain: string): Promise<ValidatorsPicture> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const heights = sampledHeights(newest);
  const metas = metasFrom(newest);
  const [now, nodes, past] = await Promise.all([
    callComet<CometValidators>(chain, 'validators', { page: '1', per_page: '100' }),
    hasEngine.value ? genesisNodes(chain) : networkNodes(chain),
    callBatch(chain, 'comet', [...heights.map(validatorsAt), ...metas]),
  ]);
  const sets = past
    .slice(0, heights.length)
    .map((set) => (set instanceof Error ? [] : (set as CometValidators).validators));
  const addresses = new Set(sets.flatMap((set) => set.map(({ address }) => address)));
  const powerAt = (set: CometValidators['validators'], address: string): number | undefined => {
    const found = set.find((validator) => validator.address === address);
    return found && Number(found.voting_power);
  };
  const powers = new Map([...addresses].map((address) => [address, sets.map((set) => powerAt(set, address))] as const));
  const evidence = past
    .slice(heights.length)
    .flatMap((page) =>
      page instanceof Error ? [] : (page as { readonly block_metas: readonly CometMeta[] }).block_metas,
    )
    .filter(({ header }) => header.evidence_hash !== NO_EVIDENCE)
    .map(({ header }) => Number(header.height));
  return { newest, set: now.validators, nodes, heights, powers, evidence };
}
