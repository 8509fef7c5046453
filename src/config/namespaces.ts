/** Namespaces of interface A that a configuration may enable (evm-json-rpc.md 1.0), and what is said of any other. */

export const NAMESPACES = ['eth', 'web3', 'net', 'txpool', 'debug', 'personal', 'admin', 'miner'] as const;

export const DEFAULT_NAMESPACES: readonly string[] = ['eth', 'net', 'web3'];

/** In a list of namespaces: whatever there is. */
const ALL = 'all';

/** Of other clients, and why they are none here. */
const REFUSED: Readonly<Record<string, string>> = {
  clique: 'clique is not supported: validators vote, nobody seals by authority',
  les: 'les is not supported: light clients follow the consensus RPC',
  engine: 'engine is not supported: consensus is in this process',
  trace: 'trace is not supported: debug traces',
  db: 'db is not supported: it has no methods any more',
  shh: 'shh is not supported: it has no methods any more',
};

/** These answer whatever is enabled. */
const ALWAYS: readonly string[] = ['anvil', 'evm', 'halley', 'hardhat', 'rpc', 'tenderly'];

const KNOWN: readonly string[] = [...NAMESPACES, ALL];

/** Why these cannot be enabled; undefined when they can. */
export function namespacesProblem(asked: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of asked) {
    if (!KNOWN.includes(name)) return `${whyNot(name)}; there are ${NAMESPACES.join(', ')}, and all`;
    if (seen.has(name)) return `repeated API namespace '${name}'`;
    seen.add(name);
  }
  return asked.length === 0 ? 'cannot enable JSON-RPC without defining any API namespace' : undefined;
}

function whyNot(name: string): string {
  if (ALWAYS.includes(name)) return `${name} is not to be listed: its methods always answer`;
  return REFUSED[name] ?? `there is no namespace '${name}'`;
}
