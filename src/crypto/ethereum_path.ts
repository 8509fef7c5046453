/** BIP-44 path at which Ethereum wallets derive the keys of a mnemonic. The index of the account follows. */
export const ETHEREUM_PATH = "m/44'/60'/0'/0/";
