/** Writes docs/reference/evm-json-rpc.md from the definitions of the methods. */

import { EVM_METHODS } from '../../src/rpc/evm/methods/index.generated.js';
import type { Method } from '../../src/rpc/jsonrpc/method.js';
import { DEFAULT_NAMESPACES, NAMESPACES } from '../../src/settings/namespaces.js';
import { EVM_REFUSALS } from './evm_refusals.js';
import { code, table } from './markdown.js';
import type { Page } from './page.js';

type Documented = Pick<
  Method<never>,
  'name' | 'namespace' | 'params' | 'result' | 'summary' | 'trustedOnly' | 'aliases'
>;

const METHODS: readonly Documented[] = EVM_METHODS;
const PURPOSES: Readonly<Record<(typeof NAMESPACES)[number], string>> = {
  eth: 'the chain: blocks, transactions, state, calls, logs, filters, subscriptions',
  web3: 'the client version, and Keccak-256',
  net: 'the network id and its peers',
  txpool: 'transactions in the mempool',
  debug: 'traces, and profiles of the process',
  personal: 'keys of the node',
  admin: 'the node, its peers and its folder',
  miner: 'settings of a miner',
  trace: 'traces in the form of Parity and Erigon',
  ots: 'what the block explorer Otterscan requests',
};

/** Returns the methods of a namespace, under every name that they have in it. */
const methodsOf = (namespace: string): readonly Documented[] =>
  METHODS.filter((method) => method.namespace === namespace);

/** Returns whether a method is one of the dev methods, which change the chain. */
const isDevMethod = ({ namespace }: Documented): boolean =>
  namespace !== 'rpc' && !NAMESPACES.some((name) => name === namespace);

function parameters({ params }: Documented): string {
  const shown = params.map(({ name, kind, required }) => (required ? `${name}: ${kind}` : `[${name}: ${kind}]`));
  return shown.join(', ');
}

const methodTable = (methods: readonly Documented[]): string =>
  table(
    ['method', 'parameters', 'result', ''],
    methods.map((method) => [
      [method.name, ...method.aliases.map(({ name }) => name)].map(code).join(', '),
      parameters(method),
      method.result,
      `${method.summary}${method.trustedOnly ? ' Local callers only.' : ''}`,
    ]),
  );

const namespaceTable = (): string =>
  table(
    ['namespace', 'by default', 'methods', ''],
    NAMESPACES.map((name) => [
      code(name),
      DEFAULT_NAMESPACES.includes(name) ? 'yes' : 'no',
      `${methodsOf(name).length}`,
      PURPOSES[name],
    ]),
  );

const refusalTable = (): string =>
  table(
    ['method', 'why'],
    [
      ...EVM_REFUSALS.map(({ shown, reason }) => [shown, reason]),
      ['`eth_subscribe("syncing")`', 'a devnet has nothing to catch up with'],
    ],
  );

export const evmMethodsPage: Page = {
  path: 'docs/reference/evm-json-rpc.md',
  title: 'EVM JSON-RPC methods',
  blocks: () => [
    'A method is available when its namespace is enabled (`--json-rpc.api`, or `all`). Any other returns -32601 `the method X does not exist/is not available`, followed by the flag that enables it (not for `trace` and `ots`, as on nodes that do not know them). Without `--json-rpc.api`, local forge, cast and Hardhat may also call `debug_trace*`, `txpool_*` and `personal_sign`. `rpc_modules` lists the enabled namespaces. Parameters in brackets are optional. Several names in one row are one method.',
    '`docs/reference/configuration.md` lists the settings of this interface.',
    '## Namespaces',
    namespaceTable(),
    ...NAMESPACES.filter((name) => methodsOf(name).length > 0).flatMap((name) => [
      `## ${name}`,
      methodTable(methodsOf(name)),
    ]),
    '## Always enabled',
    methodTable(methodsOf('rpc')),
    '## Dev methods',
    'These methods change the chain, like those of Hardhat and Foundry. They are always enabled, for local callers only.',
    methodTable(METHODS.filter(isDevMethod)),
    '## Refused',
    'All return -32601.',
    refusalTable(),
  ],
};
