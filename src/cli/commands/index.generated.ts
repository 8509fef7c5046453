// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { accounts } from './accounts.js';
import { app } from './app.js';
import { clients } from './clients.js';
import { debug } from './debug.js';
import { engine } from './engine.js';
import { export_ } from './export.js';
import { fixtures } from './fixtures.js';
import { init } from './init.js';
import { network } from './network.js';
import { proxy } from './proxy.js';
import { replay } from './replay.js';
import { scenario } from './scenario.js';
import { start } from './start.js';
import { testnet } from './testnet.js';
import { trace } from './trace.js';
import { verify } from './verify.js';
import { watch } from './watch.js';

export const COMMANDS = [
  accounts,
  app,
  clients,
  debug,
  engine,
  export_,
  fixtures,
  init,
  network,
  proxy,
  replay,
  scenario,
  start,
  testnet,
  trace,
  verify,
  watch,
] as const;
