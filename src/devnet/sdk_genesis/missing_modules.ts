/**
 * Decides what of an SDK application's genesis document may be left out, because this chain lacks the module: sections
 * without state. Parameters of such a module have no effect. State is refused, so that nobody loses it unnoticed.
 */
import { GENESIS_ORDER } from '../../app/modules/module_order.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Json } from '../other_validators/json.js';

/** Members, at any depth, that configure a module or count from its beginning. All modules may have `params`. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  capability: ['index', 'owners'],
  crisis: ['constant_fee'],
  epochs: ['epochs'],
  interchainaccounts: ['port'],
  wasm: ['sequences'],
};
/** wasmd's section has contracts with code. This chain's section of the name has a list of ledgers. */
const WASMD_MEMBERS = ['codes', 'sequences', 'params', 'gen_msgs'];
const KNOWN = GENESIS_ORDER.map(({ name }) => name);

export interface WithoutMissing {
  readonly appState: Json;
  /** Modules that are left out. `configured` has those with settings. */
  readonly left: readonly string[];
  readonly configured: readonly string[];
}

const isOfWasmd = (section: unknown): boolean =>
  typeof section === 'object' && section !== null && WASMD_MEMBERS.some((name) => name in section);

/** Returns true for a section of a module that this chain lacks. */
const isMissing = (name: string, section: unknown): boolean =>
  !KNOWN.includes(name) || (name === 'wasm' && isOfWasmd(section));

/** Returns true for the document of an SDK application: it has a section of a module that this chain lacks. */
export function isSdkGenesis(document: unknown): document is Json {
  const appState = (Object(document) as Json)['app_state'];
  if (typeof appState !== 'object' || appState === null || Array.isArray(appState)) return false;
  return Object.entries(appState).some(([name, section]) => isMissing(name, section));
}

/** Returns the state without the sections of missing modules. Throws HalleyError `invalid-genesis` for state in them. */
export function withoutMissingModules(appState: Json): WithoutMissing {
  const left = Object.keys(appState)
    .filter((name) => isMissing(name, appState[name]))
    .sort();
  const configured = left.filter((name) => {
    const settings = ['params', ...(SETTINGS[name] ?? [])];
    const state = stateIn(appState[name], `app_state.${name}`, settings);
    if (state !== undefined) throw lost(name, state);
    return stateIn(appState[name], '', []) !== undefined;
  });
  const known = Object.entries(appState).filter(([name]) => !left.includes(name));
  return { appState: Object.fromEntries(known), left, configured };
}

/** Returns the path of the first value that is neither empty nor zero, without the named members. */
function stateIn(value: unknown, path: string, without: readonly string[]): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : `${path} (${value.length} entries)`;
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const found = without.includes(name) ? undefined : stateIn(member, `${path}.${name}`, without);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const isNothing =
    value === undefined || value === null || value === false || /^0*(\.0+)?$/.test(String(value).slice(0, 100));
  return isNothing ? undefined : path;
}

const lost = (name: string, state: string): HalleyError =>
  new HalleyError(
    'invalid-genesis',
    `genesis: ${state} is state of the module ${name}, which this chain does not have: expected none, because it would be lost; remove it from the document, and coins that belong to it from app_state.bank. The modules of this chain are ${[...KNOWN].sort().join(', ')}`,
    { module: name, path: state },
  );
