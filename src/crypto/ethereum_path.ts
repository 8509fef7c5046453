/** Ethereum's wallets derive the keys of a mnemonic at this path (BIP-44), followed by the index of the account. */
export const ETHEREUM_PATH = "m/44'/60'/0'/0/";
