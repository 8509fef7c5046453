/** Reads from the homes in a network's folder which nodes it has, and where each listens. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { homeFiles, readConfigJson, readHome } from '../../config/files.js';
import type { LoadedFile } from '../../config/resolve.js';
import { isTable } from '../../config/toml_table.js';
import { HalleyError } from '../../kernel/errors.js';

export interface LocalNode {
  /** Name of the node's folder. */
  readonly name: string;
  readonly home: string;
  /** Consensus address of the node's validator in upper-case hex. */
  readonly address: string;
  /** URL of the engine's RPC. */
  readonly rpcUrl: string;
  /** URL for clients; `undefined` where the node does not serve them. */
  readonly evmHttpUrl: string | undefined;
  readonly evmWsUrl: string | undefined;
  readonly assetsUrl: string | undefined;
  readonly dashboardUrl: string | undefined;
  readonly metricsUrl: string | undefined;
  /** Every address on which the node listens, as `127.0.0.1:26656`. */
  readonly addresses: readonly string[];
  readonly hasDevAuthority: boolean;
}

/** File that every home of a validator has. */
const KEY_FILE = join('config', 'priv_validator_key.json');

/** Returns all nodes of the folder, sorted by name. Throws HalleyError when there are none or a file is invalid. */
export function localNodes(folder: string): readonly LocalNode[] {
  const names = isFolder(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name, KEY_FILE))) : [];
  if (names.length === 0)
    throw new HalleyError(
      'not-found',
      `"${folder}" has no home of a validator: expected a folder that "halley testnet init --out ${folder}" has made`,
      { folder },
    );
  return names
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => readNode(name, resolve(folder, name)));
}

/**
 * Selects nodes by number or name. Throws HalleyError `invalid-argument` for a word that is neither, and `conflict` for
 * nodes that cannot run on one machine because they listen on the same address.
 */
export function selectedNodes(nodes: readonly LocalNode[], words: readonly string[] | undefined): readonly LocalNode[] {
  const chosen = words === undefined ? nodes : words.map((word) => nodeNamed(nodes, word));
  const selected = [...new Set(chosen)];
  const holders = new Map<string, LocalNode>();
  for (const node of selected)
    for (const address of node.addresses) {
      const holder = holders.get(address);
      if (holder !== undefined)
        throw new HalleyError(
          'conflict',
          `${holder.name} and ${node.name} both listen on ${address}, so they are for different machines: choose those of this machine with --nodes`,
          { address },
        );
      holders.set(address, node);
    }
  return selected;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function nodeNamed(nodes: readonly LocalNode[], word: string): LocalNode {
  const found = /^\d+$/.test(word) ? nodeAt(nodes, Number(word)) : nodes.find(({ name }) => name === word);
  if (found !== undefined) return found;
  throw new HalleyError(
    'invalid-argument',
    `--nodes has "${word}": expected the numbers or the names of nodes in the folder: ${nodes.map(({ name }) => name).join(', ')}`,
    { word },
  );
}

/**
 * Returns the node with a number. The number is taken from the name if the homes of other nodes are on other machines.
 */
function nodeAt(nodes: readonly LocalNode[], number: number): LocalNode | undefined {
  const isWhole = nodes.every(({ name }, index) => name.endsWith(`${index}`));
  const isNumbered = nodes.some(({ name }) => /\d$/.test(name));
  if (isWhole || !isNumbered) return nodes[number];
  return nodes.find(({ name }) => /\d+$/.exec(name)?.[0] === `${number}`);
}

function readNode(name: string, home: string): LocalNode {
  const { 'app.toml': app, 'config.toml': engine } = readHome(home);
  const { app: appFile, config: engineFile } = homeFiles(home);
  if (app === undefined) throw missing(appFile);
  if (engine === undefined) throw missing(engineFile);
  const rpc = textAt(engine, 'rpc', 'laddr');
  const evmHttp = firstOf(textAt(app, 'json-rpc', 'address'));
  const evmWs = textAt(app, 'json-rpc', 'ws-address');
  const assets = textAt(app, 'assets', 'address');
  const dashboard = textAt(app, 'dashboard', 'address');
  const metrics = isOn(engine, 'instrumentation', 'prometheus')
    ? textAt(engine, 'instrumentation', 'prometheus_listen_addr')
    : '';
  const listening = [
    textAt(engine, 'p2p', 'laddr'),
    rpc,
    textAt(app, 'abci', 'address'),
    metrics,
    evmHttp,
    evmWs,
    assets,
    dashboard,
  ];
  return {
    name,
    home,
    address: validatorAddress(home),
    rpcUrl: urlOf('http', rpc) ?? textAt(app, 'abci', 'node'),
    evmHttpUrl: urlOf('http', evmHttp),
    evmWsUrl: urlOf('ws', evmWs),
    assetsUrl: urlOf('http', assets),
    dashboardUrl: urlOf('http', dashboard),
    metricsUrl: urlOf('http', metrics),
    addresses: listening.flatMap((address) => hostAndPort(address) ?? []),
    hasDevAuthority: existsSync(join(home, 'config', 'dev_authority_key.json')),
  };
}

const missing = (file: string): HalleyError =>
  new HalleyError('not-found', `${file} is missing: each home of a validator has one`, { file });

function validatorAddress(home: string): string {
  const file = join(home, KEY_FILE);
  const { address } = Object(readConfigJson(file, 'validator key')) as { readonly address?: unknown };
  if (typeof address === 'string') return address.toUpperCase();
  throw new HalleyError('invalid-config', `validator key ${file}: it has no address`, { file });
}

/** Returns a string of the file. An absent one is empty. */
function textAt({ table }: LoadedFile, section: string, key: string): string {
  const group = table[section];
  const value = isTable(group) ? group[key] : undefined;
  return typeof value === 'string' ? value : '';
}

function isOn({ table }: LoadedFile, section: string, key: string): boolean {
  const group = table[section];
  return isTable(group) && group[key] === true;
}

const firstOf = (addresses: string): string => addresses.split(',')[0]?.trim() ?? '';

/** Returns host and port; undefined for a unix socket and for an empty address. */
function hostAndPort(address: string): string | undefined {
  if (address === '' || address.startsWith('unix:')) return undefined;
  return address.replace(/^[a-z]+:\/\//, '');
}

/** Returns the URL at which a client on this machine reaches an address. */
function urlOf(protocol: string, address: string): string | undefined {
  const found = hostAndPort(address);
  return found && `${protocol}://${found.replace(/^(?:0\.0\.0\.0|\[::\])?:/, '127.0.0.1:')}`;
}
