/** Defines the ports on which a node listens, and on which clients look for it, unless the user sets others. */

/** Port of the EVM JSON-RPC over HTTP and WebSocket, that of geth. */
export const EVM_RPC_PORT = 8545;
/** Port of the CometBFT RPC. */
export const COMET_RPC_PORT = 26657;

export const EVM_RPC_URL = `http://127.0.0.1:${EVM_RPC_PORT}`;
export const COMET_RPC_URL = `http://127.0.0.1:${COMET_RPC_PORT}`;
