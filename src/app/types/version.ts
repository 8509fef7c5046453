/** Name of the application in `abci_info`; `/app/version` returns its version. */
export const APP_NAME = 'halley';
export const APP_VERSION = '0.1.0';
/**
 * Go modules whose behavior the application follows. Relayers read their versions as those of a build, and refuse or
 * adapt to a chain by them.
 */
export const FOLLOWED_MODULES = [
  { path: 'github.com/cometbft/cometbft', version: 'v0.38.25', sum: '' },
  { path: 'github.com/cosmos/cosmos-sdk', version: 'v0.53.4', sum: '' },
  { path: 'github.com/cosmos/ibc-go/v10', version: 'v10.5.1', sum: '' },
];
export const FOLLOWED_SDK = 'v0.53.4';
/** Protocol version of the application in ABCI, which every header contains. */
export const APP_PROTOCOL = 0n;
