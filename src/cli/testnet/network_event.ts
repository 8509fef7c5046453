/** Declares what `halley testnet start` reports, and formats it as text and as JSON. */
import { printable, quoted } from '../../kernel/text.js';
import { type ChildEnd, endText, type LocalNode, type Part, type Quorum } from '../../testnet/index.js';
import { blockLine, type DecidedBlock } from './block_line.js';
import { networkBanner } from './network_banner.js';

export type NetworkEvent =
  /** Begins the programs of nodes, whose logs are in a folder of each home. */
  | { readonly type: 'starting'; readonly nodes: readonly LocalNode[]; readonly logs: string }
  /** Reported after some time, with the nodes that do not respond yet. */
  | { readonly type: 'waiting'; readonly nodes: readonly LocalNode[] }
  /** Reports that the nodes respond, except those in `late`. `validators` counts those of the genesis document. */
  | {
      readonly type: 'ready';
      readonly chainId: string;
      readonly validators: number;
      readonly nodes: readonly LocalNode[];
      readonly late: readonly LocalNode[];
    }
  /** Late answer of a node. */
  | { readonly type: 'joined'; readonly node: LocalNode }
  /** Decided block. The round is `undefined` where the node does not report it. */
  | { readonly type: 'block'; readonly block: DecidedBlock; readonly round: bigint | undefined }
  /** Blocks that were decided while none was shown. */
  | { readonly type: 'missed'; readonly first: bigint; readonly last: bigint }
  /** Unexpected end of a program. */
  | {
      readonly type: 'ended';
      readonly node: LocalNode;
      readonly part: Part;
      readonly end: ChildEnd;
      readonly lastLine: string;
      readonly log: string;
    }
  /** End of both programs of a node, so that another terminal can start it. */
  | { readonly type: 'down'; readonly node: LocalNode; readonly command: string }
  /** Return of a node that was down, because it was started elsewhere, or its loss. */
  | { readonly type: 'returned' | 'left'; readonly node: LocalNode }
  /** Running voting power that is too small for a block, or enough again. */
  | { readonly type: 'stalled' | 'resumed'; readonly quorum: Quorum }
  /** End, because nothing is left to run. */
  | { readonly type: 'empty' }
  | { readonly type: 'stopping' };

const PART_NAMES = { engine: 'engine', app: 'application' } as const;

const namesOf = (nodes: readonly LocalNode[]): string => nodes.map(({ name }) => name).join(', ');

/** Text with the stream on which it is printed. */
export interface EventText {
  readonly to: 'stdout' | 'stderr';
  readonly text: string;
}

const onStdout = (text: string): EventText => ({ to: 'stdout', text: `${text}\n` });
const onStderr = (text: string): EventText => ({ to: 'stderr', text: `halley: ${text}\n` });

export function eventText(event: NetworkEvent): EventText {
  switch (event.type) {
    case 'starting': {
      const more = event.nodes.length > 1 ? ' and so on' : '';
      return onStdout(`Starting ${namesOf(event.nodes)}; their logs are in ${event.logs}${more}`);
    }
    case 'waiting':
      return onStderr(`still waiting for ${namesOf(event.nodes)}: their logs may say why`);
    case 'ready':
      return { to: 'stdout', text: networkBanner(event) };
    case 'joined':
      return onStdout(`${event.node.name} answers now`);
    case 'block':
      return onStdout(blockLine(event.block, event.round));
    case 'missed':
      return onStdout(`heights ${event.first} to ${event.last} were decided in the meantime`);
    case 'ended': {
      const { node, part, end, lastLine, log } = event;
      const last = lastLine === '' ? `; ${log} is empty` : `; the last line of ${log}: ${quoted(lastLine)}`;
      return onStderr(`the ${PART_NAMES[part]} of ${node.name} ended unexpectedly (${endText(end)})${last}`);
    }
    case 'down':
      return onStderr(`${event.node.name} is down; start it again in another terminal: ${event.command}`);
    case 'returned':
      return onStdout(`${event.node.name} responds again: it was started elsewhere`);
    case 'left':
      return onStderr(`${event.node.name} no longer responds: the program that ran it has ended`);
    case 'stalled':
      return onStderr(
        `the chain halts: the other validators have ${event.quorum.running} of ${event.quorum.total} voting power, and a block needs more than two thirds`,
      );
    case 'resumed':
      return onStdout(
        `the chain continues: validators with ${event.quorum.running} of ${event.quorum.total} voting power are running`,
      );
    case 'empty':
      return onStderr('all engines and applications have ended');
    case 'stopping':
      return onStdout('Stopping engines and applications');
  }
}

/** Returns the event as one line of JSON. Powers are decimal strings; URLs that a node does not serve are null. */
export const eventJson = (event: NetworkEvent): string =>
  `${JSON.stringify({ type: event.type, ...members(event) })}\n`;

function members(event: NetworkEvent): object {
  switch (event.type) {
    case 'starting':
      return { nodes: event.nodes.map(({ name, home }) => ({ name, home })) };
    case 'waiting':
      return { nodes: event.nodes.map(({ name }) => name) };
    case 'ready':
      return {
        ...{ chainId: event.chainId, validators: event.validators, nodes: event.nodes.map(nodeJson) },
        late: event.late.map(({ name }) => name),
      };
    case 'block': {
      const { height, time, proposer, txs } = event.block;
      const round = event.round === undefined ? null : Number(event.round);
      return { height: Number(height), time: printable(time), proposer: printable(proposer), txs: Number(txs), round };
    }
    case 'missed':
      return { first: Number(event.first), last: Number(event.last) };
    case 'ended': {
      const { node, part, end, lastLine, log } = event;
      const { code, signal, error } = end;
      const ending = { exitCode: code, signal, error: error?.message ?? null };
      return { node: node.name, program: PART_NAMES[part], ...ending, lastLine, log };
    }
    case 'down':
      return { node: event.node.name, command: event.command };
    case 'joined':
    case 'returned':
    case 'left':
      return { node: event.node.name };
    case 'stalled':
    case 'resumed':
      return { running: `${event.quorum.running}`, total: `${event.quorum.total}` };
    case 'empty':
    case 'stopping':
      return {};
  }
}

const nodeJson = (node: LocalNode) => ({
  name: node.name,
  home: node.home,
  validator: node.address,
  devMethods: node.hasDevAuthority,
  urls: {
    evmHttp: node.evmHttpUrl ?? null,
    evmWs: node.evmWsUrl ?? null,
    cometRpc: node.rpcUrl,
    assets: node.assetsUrl ?? null,
    dashboard: node.dashboardUrl ?? null,
    metrics: node.metricsUrl === undefined ? null : `${node.metricsUrl}/metrics`,
  },
});
