/** Writes a call of the chain in the forms in which a reader can repeat it: JSON-RPC by curl, command, and library. */

import { faultText, listText } from '../model/fault_text.js';

/** Call of a method of the EVM JSON-RPC. */
export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

export const call = (method: string, ...params: readonly unknown[]): Call => ({ method, params });

export const DEFAULT_URL = 'http://127.0.0.1:8545';

/** Quotes text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the call as a command line of curl. */
export const curlText = ({ method, params }: Call, url = DEFAULT_URL): string =>
  `curl -s ${url} -H 'content-type: application/json' \\\n  -d ${quoted(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))}`;

type Writer = (...params: readonly never[]) => string;
interface Link {
  readonly up?: boolean;
  readonly ms?: number;
  readonly percent?: number;
}

function linkWords({ up, ms, percent }: Link): string {
  if (up === false) return '--cut';
  if (ms === undefined && percent === undefined) return '--restore';
  return [ms !== undefined && `--delay ${ms}ms`, percent !== undefined && `--loss ${percent}%`]
    .filter(Boolean)
    .join(' ');
}

/** Arguments of `halley network` that do the same, by method. */
const COMMANDS: Readonly<Record<string, Writer>> = {
  halley_crashValidator: (node: number) => `crash ${node}`,
  halley_restartValidator: (node: number) => `restart ${node}`,
  halley_addFault: (fault: Record<string, unknown>) => `fault ${faultText(fault)}`,
  halley_removeFault: (id: number | string) => `remove ${Number(id)}`,
  halley_partition: (groups: readonly (readonly number[])[]) => `partition ${groups.map(listText).join(' ')}`,
  halley_heal: () => 'heal',
  halley_setLink: (a: number, b: number, link: Link) => `link ${a} ${b} ${linkWords(link)}`,
  halley_setClockSkew: (node: number, ms: number) => `skew ${node} ${ms}ms`,
  halley_setValidatorPower: (node: number, power: number) => `power ${node} ${power}`,
};

const written = (table: Readonly<Record<string, Writer>>, { method, params }: Call): string | undefined =>
  table[method]?.(...(params as never[]));

/** Returns the command of `halley` that does the same at a URL, or at the default one; undefined without one. */
export function commandText(what: Call, url?: string): string | undefined {
  const text = written(COMMANDS, what);
  return text && `npx halley-devnet network ${text}${url === undefined ? '' : ` --url ${url}`}`;
}

/** Writes plain data as TypeScript. */
export function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const listed = (...values: readonly unknown[]): string =>
  values
    .filter((value) => value !== undefined)
    .map(literal)
    .join(', ');
const forwarded =
  (name: string): Writer =>
  (...params) =>
    `devnet.${name}(${listed(...params)})`;

/** Lines of the library that do the same, by method. */
const LINES: Readonly<Record<string, Writer>> = {
  evm_mine: (options?: object) => `devnet.mine(${listed(options)})`,
  evm_snapshot: () => 'devnet.snapshot()',
  evm_revert: (id: string, options?: object) => `devnet.revert(${listed(Number(id), options)})`,
  evm_increaseTime: forwarded('time.increase'),
  evm_setNextBlockTimestamp: forwarded('time.setNext'),
  anvil_setBlockTimestampInterval: forwarded('time.setInterval'),
  anvil_removeBlockTimestampInterval: () => 'devnet.time.setInterval(undefined)',
  halley_setMiningMode: (type: string, parameters?: object) =>
    `devnet.setMiningMode(${literal({ type, ...parameters })})`,
  halley_step: forwarded('step'),
  halley_crashValidator: forwarded('network.crashValidator'),
  halley_restartValidator: forwarded('network.restartValidator'),
  halley_addFault: forwarded('network.addFault'),
  halley_removeFault: (id: string) => `devnet.network.removeFault(${Number(id)})`,
  halley_partition: forwarded('network.partition'),
  halley_heal: () => 'devnet.network.heal()',
  halley_setLink: forwarded('network.setLink'),
  halley_setClockSkew: forwarded('network.setClockSkew'),
  halley_lightClientAttack: forwarded('network.lightClientAttack'),
  halley_setValidatorPower: forwarded('setValidatorPower'),
  halley_addValidator: forwarded('addValidator'),
  halley_removeValidator: forwarded('removeValidator'),
};

/** Returns the line of TypeScript that does the same, for a `devnet` of `createDevnet`. */
export function libraryText(what: Call): string {
  const { method, params } = what;
  const request = `devnet.provider.request(${literal(params.length === 0 ? { method } : { method, params })})`;
  return `await ${written(LINES, what) ?? request};`;
}
