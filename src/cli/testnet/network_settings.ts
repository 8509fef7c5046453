/** Selects the settings of Halley that are flags of `halley testnet init`. */
import { SETTINGS } from '../../config/names.js';

/** Lists single settings by section. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  run: ['genesis', 'loadState', 'json', 'silent'],
  devnet: ['validators', 'seed', 'accounts', 'mnemonic', 'derivationPath'],
  jsonRpc: ['api'],
};

/** Lists the sections of which every setting applies. */
const WHOLE: readonly string[] = ['genesis', 'evm', 'evmMempool', 'mempool', 'consensus'];

/** Lists the flags of the settings. */
export const NETWORK_SETTINGS: readonly string[] = SETTINGS.filter(
  ({ section, name }) => WHOLE.includes(section) || CHOSEN[section]?.includes(name),
).map(({ flag }) => flag);

export const isNetworkSetting = (flag: string): boolean => NETWORK_SETTINGS.includes(flag);
