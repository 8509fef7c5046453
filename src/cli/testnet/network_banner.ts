/** Formats the URLs of the running nodes of a network. */
import type { LocalNode } from '../../testnet/index.js';
import { table } from '../table.js';

export interface NetworkFacts {
  readonly chainId: string;
  /** Number of validators of the genesis document. */
  readonly validators: number;
  readonly nodes: readonly LocalNode[];
  /** Nodes that do not answer yet. */
  readonly late: readonly LocalNode[];
}

const namesOf = (nodes: readonly LocalNode[]): string => nodes.map(({ name }) => name).join(', ');

export function networkBanner({ chainId, validators, nodes, late }: NetworkFacts): string {
  const rows = nodes.map(({ name, evmHttpUrl, evmWsUrl, rpcUrl, assetsUrl, dashboardUrl, metricsUrl }) => [
    name,
    ...[evmHttpUrl, evmWsUrl, rpcUrl, assetsUrl, dashboardUrl, metricsUrl && `${metricsUrl}/metrics`].map(
      (url) => url ?? '-',
    ),
  ]);
  const authority = nodes.filter(({ hasDevAuthority }) => hasDevAuthority);
  const lines = [
    '',
    `Chain id       ${chainId}`,
    `Validators     ${nodes.length} of ${validators} run here`,
    ...(authority.length > 0 ? [`Dev methods    on ${namesOf(authority)}`] : []),
    ...(late.length > 0 ? [`No answer yet  from ${namesOf(late)}: its logs may say why`] : []),
    '',
    'Nodes: EVM JSON-RPC, EVM WebSocket, CometBFT RPC, asset API, dashboard, metrics of the engine',
    ...table(rows),
    '',
  ];
  return `${lines.join('\n')}\n`;
}
