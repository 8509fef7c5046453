/**
 * Namespaces of the EVM JSON-RPC that a configuration may enable (evm-json-rpc.md 1.0), and the error texts for others.
 */

export const NAMESPACES = [
  'eth',
  'web3',
  'net',
  'txpool',
  'debug',
  'personal',
  'admin',
  'miner',
  'trace',
  'ots',
] as const;

export const DEFAULT_NAMESPACES: readonly string[] = ['eth', 'net', 'web3'];

/** Selects every namespace in a list. */
const ALL = 'all';

/** Reason why each namespace of other clients does not exist here. */
const REFUSED: Readonly<Record<string, string>> = {
  clique: 'clique is not supported: validators vote on blocks, there are no clique signers',
  les: 'les is not supported: light clients use the CometBFT RPC',
  engine: 'engine is not supported: consensus runs in this process',
  db: 'db is not supported: it has no methods anymore',
  shh: 'shh is not supported: it has no methods anymore',
};

/** Namespaces that are always enabled. */
const ALWAYS: readonly string[] = ['anvil', 'evm', 'halley', 'hardhat', 'rpc', 'tenderly'];

const KNOWN: readonly string[] = [...NAMESPACES, ALL];

/** Returns why these namespaces cannot be enabled, or undefined when they can. */
export function namespacesProblem(asked: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of asked) {
    if (!KNOWN.includes(name)) return `${whyNot(name)}; expected ${NAMESPACES.join(', ')}, or all`;
    if (seen.has(name)) return `repeated API namespace '${name}'`;
    seen.add(name);
  }
  return asked.length === 0 ? 'cannot enable JSON-RPC without defining any API namespace' : undefined;
}

function whyNot(name: string): string {
  if (ALWAYS.includes(name)) return `${name} cannot be listed: its methods are always enabled`;
  return REFUSED[name] ?? `unknown namespace '${name}'`;
}
