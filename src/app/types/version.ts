/** Name of the application in `abci_info`; `/app/version` returns its version. */
export const APP_NAME = 'halley';
export const APP_VERSION = '0.1.0';
/** Protocol version of the application in ABCI, which every header contains. */
export const APP_PROTOCOL = 0n;
