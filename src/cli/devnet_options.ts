/** Converts a checked configuration to the options of the public API, and runs scenarios for the dashboard. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { accountsOf, cosmosAccountsOf } from '../config/accounts.js';
import { homeFiles, readConfigJson, readGenesisFile } from '../config/files.js';
import {
  COMET_LIMIT_OPTIONS,
  COMET_RPC_OPTIONS,
  DEVNET_OPTIONS,
  EVM_LIMIT_OPTIONS,
  JSON_RPC_OPTIONS,
} from '../config/options.js';
import type { ResolvedConfig } from '../config/schema.js';
import {
  type CometRpcOptions,
  type DashboardOptions,
  type DevnetOptions,
  type DumpStateOption,
  type EngineOptions,
  type JsonRpcOptions,
  type MiningMode,
  readFaultText,
  readMiningModeText,
} from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import type { SurfaceOptions } from '../surfaces/options.generated.js';
import { SURFACE_SECTIONS } from '../surfaces/settings.generated.js';
import type { AnySurfaceSection, SurfaceHost } from '../surfaces/surface_section.js';
import { chosenGenesis } from './chosen_genesis.js';
import { forkOption } from './fork_option.js';
import { genesisOfHome, ownerOf } from './home.js';
import { catalogueNames, readScenarioSource } from './scenario_files.js';

/** Time by which a call ends before the HTTP timeout, in milliseconds, so that the client gets an error message. */
const ANSWER_MARGIN_MS = 100;
/** Anvil's default of `--state-interval`, in milliseconds. */
const STATE_INTERVAL_MS = 60_000;
/** Limit of the engine when it is configured as zero (Go's `net/http`). */
const DEFAULT_HEADER_BYTES = 1_048_576;

/** Returns the configured mining mode. Throws HalleyError for a text that names none. */
function miningModeOf({ miningMode, noMining, blockTime, mixedMining }: ResolvedConfig['devnet']): MiningMode {
  if (miningMode !== undefined) return readMiningModeText(miningMode);
  if (noMining) return { type: 'manual' };
  if (blockTime === undefined) return { type: 'automine' };
  return { type: mixedMining ? 'mixed' : 'interval', ms: blockTime };
}

/** Returns the time limit of calls. Without an HTTP timeout there is no limit. */
const answerTimeMs = (httpTimeoutMs: number): number =>
  httpTimeoutMs === 0 ? 0 : Math.max(1, httpTimeoutMs - ANSWER_MARGIN_MS);

/**
 * Lets a server use a free port where its address is not given, and `--free-ports` is or the server always may. `flag`
 * sets the address.
 */
const freePort = (
  { run, addressSources }: ResolvedConfig,
  flag: string,
  takesFreePort = false,
): { orFreePort?: true } => ((run.freePorts || takesFreePort) && !addressSources.has(flag) ? { orFreePort: true } : {});

/** Puts what the user typed into the error of an address in use, and `--free-ports`. Returns other errors as they are. */
export function withTypedAddress(error: unknown, { addressSources }: ResolvedConfig): unknown {
  if (!(error instanceof HalleyError) || error.code !== 'address-in-use') return error;
  const { flag, address } = error.facts as { readonly flag: string; readonly address: string };
  if (address.startsWith('unix:')) return error;
  const source = addressSources.get(flag);
  // --host asks for the default port, which --port changes.
  const asked = source === '--host' || source === '--hostname' ? '--port' : source;
  const place = asked ?? (flag === '--json-rpc.address' ? '--port' : flag);
  const free = source === undefined ? 'give --free-ports' : `give --free-ports instead of ${source}`;
  return new HalleyError(
    'address-in-use',
    `${address} is in use: stop the process that listens there, choose another port with ${place} (0 picks a free one), or ${free}`,
    { ...error.facts, flag: place },
  );
}

