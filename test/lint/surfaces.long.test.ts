/** Plants the folder of an HTTP surface in a copy of the tree, and starts the command there. */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { TempProject } from './temp_project.js';

/** Allows for a copy of the tree that is compiled and started. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const FOLDER = 'src/surfaces/height_page';

const SETTINGS = `/** Defines the section of the planted surface. */
import { TEXT } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

export const height_page = surfaceSection({
  table: 'height_page',
  title: 'Height page',
  address: '127.0.0.1:8590',
  settings: { greeting: setting('greeting', TEXT, 'Height', 'Text before the height') },
});
`;

const OPTIONS = `/** Defines the option of the planted surface. */
import { boolean, type Reader, text } from '../../settings/reader.js';
import { address, orBoolean, type ServerAddress } from '../../settings/server_options.js';

export interface HeightPageOptions extends ServerAddress {
  readonly greeting?: string;
}

export interface SurfaceOption {
  /** The planted surface. */
  readonly height_page?: HeightPageOptions | boolean;
}

export const height_page: Reader<HeightPageOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  greeting: text,
});
`;

const SURFACE = `/** Serves the height of the chain as text. */
import type { HttpSurface } from '../surface.js';
import type { HeightPageOptions } from './options.js';

export const height_page: HttpSurface<HeightPageOptions> = {
  serve: ({ slot }, { greeting = 'Height' }) => ({
    handler: {
      name: 'height page',
      bodyTooLarge: { status: 413, headers: {}, body: '' },
      handle: async () => {
        const { lastBlockHeight } = await slot.now.comet.info();
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: \`\${greeting} \${lastBlockHeight}\` };
      },
    },
  }),
};
`;

/** Uses the surface as a program does, so that its types are checked. */
const PROGRAM = `import { createDevnet } from './devnet/index.js';

export async function heightPage(): Promise<string | undefined> {
  await using devnet = await createDevnet({ height_page: { address: true, greeting: 'At' } });
  return devnet.urls.height_page;
}
`;

let project: TempProject;

/** Runs a tool of node_modules in the copy. Returns its output, which is empty when it finds nothing. */
const run = (tool: string, ...args: readonly string[]): string => project.run(execFileSync, tool, args).trim();

beforeAll(() => {
  project = TempProject.of(ROOT, [
    ...['.gitignore', 'biome.json', 'package.json', 'tsconfig.json'],
    ...['genesis', 'scripts', 'src'],
  ]);
  project.plant(`${FOLDER}/settings.ts`, SETTINGS);
  project.plant(`${FOLDER}/options.ts`, OPTIONS);
  project.plant(`${FOLDER}/surface.ts`, SURFACE);
  project.plant('src/planted_program.ts', PROGRAM);
  expect(run('tsx/dist/cli.mjs', 'scripts/generate-index.ts', 'src/surfaces')).toBe('');
});

afterAll(() => project.clear());

interface Printed {
  /** Whole text until the line with the URL. */
  readonly text: string;
  readonly url: string;
}

/** Starts the devnet of the copy on free ports, and calls \`use\` when it has printed a match of \`wanted\`. */
async function started<T>(args: readonly string[], wanted: RegExp, use: (printed: Printed) => Promise<T>): Promise<T> {
  const ports = [
    'json-rpc.address',
    'json-rpc.ws-address',
    'rpc.laddr',
    'assets.address',
    'dashboard.address',
    'api.address',
    'grpc.address',
    'registry.address',
    'height_page.address',
  ];
  const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
  const flags = ports.map((flag) => `--${flag}=127.0.0.1:0`);
  const child = spawn(process.execPath, ['--import', tsx, 'src/cli/main.ts', 'start', ...flags, ...args], {
    cwd: project.root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  try {
    return await use(
      await new Promise((resolve, reject) => {
        let [text, errors] = ['', ''];
        child.stderr.on('data', (chunk) => (errors += chunk));
        child.stdout.on('data', (chunk) => {
          text += chunk;
          const url = wanted.exec(text)?.[1];
          if (url !== undefined) resolve({ text, url });
        });
        child.on('close', (code) => reject(new Error(`ended with ${code}: ${errors}`)));
      }),
    );
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

it('compiles with a new folder, whose option and URL are part of the public types', () => {
  const config = JSON.stringify({
    extends: './tsconfig.json',
    include: ['src/cli/main.ts', 'src/planted_program.ts', 'src/**/*.d.ts'],
  });
  project.plant('tsconfig.planted.json', config);
  expect(run('typescript/bin/tsc', '-p', 'tsconfig.planted.json')).toBe('');
});

it('keeps the format and the import rules of the tree', () => {
  expect(run('@biomejs/biome/bin/biome', 'format', 'src/surfaces')).toBe('');
  const rules = ['--config', 'scripts/checks/import_rules.cjs', 'src/surfaces'];
  expect(run('dependency-cruiser/bin/dependency-cruise.mjs', ...rules)).toContain('no dependency violations found');
});

it('serves the new surface, and prints its address after those of the others', async () => {
  const [text, body] = await started([], /^Height page +(http:\S+)\n/m, async ({ text, url }) => [
    text,
    await (await fetch(url)).text(),
  ]);
  expect(text).toMatch(/^Asset API {6}http:\S+\nDashboard {6}http:\S+\ngRPC {11}\S+\nHeight page {4}http:\S+\n/m);
  expect(body).toBe('Height 1');
});

it('reads its settings, and names its URL in the JSON output', async () => {
  const args = ['--json', '--height_page.greeting=At'];
  const body = await started(args, /"height_page":"([^"]+)"/, async ({ url }) => (await fetch(url)).text());
  expect(body).toBe('At 1');
});
