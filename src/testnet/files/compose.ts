/**
 * Formats `compose.yaml`, with a service for the application and one for the engine of each node. Environment variables
 * replace the addresses of `config.toml`, which are those of processes on one machine.
 */
import { type PlannedNode, peersOf } from '../planned_node.js';
import { cometVersion } from './comet/config_toml.js';

export interface ComposeTerms {
  readonly chainId: string;
  readonly nodes: readonly PlannedNode[];
  /** Whether all nodes are services of one machine. */
  readonly isOneMachine: boolean;
  /** Package with its version, such as `halley-devnet@1.0.0`. */
  readonly npmPackage: string;
}

const HEADER = (isOneMachine: boolean): readonly string[] => [
  ...(isOneMachine
    ? ['All validators on this machine: docker compose up']
    : ['Each machine runs its own validator: docker compose --profile node0 up']),
  'Files belong to the user who made them. Set HALLEY_USER to "$(id -u):$(id -g)" unless that is 1000:1000.',
  'COMETBFT_IMAGE is another image with CometBFT 0.38 to 0.40, such as one that you built from its sources.',
  'Callers outside of a container are remote clients to the node: dev methods refuse them.',
];

/** Returns a value of YAML that Compose does not interpolate. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll('$', '$$$$'));

export function composeText({ chainId, nodes, isOneMachine, npmPackage }: ComposeTerms): string {
  const services = nodes.flatMap((node) => {
    const profile = isOneMachine ? [] : [`profiles: [${quoted(node.name)}]`];
    return [
      ...service(`${node.name}-app`, [...profile, ...appLines(node, isOneMachine, npmPackage)]),
      ...service(`${node.name}-engine`, [...profile, ...engineLines(node, nodes, isOneMachine)]),
    ];
  });
  const head = HEADER(isOneMachine).map((line) => `# ${line}`);
  return `${[...head, `name: ${quoted(chainId)}`, 'services:', ...services].join('\n')}\n`;
}

const service = (name: string, lines: readonly string[]): readonly string[] => [
  `  ${name}:`,
  ...lines.map((line) => `    ${line}`),
];

const userOf = (home: string): readonly string[] => [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose interpolates it.
  'user: "${HALLEY_USER:-1000:1000}"',
  `volumes: [${quoted(`./${home}:/${home}`)}]`,
  'restart: unless-stopped',
];

/** Publishes ports: for this machine only, or for all. */
const published = (ports: readonly number[], host: string): string =>
  `ports: [${ports.map((port) => quoted(`${host}${port}:${port}`)).join(', ')}]`;

function appLines({ name, ports }: PlannedNode, isOneMachine: boolean, npmPackage: string): readonly string[] {
  const { abci, rpc, evmHttp, evmWs, assets } = ports;
  const flags = [
    ['--home', `/${name}`],
    ['--abci', `tcp://0.0.0.0:${abci}`],
    ['--node', `http://${name}-engine:${rpc}`],
    ['--json-rpc.address', `0.0.0.0:${evmHttp}`],
    ['--json-rpc.ws-address', `0.0.0.0:${evmWs}`],
    ['--assets.address', `0.0.0.0:${assets}`],
    // Callers outside of the container are remote clients, which may not use it.
    ['--dashboard.address', ''],
  ].flat();
  const command = ['npx', '--yes', npmPackage, 'app', ...flags];
  return [
    'image: node:20-slim',
    `command: [${command.map(quoted).join(', ')}]`,
    'environment:',
    '  HOME: /tmp',
    ...userOf(name),
    published([evmHttp, evmWs, assets], isOneMachine ? '127.0.0.1:' : ''),
  ];
}

function engineLines(node: PlannedNode, nodes: readonly PlannedNode[], isOneMachine: boolean): readonly string[] {
  const { name, ports } = node;
  const version = cometVersion(nodes.map(({ keys }) => keys.validator.pubKey.type));
  const { abci, rpc, p2p, prometheus } = ports;
  const peers = peersOf(node, nodes, isOneMachine ? (peer) => `${peer.name}-engine` : undefined);
  const ownPorts = isOneMachine ? published([rpc, prometheus], '127.0.0.1:') : published([p2p, rpc, prometheus], '');
  return [
    `image: "\${COMETBFT_IMAGE:-cometbft/cometbft:v${version}}"`,
    'command: ["start"]',
    'environment:',
    `  CMTHOME: ${quoted(`/${name}`)}`,
    `  CMT_PROXY_APP: ${quoted(`tcp://${name}-app:${abci}`)}`,
    `  CMT_RPC_LADDR: ${quoted(`tcp://0.0.0.0:${rpc}`)}`,
    `  CMT_P2P_LADDR: ${quoted(`tcp://0.0.0.0:${p2p}`)}`,
    `  CMT_P2P_PERSISTENT_PEERS: ${quoted(peers)}`,
    `  CMT_INSTRUMENTATION_PROMETHEUS_LISTEN_ADDR: ${quoted(`0.0.0.0:${prometheus}`)}`,
    `depends_on: [${quoted(`${name}-app`)}]`,
    ...userOf(name),
    ownPorts,
  ];
}