/** Returns the options of the EVM JSON-RPC. All but the addresses also apply to callers in this process. */
export function jsonRpcOptions(config: ResolvedConfig): JsonRpcOptions {
  const { jsonRpc, evm, tls, run, devnet } = config;
  const where = (address: string): string | false => (jsonRpc.enable && address !== '' ? address : false);
  return {
    address: where(jsonRpc.address),
    wsAddress: where(jsonRpc.wsAddress),
    ...freePort(config, '--json-rpc.address'),
    corsOrigins: jsonRpc.corsAllowedOrigins,
    ...optionsIn(JSON_RPC_OPTIONS, { ...devnet, ...jsonRpc, ...evm }),
    webSocketOrigins: jsonRpc.wsOrigins,
    namespaces: jsonRpc.api,
    tls:
      tls.certificatePath !== ''
        ? { certFile: besideConfig(tls.certificatePath, run.home), keyFile: besideConfig(tls.keyPath, run.home) }
        : undefined,
    limits: {
      ...optionsIn(EVM_LIMIT_OPTIONS, jsonRpc),
      callTimeMs: answerTimeMs(jsonRpc.httpTimeoutMs),
    },
    server: {
      bodyBytes: jsonRpc.httpBodyLimit,
      webSocketMessageBytes: jsonRpc.httpBodyLimit,
      requestTimeMs: jsonRpc.httpTimeoutMs,
      writeTimeMs: jsonRpc.httpTimeoutMs,
      idleTimeMs: jsonRpc.httpIdleTimeoutMs,
      connections: jsonRpc.maxOpenConnections,
    },
  };
}

/**
 * Resolves a path relative to the folder of the configuration files, or to the working directory where there is none.
 */
function besideConfig(file: string, home: string | undefined): string {
  return resolve(home === undefined ? '.' : dirname(homeFiles(home).config), file);
}

function rpcOptions(config: ResolvedConfig): CometRpcOptions | false {
  const { rpc, run } = config;
  if (rpc.laddr === '') return false;
  return {
    address: rpc.laddr,
    ...freePort(config, '--rpc.laddr'),
    ...optionsIn(COMET_RPC_OPTIONS, rpc),
    limits: optionsIn(COMET_LIMIT_OPTIONS, rpc),
    server: { connections: rpc.maxOpenConnections, headerBytes: rpc.maxHeaderBytes || DEFAULT_HEADER_BYTES },
    cors: {
      origins: rpc.corsAllowedOrigins,
      methods: rpc.corsAllowedMethods.map((method) => method.toUpperCase()),
      headers: rpc.corsAllowedHeaders.map((header) => header.toLowerCase()),
    },
    tls:
      rpc.tlsCertFile !== ''
        ? { certFile: besideConfig(rpc.tlsCertFile, run.home), keyFile: besideConfig(rpc.tlsKeyFile, run.home) }
        : undefined,
  };
}

const SURFACE_HOST: SurfaceHost = {
  readJson: readConfigJson,
  warn: (text) => process.stderr.write(`halley: warning: ${text}\n`),
};

/** Returns the option of each surface; false where it is not enabled or its address is empty. Throws HalleyError for a file it cannot read. */
export function surfaceOptions(config: ResolvedConfig): SurfaceOptions {
  const options = Object.entries<AnySurfaceSection>(SURFACE_SECTIONS).map(([name, { optionOf, takesFreePort }]) => {
    const values: { readonly address: string; readonly enable?: boolean } =
      config[name as keyof typeof SURFACE_SECTIONS];
    if (values.address === '' || values.enable === false) return [name, false];
    const option = optionOf?.(values, SURFACE_HOST) ?? values;
    const web = name === 'api' ? { grpcWeb: config.grpcWeb.enable } : {};
    return [name, { ...option, ...web, ...freePort(config, `--${name}.address`, takesFreePort) }];
  });
  return Object.fromEntries(options) as SurfaceOptions;
}

type ScenarioRunner = NonNullable<DashboardOptions['scenarios']>;

/** Name in errors of the text that the page sends. */
const SCENARIO_FILE = 'scenario';
const DEFAULT_SCENARIO_SEED = '1';

/** Runs scenarios for the dashboard. The code of scenarios loads when the page asks for it. */
export const scenarioRunner: ScenarioRunner = {
  async list() {
    const { readScenario, sketchOf } = await import('../scenario/index.js');
    return Promise.all(
      catalogueNames().map(async (name) => {
        const { file, text } = readScenarioSource(name);
        const scenario = await readScenario(text, file);
        return { name, title: scenario.title, summary: scenario.summary, sketch: sketchOf(scenario), text };
      }),
    );
  },

  async open({ text, seed = DEFAULT_SCENARIO_SEED }) {
    const [{ readScenario }, { runScenarioAsText }] = await Promise.all([
      import('../scenario/index.js'),
      import('./scenario_text.js'),
    ]);
    const read = await readScenario(text, SCENARIO_FILE);
    return async ({ emit, pause }) => {
      const { passed, summary } = await runScenarioAsText(
        read,
        { seed, pause, onRounds: (message) => emit({ type: 'rounds', message }) },
        (line) => emit({ type: 'output', text: line }),
      );
      emit({ type: 'end', passed, summary });
    };
  },
};

