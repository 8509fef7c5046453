/** Checks the program that runs the engines: CometBFT 0.38 to 0.40. */
import { spawnSync } from 'node:child_process';
import { HalleyError } from '../../kernel/errors.js';
import { quoted } from '../../kernel/text.js';
import { COMET_VERSION } from '../files/comet/config_toml.js';

/** Command that installs the program. */
const INSTALL = `go install github.com/cometbft/cometbft/cmd/cometbft@v${COMET_VERSION}`;
/** Release 0.40.0 reports version 0.39.0. */
const SUPPORTED = /^v?0\.(38|39|40)\.\d+/;
const VERSION_MS = 30_000;

/** Throws HalleyError `unavailable` when the program is missing or has another version. `path` may be a name on PATH. */
export function checkEngine(path: string): void {
  if (path === '') throw unavailable(path, '--cometbft is "": expected the name or the path of the program cometbft');
  const { error, status, signal, stdout, stderr } = spawnSync(path, ['version'], {
    encoding: 'utf8',
    timeout: VERSION_MS,
  });
  if (error !== undefined) throw unavailable(path, missingText(path, error));
  const version = stdout.trim();
  if (SUPPORTED.test(version)) return;
  if (status !== 0)
    throw unavailable(
      path,
      `"${path} version" ended with ${signal ?? `exit code ${status}`}: ${quoted(stderr || stdout)}; expected CometBFT 0.38 to 0.40; install it with "${INSTALL}"`,
    );
  throw unavailable(
    path,
    `${path} is version "${quoted(version)}": expected CometBFT 0.38 to 0.40; install it with "${INSTALL}", or name another program with --cometbft PATH`,
  );
}

function missingText(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code !== 'ENOENT') return `${path} cannot be run (${code ?? message}): expected the program cometbft`;
  const where = path.includes('/') ? `there is no program ${path}` : `${path} is not on PATH`;
  return `${where}: install it with "${INSTALL}", or name it with --cometbft PATH`;
}

const unavailable = (path: string, text: string): HalleyError => new HalleyError('unavailable', text, { path });
