/** Where Ethereum's wallets derive the keys of a mnemonic (BIP-44), up to the index of the account. */
export const ETHEREUM_PATH = "m/44'/60'/0'/0/";
