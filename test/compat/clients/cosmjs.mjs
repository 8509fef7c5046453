/** CosmJS: payments over the CometBFT RPC, each found again by its hash. It waits by asking, so it hears no events. */
import { DirectSecp256k1HdWallet, makeCosmoshubPath } from '@cosmjs/proto-signing';
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { cometUrl, state, WORDS } from './lab.mjs';

const mnemonic = 'test test test test test test test test test test test junk';
const hdPaths = [makeCosmoshubPath(0), makeCosmoshubPath(1)];
const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'halley', hdPaths });
const [payer, payee] = await wallet.getAccounts();
const gasPrice = GasPrice.fromString('2000000000ahalley');
const client = await SigningStargateClient.connectWithSigner(cometUrl, wallet, { gasPrice });

const chainId = await client.getChainId();
const codes = [];
const found = [];
for (const word of WORDS) {
  const amount = [{ denom: 'ahalley', amount: `${word}` }];
  const { code, transactionHash } = await client.sendTokens(payer.address, payee.address, amount, 'auto');
  codes.push(code);
  found.push((await client.getTx(transactionHash)) !== null);
}
state({ chainId, codes, found, balance: await client.getBalance(payee.address, 'ahalley') });
