/** What the application calls itself: `abci_info` and `/app/version`. */
export const APP_NAME = 'halley';
export const APP_VERSION = '0.1.0';
/** ABCI's protocol version of the application, in every header. */
export const APP_PROTOCOL = 0n;