/** Lets the dashboard run scenarios. */
function withScenarios({ dashboard, ...others }: SurfaceOptions): SurfaceOptions {
  if (typeof dashboard !== 'object') return { ...others, dashboard };
  return { ...others, dashboard: { ...dashboard, scenarios: scenarioRunner } };
}

/** Returns the option that writes the state file `file`. */
function dumpOption(
  { stateIntervalMs, preserveHistoricalStates, state, loadState }: ResolvedConfig['run'],
  file: string,
): DumpStateOption {
  return {
    file,
    historicalStates: preserveHistoricalStates,
    intervalMs: stateIntervalMs ?? STATE_INTERVAL_MS,
    // A file that --state does not load would be lost.
    onlyOwn: state !== undefined && loadState === undefined,
  };
}

/**
 * Checks mining mode, topology and genesis document. Throws HalleyError for one that cannot be used. Writes nothing.
 */
export async function checkSettings(home: string, config: ResolvedConfig): Promise<void> {
  miningModeOf(config.devnet);
  for (const fault of config.devnet.fault ?? []) await readFaultText(fault);
  surfaceOptions(config);
  const { genesis, loadState } = config.run;
  if ((genesis ?? loadState) !== undefined && ownerOf(home) === undefined) await chosenGenesis(config);
}

/** Returns the settings of a section that are `options` under the same name, without those that are undefined. */
function optionsIn<O extends object, V extends { readonly [K in keyof O]: unknown }>(
  options: O,
  values: V,
): Pick<V, keyof O & keyof V> {
  const names = Object.keys(options).filter((name) => values[name as keyof V] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name as keyof V]])) as never;
}

/** Folders of artifacts, by the file that each kind of project has. */
const PROJECTS: readonly (readonly [file: RegExp, folder: string])[] = [
  [/^hardhat\.config\.[cm]?[jt]s$/, 'artifacts'],
  [/^foundry\.toml$/, 'out'],
];

/** Returns the artifacts of the Hardhat or Foundry project in the working directory; undefined without one. */
function projectArtifacts(): readonly string[] | undefined {
  const names = readdirSync('.');
  const found = PROJECTS.filter(([file, folder]) => existsSync(folder) && names.some((name) => file.test(name)));
  return found.length === 0 ? undefined : found.map(([, folder]) => folder);
}

/** Returns the options that an engine of another application has in common with a devnet. */
export async function engineOptions(config: ResolvedConfig): Promise<Omit<EngineOptions, 'app' | 'keys'>> {
  const { run, devnet, base, consensus, mempool } = config;
  return {
    genesis: run.genesis === undefined ? undefined : readGenesisFile(run.genesis),
    home: run.home,
    seed: devnet.seed,
    validators: devnet.validators,
    miningMode: miningModeOf(devnet),
    faults: devnet.fault,
    clock: devnet.clock,
    automineBatch: devnet.automineBatch,
    moniker: base.moniker,
    timeouts: consensus,
    mempool,
    rpc: rpcOptions(config),
    // Several engines run at once in the tests of a project.
    dashboard: config.dashboard.address !== '' && {
      ...config.dashboard,
      ...freePort(config, '--dashboard.address', true),
    },
  };
}

/** Reads the genesis document, and writes the home folder of a new chain. */
export async function devnetOptions(config: ResolvedConfig): Promise<DevnetOptions> {
  const { run, devnet, base, evm, consensus, mempool, evmMempool } = config;
  const miningMode = miningModeOf(devnet);
  const { document, timestamp, privateKeys } =
    run.home === undefined ? await chosenGenesis(config) : await genesisOfHome(run.home, config);
  const fork = forkOption(config);
  return {
    ...optionsIn(DEVNET_OPTIONS, { ...devnet, ...base, ...evm }),
    // Without a document the chain in the home folder defines its own.
    genesis: document,
    privateKeys: privateKeys ?? (await accountsOf(devnet)).map(({ privateKey }) => privateKey),
    cosmosPrivateKeys: (await cosmosAccountsOf(devnet)).map(({ privateKey }) => privateKey),
    miningMode,
    timeouts: consensus,
    mempool: { ...mempool, ...evmMempool },
    jsonRpc: jsonRpcOptions(config),
    rpc: rpcOptions(config),
    ...withScenarios(surfaceOptions(config)),
    listenOnAllChains: true,
    fork,
    home: run.home,
    timestamp,
    dumpState: run.dumpState === undefined ? undefined : dumpOption(run, run.dumpState),
    faults: devnet.fault,
    artifacts: devnet.artifacts ?? projectArtifacts(),
  };
}
