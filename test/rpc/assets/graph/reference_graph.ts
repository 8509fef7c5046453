/**
 * This is the reference model of the graph: it has no shared channel ends and no classes. It walks (chain, path) states
 * breadth-first by the rule of a single transfer, and counts transactions on the way.
 */
import type { ChainAssets, ChannelEnd } from '../../../../src/backend/assets.js';

export interface Reached {
  readonly transfers: number;
  readonly txs: number;
}

interface State {
  readonly chain: ChainAssets;
  readonly hops: readonly string[];
  readonly transfers: number;
  readonly txs: number;
  readonly memo: boolean;
  readonly arrival: string;
}

export const stateKey = (chainId: string, hops: readonly string[]): string => `${chainId}|${hops.join('/')}`;

const open = (end: ChannelEnd): boolean =>
  end.state === 'OPEN' &&
  end.connectionState === 'OPEN' &&
  end.clientStatus === 'Active' &&
  end.ordering === 'unordered' &&
  end.version === 'ics20-1';

/**
 * Returns every form that at most `depth` transfers make of one. Throws when a form is reached in two ways, which
 * cannot happen in a tree.
 */
export function walk(
  chains: ReadonlyMap<string, ChainAssets>,
  from: ChainAssets,
  hops: readonly string[],
  base: string,
  depth: number,
): ReadonlyMap<string, Reached> {
  const start: State = { chain: from, hops, transfers: 0, txs: 0, memo: false, arrival: '' };
  const reached = new Map<string, Reached>([[stateKey(from.chainId, hops), start]]);
  const waiting = [start];
  for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
    if (state.transfers === depth) continue;
    for (const end of state.chain.channels) {
      const next = send(chains, state, end, base);
      if (next === undefined) continue;
      const key = stateKey(next.chain.chainId, next.hops);
      const known = reached.get(key);
      if (known === undefined) {
        reached.set(key, next);
        waiting.push(next);
      } else if (known.transfers === next.transfers) throw new Error(`${key} is reached in two ways`);
    }
  }
  return reached;
}

function send(
  chains: ReadonlyMap<string, ChainAssets>,
  { chain, hops, transfers, txs, memo, arrival }: State,
  end: ChannelEnd,
  base: string,
): State | undefined {
  const { chainId, port, channel } = end.counterparty;
  const far = chains.get(chainId);
  const other = far?.channels.find((one) => one.port === port && one.channel === channel);
  if (far === undefined || other === undefined || !open(end) || !open(other)) return undefined;
  const [mine, theirs] = [`${end.port}/${end.channel}`, `${port}/${channel}`];
  const unwinds = hops[0] === mine;
  const isToken = hops.length === 0 && base.startsWith('cw20:');
  if (end.port.startsWith('wasm.') ? !isToken : end.port !== 'transfer' || isToken) return undefined;
  if (port.startsWith('wasm.') ? !unwinds : port !== 'transfer') return undefined;
  const joins =
    transfers > 0 &&
    memo &&
    chain.pfmEnabled &&
    arrival === 'transfer' &&
    end.port === 'transfer' &&
    !(hops.length === 0 && base.startsWith('erc20:'));
  return {
    chain: far,
    hops: unwinds ? hops.slice(1) : [theirs, ...hops],
    transfers: transfers + 1,
    txs: joins ? txs : txs + 1,
    memo: joins ? memo : chain.supportsMemo && end.port === 'transfer',
    arrival: port,
  };
}
