/** Writes docs/reference/cometbft-rpc.md from the definitions of the routes. */
import { COMET_DIALECTS } from '../../src/rpc/comet/dialects/index.generated.js';
import type { NamedArg } from '../../src/rpc/comet/protocol/decode_args.js';
import type { Caching, Route } from '../../src/rpc/comet/route.js';
import { COMET_ROUTES } from '../../src/rpc/comet/routes/index.generated.js';
import { code, table } from './markdown.js';
import type { Page } from './page.js';

const CACHING: Readonly<Record<Caching, string>> = {
  never: 'no',
  always: 'yes',
  'with-height': 'with `height`',
  moving: 'yes, as the engine does',
};

/** Returns an argument with its Go type; bytes and structures have a plainer name than Go's kind. */
function argument({ name, kind }: NamedArg): string {
  const plain = { bytes: 'bytes', structure: 'object' } as const;
  return `${name}: ${kind.family === 'bytes' || kind.family === 'structure' ? plain[kind.family] : kind.goKind}`;
}

const routeTable = (routes: readonly Route[]): string =>
  table(
    ['route', 'arguments', 'example', 'cacheable', ''],
    routes.map(({ name, args, example, caching, summary }) => [
      code(name),
      args.map(argument).join(', '),
      code(example),
      CACHING[caching],
      summary,
    ]),
  );

const dialectTable = (): string =>
  table(
    ['dialect', 'path', 'reported version', ''],
    COMET_DIALECTS.map(({ version, prefix, engineVersion, summary }) => [
      code(version),
      code(prefix ?? `/v${version}`),
      code(engineVersion),
      summary,
    ]),
  );

const isSocketOnly = ({ transport }: Route): boolean => transport === 'websocket';

export const cometRoutesPage: Page = {
  path: 'docs/reference/cometbft-rpc.md',
  title: 'CometBFT RPC routes',
  blocks: () => [
    'Each route takes its arguments in a URI (`GET /block?height=3`), in a JSON-RPC request over HTTP, and in one over WebSocket (`/websocket`). Types are those of CometBFT in Go. A URI gives strings in quotes and bytes as `0x…`; JSON gives 64-bit integers as strings and bytes in base64.',
    '## Dialects',
    `The path of a dialect serves every route in the form of one version of the engine. \`--rpc.dialect\` selects the dialect of the root; the default is \`0.37\`.`,
    dialectTable(),
    '## Routes of every transport',
    routeTable(COMET_ROUTES.filter((route) => !isSocketOnly(route) && route.unsafe !== true)),
    '## WebSocket only',
    routeTable(COMET_ROUTES.filter(isSocketOnly)),
    '## Unsafe routes',
    'They change the node, and exist only with `--rpc.unsafe`.',
    routeTable(COMET_ROUTES.filter(({ unsafe }) => unsafe === true)),
  ],
};
